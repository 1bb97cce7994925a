/// A length of time as English texts have it: `1 h 20 min`, `40 s`, `90m`.
struct LengthText {
  enum Unit: String, CaseIterable {
    case days = "d"
    case hours = "h"
    case minutes = "min"
    case seconds = "s"
    case milliseconds = "ms"
  }

  let parts: [(number: String, unit: Unit)]

  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    var parts: [(String, Unit)] = []
    while !rest.isEmpty {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      if rest.first == 0x20 { rest = rest.dropFirst() }
      let letters = rest.prefix { (0x61...0x7A).contains($0) }
      rest = rest.dropFirst(letters.count)
      let word = String(decoding: letters, as: UTF8.self)
      guard !digits.isEmpty, let unit = word == "m" ? .minutes : Unit(rawValue: word), parts.count < 3 else {
        return nil
      }
      parts.append((String(decoding: digits, as: UTF8.self), unit))
      guard rest.first == 0x20 else { continue }
      rest = rest.dropFirst()
      if rest.isEmpty { return nil }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  /// The same as a language writes it (CLDR 45, the short unit patterns).
  func text(in language: Language) -> String {
    parts.map { number, unit in
      let (word, isApart) = Self.word(unit, language)
      return isApart ? "\(number) \(word)" : number + word
    }.joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
  }

  private static func word(_ unit: Unit, _ language: Language) -> (String, isApart: Bool) {
    switch (language, unit) {
    case (.german, .days): ("Tg.", true)
    case (.german, .hours): ("Std.", true)
    case (.german, .minutes): ("Min.", true)
    case (.german, .seconds): ("Sek.", true)
    case (.french, .days): ("j", true)
    case (.japanese, .days): ("\u{65E5}", false)
    case (.japanese, .hours): ("\u{6642}\u{9593}", false)
    case (.japanese, .minutes): ("\u{5206}", false)
    case (.japanese, .seconds): ("\u{79D2}", false)
    case (.japanese, .milliseconds): ("\u{30DF}\u{30EA}\u{79D2}", false)
    case (.chinese, .days): ("\u{5929}", false)
    case (.chinese, .hours): ("\u{5C0F}\u{65F6}", false)
    case (.chinese, .minutes): ("\u{5206}\u{949F}", false)
    case (.chinese, .seconds): ("\u{79D2}", false)
    case (.chinese, .milliseconds): ("\u{6BEB}\u{79D2}", false)
    default: (unit.rawValue, true)
    }
  }
}

extension Language {
  /// A number as the language writes it: `1.5` is `1,5` in most of Europe.
  func number(_ text: String) -> String {
    switch self {
    case .german, .french, .spanish, .portuguese: text.replacingPoint(by: ",")
    case .english, .japanese, .chinese, .padded: text
    }
  }

  /// A day as the language writes it: `2026-11-26` is `26.11.2026` in German.
  func date(_ text: String) -> String {
    let parts = text.split(separator: "-").map(String.init)
    guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]) else { return text }
    return switch self {
    case .german: "\(parts[2]).\(parts[1]).\(parts[0])"
    case .french, .spanish, .portuguese: "\(parts[2])/\(parts[1])/\(parts[0])"
    case .japanese, .chinese: "\(parts[0])\u{5E74}\(month)\u{6708}\(day)\u{65E5}"
    case .english, .padded: text
    }
  }

  /// A list: `A, B and C`.
  func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    let first = items.dropLast()
    return switch self {
    case .english, .padded: first.joined(separator: ", ") + " and " + last
    case .german: first.joined(separator: ", ") + " und " + last
    case .french: first.joined(separator: ", ") + " et " + last
    case .spanish: first.joined(separator: ", ") + " y " + last
    case .portuguese: first.joined(separator: ", ") + " e " + last
    case .japanese: items.joined(separator: "\u{3001}")
    case .chinese: first.joined(separator: "\u{3001}") + "\u{548C}" + last
    }
  }
}

extension String {
  fileprivate func replacingPoint(by sign: Character) -> String { String(map { $0 == "." ? sign : $0 }) }
}
