internal import ProofOfTap

/// A printed way out: 25 letters that end one session. Only a digest of them is kept.
struct RecoveryCode {
  /// Enough for the 125 random bits of a code, which nobody can try out.
  static let octets = 16
  /// Leaves out letters that look like others.
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

  /// Ignores how groups and letters are typed. Codes are random, so a plain digest is safe.
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
