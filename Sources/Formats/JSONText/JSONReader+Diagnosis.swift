// From the place where the grammar was broken to what a person most likely did. Looked at only once reading has failed.

extension JSONReader {
  /// The fault of something here that does not belong.
  func unexpected(_ expected: JSONError.Expected) -> JSONError {
    guard !isAtEnd else {
      return JSONError(place: place, cause: .endOfText(expected: expected), hint: .cutShort)
    }
    guard let scalar = scalar(at: at) else { return notUTF8() }
    return JSONError(
      place: place, cause: .unexpected(scalar, expected: expected), hint: hint(for: scalar, expected: expected))
  }

  private func hint(for scalar: Unicode.Scalar, expected: JSONError.Expected) -> JSONHint? {
    if let hint = hintAtTheStart(scalar) { return hint }
    if isSmartQuote(scalar) { return .smartQuotes }
    if isWideBlank(scalar) { return .nonBreakingSpace }
    if scalar == "\0" { return octets.contains(0) ? .utf16 : .binary }
    if isDoubledQuote { return .doubledQuote }
    if startsComment { return .comment }
    if startsTemplate { return .template }
    switch expected {
    case .value, .name: return hintBeforeValue(scalar)
    case .colon: return scalar == "'" ? .singleQuotes : (startsAValue(scalar) || scalar == "," ? .missingColon : nil)
    case .commaOrBracket, .commaOrBrace: return hintAfterValue(scalar, expected)
    case .endOfText: return hintAfterTheEnd(scalar)
    }
  }

  /// Whole files that are something else give themselves away by their first character.
  private func hintAtTheStart(_ scalar: Unicode.Scalar) -> JSONHint? {
    if scalar.value == 0xFEFF, at == 0 { return .byteOrderMark }
    if octets.starts(with: [0xFF, 0xFE]) || octets.starts(with: [0xFE, 0xFF]) { return .utf16 }
    guard isFirstSolidOctet else {
      return stands("<!--", at: at) ? .comment : nil
    }
    if stands("---", at: at) || stands("+++", at: at) { return .frontMatter }
    if startsShellCommand { return .shellCommand }
    if scalar == "<", !stands("<%", at: at) {
      let head = octets[at..<min(octets.count, at + 1024)].map { $0 | 0x20 }
      if contains(head, "<plist") || contains(head, "plist public") { return .propertyList }
      return .html
    }
    return nil
  }

  private func hintBeforeValue(_ scalar: Unicode.Scalar) -> JSONHint? {
    switch scalar {
    case "'": return .singleQuotes
    case "}", "]": return lastSolidOctet == UInt8(ascii: ",") ? .trailingComma : .unbalancedBracket
    case ",": return restOfCommasIsTrailing ? .trailingComma : .extraComma
    case "`", "´": return .smartQuotes
    default: break
    }
    guard isWordOctet(octets[at]) else { return nil }
    return foreignLiteralHere ? .foreignLiteral : .unquotedWord
  }

  private func hintAfterValue(_ scalar: Unicode.Scalar, _ expected: JSONError.Expected) -> JSONHint? {
    switch scalar {
    case "}", "]": return .unbalancedBracket
    case ":" where expected == .commaOrBracket && lastSolidOctet == UInt8(ascii: "\""): return .bracketsForBraces
    case "\"", "{", "[", ";", "'": return scalar == "'" ? .singleQuotes : .missingComma
    default: break
    }
    if startsAValue(scalar) { return .missingComma }
    return lastSolidOctet == UInt8(ascii: "\"") ? .unescapedQuote : nil
  }

  private func hintAfterTheEnd(_ scalar: Unicode.Scalar) -> JSONHint? {
    switch scalar {
    case "}", "]": return .unbalancedBracket
    case ",":
      let rest = octets[(at + 1)...]
      return rest.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } ? .trailingComma : .unbalancedBracket
    case "\"", "{", "[": return .moreThanOneValue
    default: return nil
    }
  }

  func brokenString(from start: JSONPlace, _ octet: UInt8) -> JSONError {
    guard octet == 0x0A || octet == 0x0D else {
      return JSONError(place: place, cause: .controlCharacter(octet), hint: octet == 0 ? .utf16 : nil)
    }
    if let quote = smartQuote(from: start) { return quote }
    return JSONError(place: place, cause: .controlCharacter(octet), hint: .lineBreakInString)
  }

  func unterminatedString(from start: JSONPlace) -> JSONError {
    if let quote = smartQuote(from: start) { return quote }
    return JSONError(place: start, cause: .unterminatedString, hint: .cutShort)
  }

  /// The first typographic mark in the string that began at `start` and did not end: somebody meant it as the end.
  private func smartQuote(from start: JSONPlace) -> JSONError? {
    var offset = start.offset + 1
    var column = start.column + 1
    while offset < at, let scalar = scalar(at: offset) {
      if isSmartQuote(scalar) {
        return JSONError(
          place: JSONPlace(offset: offset, line: line, column: column), cause: .unterminatedString, hint: .smartQuotes)
      }
      offset += UTF8.width(scalar)
      column += 1
    }
    return nil
  }

  func notUTF8() -> JSONError {
    let octet = octets[at]
    if octets.starts(with: [0xFF, 0xFE]) || octets.starts(with: [0xFE, 0xFF]) {
      return JSONError(place: place, cause: .notUTF8(octet), hint: .utf16)
    }
    let hint: JSONHint? =
      switch octet {
      case 0x91...0x94: .smartQuotes  // Windows-1252
      case 0xA0: .nonBreakingSpace  // Latin-1
      default: isFirstSolidOctet ? .binary : nil
      }
    return JSONError(place: place, cause: .notUTF8(octet), hint: hint)
  }

  private var isFirstSolidOctet: Bool { lastSolidOctet == nil }

  private var lastSolidOctet: UInt8? {
    var index = at - 1
    while index >= 0 {
      let octet = octets[index]
      if octet != 0x20, !(0x09...0x0D).contains(octet) { return octet }
      index -= 1
    }
    return nil
  }

  /// `""name"` or `"name""`: right after a string, where nothing can follow without a sign between.
  private var isDoubledQuote: Bool {
    guard at > 1, octets[at - 1] == UInt8(ascii: "\"") else { return false }
    if octets[at] == UInt8(ascii: "\"") {
      let after = octets[(at + 1)...].first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
      return after.map { [UInt8]("]},:".utf8).contains($0) } ?? true
    }
    return octets[at - 2] == UInt8(ascii: "\"") && (isWordOctet(octets[at]) || octets[at] == UInt8(ascii: "/"))
  }

  private var startsShellCommand: Bool {
    if stands("#!", at: at) { return true }
    let start = stands("$ ", at: at) ? at + 2 : at
    let words = [
      "cat", "cd", "cp", "curl", "echo", "git", "mkdir", "mv", "npx", "openssl", "scp", "ssh", "sudo", "wget",
    ]
    return words.contains { word in stands(word + " ", at: start) }
  }

  private var startsComment: Bool {
    octets[at] == UInt8(ascii: "#") || stands("//", at: at) || stands("/*", at: at)
  }

  private var startsTemplate: Bool {
    stands("{{", at: at) || stands("{%", at: at) || stands("<%", at: at) || stands("${", at: at)
      // `{{` opens an object, so that the reader has gone one brace further.
      || (octets[at] == UInt8(ascii: "{") || octets[at] == UInt8(ascii: "%")) && at > 0
        && octets[at - 1] == UInt8(ascii: "{")
  }

  /// Whether only commas and blanks follow the comma here, up to a closing bracket.
  private var restOfCommasIsTrailing: Bool {
    guard lastSolidOctet == UInt8(ascii: ",") else { return false }
    let after = octets[at...].first { $0 != 0x20 && !(0x09...0x0D).contains($0) && $0 != UInt8(ascii: ",") }
    return after == UInt8(ascii: "}") || after == UInt8(ascii: "]")
  }

  private var foreignLiteralHere: Bool {
    let words = [
      "True", "False", "None", "TRUE", "FALSE", "NULL", "Null", "nil", "undefined", "NaN", "Infinity", "yes", "no",
    ]
    return words.contains { word in
      let end = at + word.utf8.count
      return stands(word, at: at) && (end >= octets.count || !isWordOctet(octets[end]))
    }
  }

  private func startsAValue(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "{", "[", "-", "0"..."9": true
    default: stands("true", at: at) || stands("false", at: at) || stands("null", at: at)
    }
  }

  /// Whether the word is here, even as the beginning of a longer one.
  func stands(_ word: String, at offset: Int) -> Bool {
    var index = offset
    for octet in word.utf8 {
      guard index < octets.count, octets[index] == octet else { return false }
      index += 1
    }
    return true
  }

  private func contains(_ text: [UInt8], _ word: String) -> Bool {
    let wanted = Array(word.utf8).map { $0 | 0x20 }
    guard text.count >= wanted.count else { return false }
    return (0...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
  }
}

func isWordOctet(_ octet: UInt8) -> Bool {
  switch octet {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
    true
  default: false
  }
}

/// The quotation marks that word processors and web pages put in place of the straight one.
func isSmartQuote(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x2018...0x201F, 0xAB, 0xBB, 0x2039, 0x203A, 0x2032, 0x2033, 0x300C...0x300F, 0xFF02, 0xFF07: true
  default: false
  }
}
