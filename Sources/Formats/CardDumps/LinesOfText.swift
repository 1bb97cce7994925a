/// The lines of a text as tools on any system write them, each with its number counted from 1.
struct LinesOfText: Sequence {
  private let octets: [UInt8]

  init(_ octets: [UInt8]) {
    // A byte order mark says nothing here.
    self.octets = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(octets[3...]) : octets
  }

  func makeIterator() -> some IteratorProtocol<(number: Int, text: ArraySlice<UInt8>)> {
    var number = 0
    let lines = octets.split(separator: 0x0A, omittingEmptySubsequences: false)
    return AnyIterator {
      guard number < lines.count else { return nil }
      number += 1
      return (number, Self.trimmed(lines[number - 1]))
    }
  }

  /// The number of the last line that is not empty; 1 for an empty text.
  var last: Int { reduce(1) { last, line in line.text.isEmpty ? last : line.number } }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return text
  }
}

extension CardDump {
  /// Whether these octets are a text: UTF-8 without control characters other than those between lines and words. No
  /// card's memory is one.
  package static func isText(_ octets: [UInt8]) -> Bool {
    guard octets.contains(where: { $0 > 0x20 }) else { return false }
    let isPlain = octets.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return isPlain && String(validating: octets, as: UTF8.self) != nil
  }
}
