// Embedded Swift has no search for a text within a text.

extension Array<UInt8> {
  func firstRange(of word: [UInt8], from start: Int = 0) -> Range<Int>? {
    guard !word.isEmpty, count - start >= word.count else { return nil }
    for index in start...(count - word.count) where self[index...].starts(with: word) {
      return index..<index + word.count
    }
    return nil
  }

  func holds(_ word: [UInt8]) -> Bool { firstRange(of: word) != nil }
}

extension String {
  func holds(_ word: String) -> Bool { Array(utf8).holds(Array(word.utf8)) }

  func substituting(_ word: String, with other: String) -> String {
    let (octets, word) = (Array(utf8), Array(word.utf8))
    var result: [UInt8] = []
    var start = 0
    while let found = octets.firstRange(of: word, from: start) {
      result += octets[start..<found.lowerBound] + Array(other.utf8)
      start = found.upperBound
    }
    return String(decoding: result + octets[start...], as: UTF8.self)
  }
}
