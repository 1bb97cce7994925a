internal import Octets

/// Hex digits as tools write them: pairs with or without blanks between them, `?` or `-` for what could not be read.
enum HexDigits {
  static func octets(of text: some Sequence<UInt8>) -> [UInt8]? {
    guard let marked = marked(text), marked.allSatisfy({ $0 != nil }) else { return nil }
    return marked.map { $0 ?? 0 }
  }

  /// The octets, `nil` for each that could not be read.
  static func marked(_ text: some Sequence<UInt8>) -> [UInt8?]? {
    var octets: [UInt8?] = []
    var first: UInt8?
    for character in text where character != 0x20 && character != 0x09 {
      guard let high = first else {
        first = character
        continue
      }
      first = nil
      if high == character, character == 0x3F || character == 0x2D {
        octets.append(nil)
      } else if let high = HexText.value(ofDigit: high), let low = HexText.value(ofDigit: character) {
        octets.append(high << 4 | low)
      } else {
        return nil
      }
    }
    return first == nil ? octets : nil
  }
}
