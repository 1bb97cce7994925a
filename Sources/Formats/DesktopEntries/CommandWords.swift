enum CommandWords {
  /// Splits a line into its words by the specification's own quoting, and leaves out its field codes (`%U` and the
  /// like).
  ///
  /// - Returns: `nil` where a quotation mark never closes.
  static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8] = []
    var stands = false
    var quoted = false
    var escaped = false
    for octet in line.utf8 {
      if escaped {
        word.append(octet)
        escaped = false
      } else if quoted, octet == UInt8(ascii: "\\") {
        escaped = true
      } else if octet == UInt8(ascii: "\"") {
        quoted.toggle()
        stands = true
      } else if !quoted, octet == 0x20 || octet == 0x09 || octet == 0x0A {
        if stands || !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
        stands = false
      } else {
        word.append(octet)
      }
    }
    guard !quoted, !escaped else { return nil }
    if stands || !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words.compactMap(withoutFieldCode)
  }

  private static func withoutFieldCode(_ word: String) -> String? {
    let octets = Array(word.utf8)
    if octets.count == 2, octets[0] == UInt8(ascii: "%"), octets[1] != UInt8(ascii: "%") { return nil }
    guard octets.contains(UInt8(ascii: "%")) else { return word }
    var kept: [UInt8] = []
    var index = 0
    while index < octets.count {
      if octets[index] == UInt8(ascii: "%"), index + 1 < octets.count {
        if octets[index + 1] == UInt8(ascii: "%") { kept.append(octets[index]) }
        index += 2
      } else {
        kept.append(octets[index])
        index += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
