/// A text with holes: `{name} starts at {time}`. What a hole takes follows from its name, a number at its end aside.
struct Template: Sendable {
  enum Kind: Sendable {
    /// Digits: `n`. The first of a text decides its plural form.
    case number
    /// A time of day: `time`.
    case time
    /// `1 h 20 min`, `40 s`, `90m`: `length`.
    case length
    /// `2026-11-26`: `date`.
    case date
    /// Another text of the catalogue: `text`.
    case text
    /// Several of them, with commas and an "and": `list`.
    case list
    /// Several of them with commas alone: `parts`.
    case parts
    /// What a person or a program named; it stays as it is.
    case name
  }

  enum Part: Sendable {
    case words([UInt8])
    case hole(name: [UInt8], Kind)
  }

  let parts: [Part]

  init(_ text: [UInt8]) {
    var parts: [Part] = []
    var words: [UInt8] = []
    var rest = text[...]
    while let octet = rest.first {
      if octet == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
        if !words.isEmpty { parts.append(.words(words)) }
        words = []
        let name = Array(rest[(rest.startIndex + 1)..<end])
        parts.append(.hole(name: name, Self.kind(of: name)))
        rest = rest[(end + 1)...]
      } else {
        words.append(octet)
        rest = rest.dropFirst()
      }
    }
    if !words.isEmpty { parts.append(.words(words)) }
    self.parts = parts
  }

  static func kind(of name: [UInt8]) -> Kind {
    let word = name.prefix { !(0x30...0x39).contains($0) }
    return switch String(decoding: word, as: UTF8.self) {
    case "n": .number
    case "time": .time
    case "length": .length
    case "date": .date
    case "text": .text
    case "list": .list
    case "parts": .parts
    default: .name
    }
  }

  /// How many octets of a text are not in holes.
  static func wordCount(of text: some Sequence<UInt8>) -> Int {
    var (isInHole, count) = (false, 0)
    for octet in text {
      if octet == UInt8(ascii: "{") { isInHole = true }
      if !isInHole { count += 1 }
      if octet == UInt8(ascii: "}") { isInHole = false }
    }
    return count
  }

  /// What is in the holes of a text; `nil` where the text is another one.
  func fillings(of text: ArraySlice<UInt8>) -> [(name: [UInt8], kind: Kind, text: ArraySlice<UInt8>)]? {
    var found: [(name: [UInt8], kind: Kind, text: ArraySlice<UInt8>)] = []
    return fits(parts[...], text, &found) ? found : nil
  }

  private func fits(
    _ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>,
    _ found: inout [(name: [UInt8], kind: Kind, text: ArraySlice<UInt8>)]
  ) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    switch part {
    case .words(let words):
      return text.starts(with: words) && fits(parts.dropFirst(), text.dropFirst(words.count), &found)
    case .hole(let name, let kind):
      guard case .words(let next)? = parts.dropFirst().first else {
        // The last one takes the rest.
        guard parts.count == 1, kind.admits(text) else { return false }
        found.append((name, kind, text))
        return true
      }
      var from = text.startIndex
      while from < text.endIndex, let end = text[from...].firstIndex(of: next[0]) {
        from = end + 1
        guard text[end...].starts(with: next), kind.admits(text[..<end]) else { continue }
        let before = found.count
        found.append((name, kind, text[..<end]))
        if fits(parts.dropFirst(), text[end...], &found) { return true }
        found.removeSubrange(before...)
      }
      return false
    }
  }
}

extension Template.Kind {
  var isOfDigits: Bool {
    switch self {
    case .number, .time, .length, .date: true
    case .text, .list, .parts, .name: false
    }
  }

  func admits(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    switch self {
    case .name, .text, .list, .parts: return true
    case .number:
      return Self.isDigit(first) && text.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
        && Self.isDigit(text[text.endIndex - 1])
    case .time:
      return Self.isDigit(first) && text.contains(UInt8(ascii: ":"))
        && text.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ":") }
    case .date:
      return text.count == 10 && text.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: "-") }
    case .length: return LengthText(text) != nil
    }
  }

  private static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }
}
