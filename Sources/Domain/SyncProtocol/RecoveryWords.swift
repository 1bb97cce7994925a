/// Six words that a person can write down and type: each is five letters, consonant, vowel, consonant, vowel,
/// consonant, and stands for 16 bits. 88 bits are chance; the last eight find slips of the pen.
package struct RecoveryWords: Equatable, Sendable {
  /// Eleven random octets and the check.
  package let octets: [UInt8]

  /// How many random octets the words are made of.
  package static let chanceCount = 11
  private static let consonants = Array("bdfghjklmnprstvz".utf8)
  private static let vowels = Array("aiou".utf8)

  /// Only the first eleven octets count; missing ones are 0.
  package init(chance: [UInt8]) {
    let octets = Array((chance + [UInt8](repeating: 0, count: Self.chanceCount)).prefix(Self.chanceCount))
    self.octets = octets + [Self.check(of: octets)]
  }

  /// Reads words as a person types them: in either case, with anything but letters between them. `nil` if they are
  /// not six such words, or the check finds a slip.
  package init?(text: String) {
    var letters: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard scalar.isASCII else { return nil }
      let letter = UInt8(scalar.value) | 0x20
      if (0x61...0x7A).contains(letter) { letters.append(letter) }
    }
    guard letters.count == 30 else { return nil }
    var octets: [UInt8] = []
    for start in stride(from: 0, to: 30, by: 5) {
      var bits = 0
      for place in 0..<5 {
        let alphabet = place % 2 == 0 ? Self.consonants : Self.vowels
        guard let value = alphabet.firstIndex(of: letters[start + place]) else { return nil }
        bits = bits * alphabet.count + value
      }
      octets += [UInt8(bits >> 8), UInt8(bits & 0xFF)]
    }
    guard let check = octets.popLast(), check == Self.check(of: octets) else { return nil }
    self.octets = octets + [check]
  }

  package var text: String {
    var text = ""
    for start in stride(from: 0, to: octets.count, by: 2) {
      if start > 0 { text += " " }
      var bits = Int(octets[start]) << 8 | Int(octets[start + 1])
      var word: [UInt8] = []
      for place in (0..<5).reversed() {
        let alphabet = place % 2 == 0 ? Self.consonants : Self.vowels
        word.append(alphabet[bits % alphabet.count])
        bits /= alphabet.count
      }
      text += String(decoding: word.reversed(), as: UTF8.self)
    }
    return text
  }

  /// A cyclic check of eight bits (polynomial x⁸ + x² + x + 1): finds every single wrong letter.
  private static func check(of octets: [UInt8]) -> UInt8 {
    octets.reduce(0xFF) { check, octet in
      (0..<8).reduce(check ^ octet) { rest, _ in rest & 0x80 != 0 ? rest << 1 ^ 0x07 : rest << 1 }
    }
  }
}
