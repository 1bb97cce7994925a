/// Why a text is not the JSON (or JSON5) it should be, and where reading had to stop.
public struct JSONError: Error, Equatable, Sendable {
  /// What was found wrong.
  public enum Cause: Equatable, Sendable {
    /// Nothing but blanks.
    case empty
    /// More octets than the limit.
    case tooLong(limit: Int)
    /// Lists and objects inside each other beyond the limit.
    case tooDeep(limit: Int)
    /// Something else is where `expected` belongs.
    case unexpected(Unicode.Scalar, expected: Expected)
    /// The text ends where `expected` belongs.
    case endOfText(expected: Expected)
    /// A string has no end.
    case unterminatedString
    /// A control character is raw in a string.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that it cannot escape.
    case badEscape
    /// `\u` stands for half a character: a surrogate without its other half.
    case loneSurrogate
    /// A number with a leading zero (`007`).
    case leadingZero
    /// A number in which a digit is missing (`1.`, `-`, `2e`).
    case missingDigit
    /// A number beyond what a `Double` holds.
    case numberTooLarge
    /// Octets that are not UTF-8.
    case notUTF8(UInt8)
    /// A comment has no end (JSON5).
    case unterminatedComment
  }

  /// What would have been right.
  public enum Expected: Equatable, Sendable {
    /// A value.
    case value
    /// The name of a member.
    case name
    /// The colon behind a name.
    case colon
    /// A comma, or the bracket that closes the list.
    case commaOrBracket
    /// A comma, or the brace that closes the object.
    case commaOrBrace
    /// Nothing more.
    case endOfText
  }

  /// Where reading stopped.
  public let place: JSONPlace
  /// What was found wrong there.
  public let cause: Cause
  /// What most likely happened.
  public let hint: JSONHint?

  /// Creates a fault.
  public init(place: JSONPlace, cause: Cause, hint: JSONHint? = nil) {
    self.place = place
    self.cause = cause
    self.hint = hint
  }
}

/// What people (and their editors, servers and generators) do to JSON. The raw value is the name in `--json` output.
public enum JSONHint: String, Sendable, CaseIterable {
  /// A comma before a closing bracket.
  case trailingComma = "trailing-comma"
  /// Typographic quotation marks.
  case smartQuotes = "smart-quotes"
  /// Two values with nothing between them.
  case missingComma = "missing-comma"
  /// A comment.
  case comment
  /// A web page instead of the file.
  case html
  /// The `---` head of a site generator.
  case frontMatter = "front-matter"
  /// `'text'`
  case singleQuotes = "single-quotes"
  /// A blank that only looks like one.
  case nonBreakingSpace = "non-breaking-space"
  /// Two commas in a row, or one before the first value.
  case extraComma = "extra-comma"
  /// A name without its colon.
  case missingColon = "missing-colon"
  /// A word without quotation marks.
  case unquotedWord = "unquoted-word"
  /// `True`, `None`, `undefined`: a literal of a programming language.
  case foreignLiteral = "foreign-literal"
  /// A quotation mark inside a string without its backslash.
  case unescapedQuote = "unescaped-quote"
  /// A string that goes over a line end.
  case lineBreakInString = "line-break-in-string"
  /// A closing bracket of the wrong kind, or one too many.
  case unbalancedBracket = "unbalanced-bracket"
  /// The text ends too early.
  case cutShort = "cut-short"
  /// More than one value.
  case moreThanOneValue = "more-than-one-value"
  /// A byte-order mark before the first character.
  case byteOrderMark = "byte-order-mark"
  /// UTF-16 or UTF-32.
  case utf16 = "utf-16"
  /// An XML property list.
  case propertyList = "property-list"
  /// `{{ … }}`, `<% … %>`, `${ … }`: a template that was not filled in.
  case template
  /// Octets that are not text.
  case binary
  /// Brackets around members with names.
  case bracketsForBraces = "brackets-for-braces"
  /// A quotation mark twice in a row.
  case doubledQuote = "doubled-quote"
  /// A command for a shell instead of the file.
  case shellCommand = "shell-command"
}
