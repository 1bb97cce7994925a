/// Why a text is not hex.
public enum HexError: Error, Equatable, Sendable {
  /// A character that is neither a hex digit nor a separator.
  case notADigit(Character, offset: Int)
  /// The digits do not pair up: the last octet is only half there.
  case halfAnOctet(digits: Int)
}

/// Octets as hex digits, the way people copy them out of tools.
public enum HexText {
  /// Reads hex digits of either case; blanks, line ends, colons, dashes and a leading `0x` are passed over.
  ///
  /// - Returns: the octets.
  /// - Throws: ``HexError`` with the offset in characters from the start of `text`.
  public static func octets(of text: some StringProtocol) throws(HexError) -> [UInt8] {
    if let octets = bareOctets(of: text.utf8) { return octets }
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    var digits = 0
    var offset = 0
    var rest = text[...]
    if rest.hasPrefix("0x") || rest.hasPrefix("0X") {
      rest = rest.dropFirst(2)
      offset = 2
    }
    for character in rest {
      defer { offset += 1 }
      if character.isWhitespace || character == ":" || character == "-" { continue }
      guard let ascii = character.asciiValue, let digit = value(ofDigit: ascii) else {
        throw .notADigit(character, offset: offset)
      }
      digits += 1
      if let first = high {
        octets.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil else { throw .halfAnOctet(digits: digits) }
    return octets
  }

  /// The octets of digits without anything between them, as programs write them; `nil` for anything else.
  private static func bareOctets(of digits: some Collection<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    octets.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let digit = value(ofDigit: digit) else { return nil }
      if let first = high { octets.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return high == nil ? octets : nil
  }

  /// The octets as hex digits without separators: upper case for people's identifiers, lower case for payloads.
  @inlinable
  public static func text(of octets: some Sequence<UInt8>, uppercase: Bool = false) -> String {
    let letters: UInt8 = uppercase ? 0x41 - 10 : 0x61 - 10
    var ascii: [UInt8] = []
    ascii.reserveCapacity(octets.underestimatedCount * 2)
    for octet in octets {
      let (high, low) = (octet >> 4, octet & 0xF)
      ascii.append(high + (high < 10 ? 0x30 : letters))
      ascii.append(low + (low < 10 ? 0x30 : letters))
    }
    return String(decoding: ascii, as: UTF8.self)
  }

  /// The value of one ASCII hex digit, or `nil` if it is none.
  @inlinable
  public static func value(ofDigit ascii: UInt8) -> UInt8? {
    switch ascii {
    case 0x30...0x39: ascii - 0x30
    case 0x41...0x46: ascii - 0x41 + 10
    case 0x61...0x66: ascii - 0x61 + 10
    default: nil
    }
  }
}
