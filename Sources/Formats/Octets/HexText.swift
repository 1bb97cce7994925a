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
  ///
  /// A database of many messages is read with this: a look into a table for each digit, without a copy.
  private static func bareOctets(of digits: some Collection<UInt8>) -> [UInt8]? {
    if let quick = digits.withContiguousStorageIfAvailable({ unsafe bareOctets(in: $0) }) { return quick }
    return unsafe Array(digits).withUnsafeBufferPointer { unsafe bareOctets(in: $0) }
  }

  private static func bareOctets(in digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    // A digit that is none has bits above those of a digit, and they stay.
    var seen: UInt8 = 0
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: digits.count / 2) { buffer, count in
      count = digits.count / 2
      for place in 0..<count {
        let high = values[Int(unsafe digits[2 * place])]
        let low = values[Int(unsafe digits[2 * place + 1])]
        seen |= high | low
        unsafe buffer.initializeElement(at: place, to: high << 4 | low)
      }
    }
    return seen < 16 ? octets : nil
  }

  /// The value of each ASCII hex digit, and 255 for all other octets.
  private static let values: [UInt8] = (0...255).map { value(ofDigit: $0) ?? 255 }

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
