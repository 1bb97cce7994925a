/// One content line of an iCalendar text (RFC 5545, 3.1), unfolded: `NAME;PARAMETER=value:value`.
package struct ContentLine: Equatable, Sendable {
  /// The name in capitals; empty for a line that is not a content line at all.
  package let name: String
  package let parameters: [ContentParameter]
  /// What follows the colon, with its escapes.
  package let value: String
  /// The number of its first line in the text, counted from 1.
  package let line: Int
  /// The octets of the text that it takes up, line ends included.
  package let range: Range<Int>

  /// The first value of the parameter of that name (in capitals), or `nil` if there is none.
  package func parameter(_ name: String) -> String? {
    for parameter in parameters where parameter.name == name { return parameter.value }
    return nil
  }
}

package struct ContentParameter: Equatable, Sendable {
  /// The name in capitals.
  package let name: String
  /// The value without its quotation marks; several with commas between them are one text here.
  package let value: String
}

struct ContentLineReader {
  private let octets: [UInt8]
  private var position = 0
  private var number = 1
  private var unfolded: [UInt8] = []

  init(_ octets: [UInt8]) {
    self.octets = octets
    // A byte-order mark is not part of the first name.
    if octets.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next content line; empty lines are passed over.
  mutating func next() -> ContentLine? {
    while position < octets.count {
      let start = position
      let first = number
      unfolded.removeAll(keepingCapacity: true)
      takeLine()
      while position < octets.count, octets[position] == 0x20 || octets[position] == 0x09 {
        position += 1
        takeLine()
      }
      if !unfolded.isEmpty { return Self.parse(unfolded, line: first, range: start..<position) }
    }
    return nil
  }

  /// Takes one line, and leaves out its end: CRLF, as it should be, or LF alone.
  private mutating func takeLine() {
    let start = position
    while position < octets.count, octets[position] != 0x0A { position += 1 }
    var end = position
    if position < octets.count { position += 1 }
    if end > start, octets[end - 1] == 0x0D { end -= 1 }
    unfolded += octets[start..<end]
    number += 1
  }

  private static func parse(_ text: [UInt8], line: Int, range: Range<Int>) -> ContentLine {
    var index = 0
    while index < text.count, text[index] != UInt8(ascii: ";"), text[index] != UInt8(ascii: ":") { index += 1 }
    let name = capitals(text[..<index])
    var parameters: [ContentParameter] = []
    var isWhole = isName(text[..<index])
    while isWhole, index < text.count, text[index] == UInt8(ascii: ";") {
      index += 1
      guard let parameter = Self.parameter(text, &index) else {
        isWhole = false
        break
      }
      parameters.append(parameter)
    }
    guard isWhole, index < text.count, text[index] == UInt8(ascii: ":") else {
      return ContentLine(
        name: "", parameters: [], value: String(decoding: text, as: UTF8.self), line: line, range: range)
    }
    return ContentLine(
      name: name, parameters: parameters, value: String(decoding: text[(index + 1)...], as: UTF8.self), line: line,
      range: range)
  }

  private static func parameter(_ text: [UInt8], _ index: inout Int) -> ContentParameter? {
    let start = index
    while index < text.count, text[index] != UInt8(ascii: "=") {
      if text[index] == UInt8(ascii: ":") || text[index] == UInt8(ascii: ";") { return nil }
      index += 1
    }
    guard index < text.count, isName(text[start..<index]) else { return nil }
    let name = capitals(text[start..<index])
    index += 1
    var value: [UInt8] = []
    var isQuoted = false
    while index < text.count {
      let octet = text[index]
      if octet == UInt8(ascii: "\"") {
        isQuoted = !isQuoted
      } else if !isQuoted, octet == UInt8(ascii: ":") || octet == UInt8(ascii: ";") {
        break
      } else {
        value.append(octet)
      }
      index += 1
    }
    guard !isQuoted, index < text.count else { return nil }
    return ContentParameter(name: name, value: parameterText(value))
  }

  /// The escapes of parameter values (RFC 6868).
  private static func parameterText(_ octets: [UInt8]) -> String {
    guard octets.contains(UInt8(ascii: "^")) else { return String(decoding: octets, as: UTF8.self) }
    var text: [UInt8] = []
    var index = 0
    while index < octets.count {
      let next = index + 1 < octets.count ? octets[index + 1] : 0
      if octets[index] == UInt8(ascii: "^"), let meant = parameterEscape(next) {
        text.append(meant)
        index += 2
      } else {
        text.append(octets[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func parameterEscape(_ octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "^"): UInt8(ascii: "^")
    case UInt8(ascii: "'"): UInt8(ascii: "\"")
    default: nil
    }
  }

  private static func isName(_ octets: ArraySlice<UInt8>) -> Bool {
    guard !octets.isEmpty else { return false }
    for octet in octets {
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): continue
      default: return false
      }
    }
    return true
  }

  private static func capitals(_ octets: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(octets.count)
    for octet in octets { text.append((0x61...0x7A).contains(octet) ? octet - 0x20 : octet) }
    return String(decoding: text, as: UTF8.self)
  }
}
