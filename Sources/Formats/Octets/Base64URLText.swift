/// Octets as letters, digits, `-` and `_`, without padding (RFC 4648, section 5): what may be part of a link as it is.
public enum Base64URLText {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of octets.
  public static func text(of octets: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((octets.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var count = 0
    for octet in octets {
      bits = bits << 8 | UInt32(octet)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(bits >> UInt32(count) & 0x3F)])
      }
    }
    if count > 0 { text.append(letters[Int(bits << UInt32(6 - count) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The octets of a text; `nil` if a character is not of the alphabet, or the last one has bits that belong to no
  /// octet, so that each text is the only one of its octets.
  public static func octets(of text: String) -> [UInt8]? {
    var octets: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for letter in text.utf8 {
      guard let value = value(of: letter) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        octets.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return octets
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
