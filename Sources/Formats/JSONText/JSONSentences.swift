// What went wrong, in words. Every program of ours reads JSON, and all of them say the same about the same fault.

extension JSONPlace {
  /// `line 3, column 14`
  public var inWords: String { "line \(line), column \(column)" }
}

extension JSONError {
  /// What went wrong, in one sentence without the place, the likely reason and a full stop.
  public var causeMessage: String { cause.message }

  /// What went wrong, and what most likely happened, in one sentence without the place and without a full stop.
  public var message: String {
    guard let hint else { return cause.message }
    return cause.message + "; " + hint.message
  }
}

extension JSONError.Cause {
  var message: String {
    switch self {
    case .empty: "the text is empty"
    case .tooLong(let limit): "the text is longer than \(limit) bytes"
    case .tooDeep(let limit): "lists and objects are nested more than \(limit) levels deep"
    case .unexpected(let scalar, let expected): "found \(named(scalar)) instead of \(expected.message)"
    case .endOfText(let expected): "the text ends where \(expected.message) is expected"
    case .unterminatedString: "a string has no closing quotation mark"
    case .controlCharacter(let octet):
      octet == 0x0A || octet == 0x0D
        ? "a line ends inside a string" : "\(named(Unicode.Scalar(octet))) is not allowed in a string"
    case .badEscape: "a backslash is followed by something that it cannot escape"
    case .loneSurrogate: "a \\u escape names half a character"
    case .leadingZero: "a number begins with an extra zero"
    case .missingDigit: "a digit is missing in a number"
    case .numberTooLarge: "a number is too large"
    case .notUTF8(let octet): "the byte 0x\(hexText(UInt32(octet), digits: 2)) is not UTF-8"
    case .unterminatedComment: "a comment has no end"
    }
  }

  private func named(_ scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || isWideBlank(scalar) {
      return "the character U+" + hexText(scalar.value, digits: 4)
    }
    return "\u{2018}" + String(Character(scalar)) + "\u{2019}"
  }
}

extension JSONError.Expected {
  var message: String {
    switch self {
    case .value: "a value"
    case .name: "a name in quotation marks"
    case .colon: "a colon"
    case .commaOrBracket: "a comma or ]"
    case .commaOrBrace: "a comma or }"
    case .endOfText: "the end of the text"
    }
  }
}

extension JSONHint {
  /// What most likely happened, and what to do.
  public var message: String {
    switch self {
    case .trailingComma: "remove the comma before the closing bracket"
    case .smartQuotes: "typographic quotation marks: use straight ones"
    case .missingComma: "a comma is missing between two values"
    case .comment: "JSON has no comments: remove it"
    case .html: "this is a web page, not the file"
    case .frontMatter: "this begins with the front matter of a site generator: remove it"
    case .singleQuotes: "use straight double quotation marks"
    case .nonBreakingSpace: "this is not an ordinary space: type it again"
    case .extraComma: "there is an extra comma"
    case .missingColon: "a colon is missing after the name"
    case .unquotedWord: "put the word in straight double quotation marks"
    case .foreignLiteral: "JSON knows only true, false and null, in small letters"
    case .unescapedQuote: "a quotation mark inside a string needs a backslash before it"
    case .lineBreakInString: "close the string on its line"
    case .unbalancedBracket: "brackets do not pair up"
    case .cutShort: "something is missing at the end"
    case .moreThanOneValue: "there is more than one value"
    case .byteOrderMark: "the file begins with a byte-order mark: save it without one"
    case .utf16: "this looks like UTF-16: save it as UTF-8"
    case .propertyList: "this is a property list, not JSON"
    case .template: "a template was not filled in"
    case .binary: "this is not a text"
    case .bracketsForBraces: "a list has no names: write braces instead of these brackets"
    case .doubledQuote: "there is a quotation mark too many"
    case .shellCommand: "this is a shell command, not the file"
    }
  }
}

extension JSONShapeError {
  /// What does not fit, in one sentence without place and path and without a full stop.
  public var message: String {
    switch cause {
    case .wrongKind(let expected, let found): "found \(found.inWords) instead of \(expected.inWords)"
    case .notWhole: "a whole number belongs here"
    case .outOfRange(let number, let range):
      if range.upperBound == .max {
        "\(number) is too small: at least \(range.lowerBound)"
      } else if range.lowerBound == .min {
        "\(number) is too large: at most \(range.upperBound)"
      } else {
        "\(number) is not between \(range.lowerBound) and \(range.upperBound)"
      }
    case .unknownName(let name, let nearest, let known):
      "unknown name \u{201C}\(name)\u{201D}" + suggestion(nearest, among: known)
    case .unknownWord(let word, let nearest, let allowed):
      "unknown word \u{201C}\(word)\u{201D}" + suggestion(nearest, among: allowed)
    case .repeatedName(let name): "\u{201C}\(name)\u{201D} is there twice"
    case .missing(let name): "\u{201C}\(name)\u{201D} is missing"
    case .refused(let reason): reason
    }
  }

  private func suggestion(_ nearest: String?, among known: [String]) -> String {
    if let nearest { return ": did you mean \u{201C}\(nearest)\u{201D}?" }
    var list = ""
    for word in known { list += (list.isEmpty ? "" : ", ") + word }
    return list.isEmpty ? "" : ": known here: " + list
  }
}

private func hexText(_ number: UInt32, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
