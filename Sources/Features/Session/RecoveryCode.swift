internal import ProofOfTap

/// A printed way out: 25 letters that end one session. Only a digest of them is kept.
struct RecoveryCode {
  /// How much chance a code takes: 125 bits, which nobody tries through.
  static let octets = 16
  /// No letter that looks like another one.
  private static let alphabet: [Character] = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// The letters in groups of five.
  let text: String

  init(chance: [UInt8]) {
    var bits: UInt64 = 0
    var count = 0
    var letters = ""
    var rest = chance[...]
    for place in 0..<25 {
      while count < 5, let octet = rest.popFirst() {
        bits = bits << 8 | UInt64(octet)
        count += 8
      }
      count -= 5
      if place > 0, place % 5 == 0 { letters.append("-") }
      letters.append(Self.alphabet[Int((bits >> UInt64(count)) & 31)])
    }
    text = letters
  }

  /// The digest by which a code is known again, however its groups and letters are typed.
  ///
  /// A code is chance and no word of a person, so that a plain digest cannot be turned back by trying.
  static func digest(of typed: String) -> [UInt8] {
    var letters: [UInt8] = []
    for octet in typed.uppercased().utf8 {
      switch octet {
      case UInt8(ascii: "O"): letters.append(UInt8(ascii: "0"))
      case UInt8(ascii: "I"), UInt8(ascii: "L"): letters.append(UInt8(ascii: "1"))
      case 0x30...0x39, 0x41...0x5A: letters.append(octet)
      default: break
      }
    }
    return SHA256.digest(of: letters)
  }
}
