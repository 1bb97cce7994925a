/// Text with gaps: `{{c1::answer::hint}}`.
public struct Cloze: Sendable {
  private enum Part {
    case text(String)
    case gap(Int, answer: String, hint: String?)
  }

  private var parts: [Part] = []

  /// Reads a field; whatever is not a gap is text. A gap inside another is part of the outer one's answer.
  public init(_ field: String) {
    let octets = Array(field.utf8)
    var at = 0
    var text = 0
    while at < octets.count {
      guard octets[at] == UInt8(ascii: "{"), let (gap, end) = Self.gap(at: at, of: octets) else {
        at += 1
        continue
      }
      if text < at { parts.append(.text(String(decoding: octets[text..<at], as: UTF8.self))) }
      parts.append(gap)
      at = end
      text = end
    }
    if text < octets.count { parts.append(.text(String(decoding: octets[text...], as: UTF8.self))) }
  }

  /// The numbers of the gaps, in order, each once.
  public var numbers: [Int] {
    var numbers: Set<Int> = []
    for case .gap(let number, let answer, _) in parts {
      numbers.insert(number)
      numbers.formUnion(Cloze(answer).numbers)
    }
    return numbers.sorted()
  }

  /// The words in the gaps, in order, each with its gap's number.
  var answers: [(number: Int, words: String)] {
    parts.compactMap { part in
      guard case .gap(let number, let answer, _) = part else { return nil }
      return (number, answer)
    }
  }

  /// The field with the gaps of that number hidden and all others filled in.
  public func question(_ number: Int) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .gap(number, _, let hint): text += "[" + (hint ?? "...") + "]"
      // A gap inside of another one is asked for by its own number.
      case .gap(_, let answer, _): text += Cloze(answer).question(number)
      }
    }
    return text
  }

  /// The field with all gaps filled in.
  public var filled: String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .gap(_, let answer, _): text += Cloze(answer).filled
      }
    }
    return text
  }

  private static func gap(at start: Int, of octets: [UInt8]) -> (Part, Int)? {
    var index = start + 3
    guard index < octets.count, octets[start + 1] == UInt8(ascii: "{"), octets[start + 2] | 0x20 == UInt8(ascii: "c")
    else { return nil }
    var number = 0
    while index < octets.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octets[index]), number < 1000 {
      number = number * 10 + Int(octets[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard number > 0, number < 1000, isPair(":", at: index, of: octets) else { return nil }
    let answer = index + 2
    var hint: Int?
    var depth = 1
    index = answer
    while index + 1 < octets.count {
      if isPair("{", at: index, of: octets) {
        depth += 1
        guard depth < 8 else { return nil }
        index += 2
      } else if isPair("}", at: index, of: octets) {
        depth -= 1
        if depth == 0 {
          let words = String(decoding: octets[answer..<(hint ?? index)], as: UTF8.self)
          let tip = hint.map { String(decoding: octets[($0 + 2)..<index], as: UTF8.self) }
          return (.gap(number, answer: words, hint: tip), index + 2)
        }
        index += 2
      } else {
        if depth == 1, hint == nil, isPair(":", at: index, of: octets) { hint = index }
        index += 1
      }
    }
    return nil
  }

  private static func isPair(_ sign: Unicode.Scalar, at index: Int, of octets: [UInt8]) -> Bool {
    index + 1 < octets.count && octets[index] == UInt8(ascii: sign) && octets[index + 1] == UInt8(ascii: sign)
  }
}
