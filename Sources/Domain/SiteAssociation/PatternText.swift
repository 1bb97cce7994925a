/// A pattern looked at as a text: what somebody may have meant by it.
struct PatternText {
  /// The variables that a pattern names.
  struct Variables {
    var names: [String] = []
    var isUnterminated = false
    var hasAny: Bool { isUnterminated || !names.isEmpty }
  }

  private let octets: [UInt8]

  init(_ source: String) {
    octets = Array(source.utf8)
  }

  func contains(_ word: String) -> Bool { firstIndex(of: word) != nil }

  func starts(with word: String) -> Bool { octets.starts(with: word.utf8) }

  private func firstIndex(of word: String, from start: Int = 0) -> Int? {
    let wanted = Array(word.utf8)
    guard octets.count >= start + wanted.count else { return nil }
    return (start...(octets.count - wanted.count)).first { octets[$0...].starts(with: wanted) }
  }

  var variables: Variables {
    var variables = Variables()
    var at = 0
    while at + 1 < octets.count {
      guard octets[at] == UInt8(ascii: "$"), octets[at + 1] == UInt8(ascii: "(") else {
        at += 1
        continue
      }
      guard let end = octets[(at + 2)...].firstIndex(of: UInt8(ascii: ")")) else {
        variables.isUnterminated = true
        break
      }
      variables.names.append(String(decoding: octets[(at + 2)..<end], as: UTF8.self))
      at = end + 1
    }
    return variables
  }

  /// Stars and variables, stars in a row counted once.
  var depth: Int {
    var stars = 0
    var before: UInt8 = 0
    for octet in octets {
      if octet == UInt8(ascii: "*"), before != octet { stars += 1 }
      before = octet
    }
    return stars + variables.names.count
  }

  var hasOuterBlanks: Bool { octets.first.map(isBlank) ?? false || octets.last.map(isBlank) ?? false }

  var hasInnerBlank: Bool {
    guard let first = octets.firstIndex(where: { !isBlank($0) }), let last = octets.lastIndex(where: { !isBlank($0) })
    else { return false }
    return octets[first...last].contains(where: isBlank)
  }

  var hasNonASCII: Bool { octets.contains { $0 >= 0x80 } }

  var hasEscape: Bool {
    octets.indices.contains { index in
      octets[index] == UInt8(ascii: "%") && index + 2 < octets.count && hexValue(octets[index + 1]) != nil
        && hexValue(octets[index + 2]) != nil
    }
  }

  /// The pattern with what is not ASCII percent-encoded.
  var encoded: String {
    var result: [UInt8] = []
    for octet in octets {
      if octet < 0x80 {
        result.append(octet)
      } else {
        result.append(UInt8(ascii: "%"))
        for nibble in [octet >> 4, octet & 0xF] { result.append(nibble < 10 ? 0x30 + nibble : 0x41 + nibble - 10) }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `?name=` or `?name&`: a question mark that somebody took for the beginning of a query.
  var looksLikeQuery: Bool {
    guard let mark = octets.firstIndex(of: UInt8(ascii: "?")) else { return false }
    return octets[(mark + 1)...].contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") }
  }

  var looksLikeRegex: Bool {
    if starts(with: "^") || octets.last == UInt8(ascii: "$") || contains("[") || contains("|") || contains(".+") {
      return true
    }
    for letter in ["\\d", "\\w", "\\s", "\\b", "\\.", "\\/", "/.*", "(.*", "(?:"] where contains(letter) {
      // `$(name)` opens a bracket too, but never with these behind it.
      return true
    }
    return starts(with: ".*")
  }

  /// `:name` or `{name}` as a part of a path.
  var looksLikeRoute: Bool {
    for index in octets.indices.dropLast() {
      let next = octets[index + 1] | 0x20
      guard next >= 0x61, next <= 0x7A else { continue }
      if octets[index] == UInt8(ascii: "{"), octets[(index + 1)...].contains(UInt8(ascii: "}")) { return true }
      if octets[index] == UInt8(ascii: ":"), index == 0 || octets[index - 1] == UInt8(ascii: "/") { return true }
    }
    return false
  }

  private func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || (0x09...0x0D).contains(octet) }
}
