/// A set of words of two or three letters, one bit each.
struct CodeTable: Sendable {
  private var pairs = [UInt64](repeating: 0, count: (26 * 26 + 63) / 64)
  private var triples: [UInt64] = []

  static let regions = CodeTable(regionCodes)
  static let languages = CodeTable(languageCodes)

  private init(_ words: String) {
    var letters: [Int] = []
    for octet in Array(words.utf8) + [0x20] {
      if octet == 0x20 {
        insert(letters)
        letters = []
      } else {
        letters.append(Int(octet | 0x20) - 0x61)
      }
    }
  }

  private mutating func insert(_ letters: [Int]) {
    if letters.count == 2 {
      let bit = letters[0] * 26 + letters[1]
      pairs[bit >> 6] |= 1 << UInt64(bit & 63)
    } else if letters.count == 3 {
      if triples.isEmpty { triples = [UInt64](repeating: 0, count: (26 * 26 * 26 + 63) / 64) }
      let bit = (letters[0] * 26 + letters[1]) * 26 + letters[2]
      triples[bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  var hasTriples: Bool { !triples.isEmpty }

  /// Whether a code of two letters begins at `position`, all in capitals or all small.
  func hasPair(in text: [UInt32], at position: Int) -> Bool {
    guard position + 2 <= text.count, let one = letter(text[position]), let two = letter(text[position + 1]),
      one.isSmall == two.isSmall
    else { return false }
    let bit = one.number * 26 + two.number
    return pairs[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  /// Whether a code of three letters begins at `position`, all in capitals or all small.
  func hasTriple(in text: [UInt32], at position: Int) -> Bool {
    guard hasTriples, position + 3 <= text.count, let one = letter(text[position]),
      let two = letter(text[position + 1]), let three = letter(text[position + 2]), one.isSmall == two.isSmall,
      two.isSmall == three.isSmall
    else { return false }
    let bit = (one.number * 26 + two.number) * 26 + three.number
    return triples[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  var words: [[UInt32]] {
    var words: [[UInt32]] = []
    for bit in 0..<(26 * 26) where pairs[bit >> 6] >> UInt64(bit & 63) & 1 == 1 {
      words.append([UInt32(0x61 + bit / 26), UInt32(0x61 + bit % 26)])
    }
    guard hasTriples else { return words }
    for bit in 0..<(26 * 26 * 26) where triples[bit >> 6] >> UInt64(bit & 63) & 1 == 1 {
      words.append([UInt32(0x61 + bit / 676), UInt32(0x61 + bit / 26 % 26), UInt32(0x61 + bit % 26)])
    }
    return words
  }

  private func letter(_ scalar: UInt32) -> (number: Int, isSmall: Bool)? {
    switch scalar {
    case 0x61...0x7A: (Int(scalar) - 0x61, true)
    case 0x41...0x5A: (Int(scalar) - 0x41, false)
    default: nil
    }
  }
}
