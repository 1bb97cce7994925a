/// Examines a pattern as a text: what its author may have meant by it.
struct PatternText {
  struct Variables {
    var names: [String] = []
    var isUnterminated = false
    var hasAny: Bool { isUnterminated || !names.isEmpty }
  }

  private let octets: [UInt8]
  /// Whether it has only letters, digits, `/`, `*`, `?`, `-`, `_` and dots: nothing that could be meant otherwise.
  let isPlain: Bool

  init(_ source: String) {
    octets = Array(source.utf8)
    var isPlain = true
    var before: UInt8 = 0
    for octet in octets {
      switch octet {
      case 0x2D, 0x2E, 0x2F, 0x30...0x39, 0x3F, 0x41...0x5A, 0x5F, 0x61...0x7A: break
      case UInt8(ascii: "*"): isPlain = isPlain && before != UInt8(ascii: ".")
      default: isPlain = false
      }
      before = octet
    }
    self.isPlain = isPlain
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

  /// The pattern with characters beyond ASCII percent-encoded.
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

  /// The first character that links have only as an escape, with that escape: `|` and its like.
  var unencoded: (sign: String, escape: String)? {
    guard let octet = octets.first(where: { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C && !isURLOctet($0) }) else {
      return nil
    }
    let sign = String(decoding: [octet], as: UTF8.self)
    return (sign, PatternText.escape(octet))
  }

  /// The characters that links have only as escapes, blanks and letters beyond ASCII among them.
  var firstEscape: (sign: String, escape: String)? {
    for scalar in String(decoding: octets, as: UTF8.self).unicodeScalars {
      let isEscaped = !scalar.isASCII || (scalar != "\\" && !isURLOctet(UInt8(scalar.value)))
      guard isEscaped else { continue }
      let sign = String(Character(scalar))
      return (sign, sign.utf8.map(PatternText.escape).joined())
    }
    return nil
  }

  private static func escape(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  /// `?name=`, `?name&`, or `name=` after a wildcard or `&`: what somebody meant for the query.
  var looksLikeQuery: Bool {
    if let mark = octets.firstIndex(of: UInt8(ascii: "?")),
      octets[(mark + 1)...].contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") })
    {
      return true
    }
    guard let equals = octets.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let name = octets[..<equals].reversed().prefix { octet in
      octet == UInt8(ascii: "_") || octet == UInt8(ascii: "-") || AppIDFlaw.isAlphanumeric(octet)
    }
    guard !name.isEmpty, name.count < equals else { return false }
    let before = octets[equals - name.count - 1]
    return [UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "/")].contains(before)
  }

  var looksLikeRegex: Bool {
    if starts(with: "^") || octets.last == UInt8(ascii: "$") || contains("[") || contains(".+") || hasAlternatives {
      return true
    }
    for letter in ["\\d", "\\w", "\\s", "\\b", "\\.", "\\/", "/.*", "(.*", "(?:"] where contains(letter) {
      // `$(name)` opens a bracket too, but never with these behind it.
      return true
    }
    return starts(with: ".*")
  }

  /// `(a|b)`
  private var hasAlternatives: Bool {
    guard let open = octets.firstIndex(of: UInt8(ascii: "(")), open == 0 || octets[open - 1] != UInt8(ascii: "$"),
      let close = octets[open...].firstIndex(of: UInt8(ascii: ")"))
    else { return false }
    return octets[open..<close].contains(UInt8(ascii: "|"))
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
