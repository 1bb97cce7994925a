import Spelling

/// What the value of an option or an operand looks like: its name in help texts and what it may be.
package struct ValueSpec: Sendable {
  /// The kinds of values that a command line checks before a command sees them.
  package enum Kind: Sendable {
    /// Any text.
    case text
    /// The name of a file, or `-` for standard input or output where the command says so.
    case file
    /// The name of a folder.
    case folder
    /// A whole number within a range.
    case number(ClosedRange<Int>)
    /// A time such as `500ms`, `90s`, `5m`, `2h`, `3d`; a bare number is seconds.
    case duration
    /// One of a few words.
    case choice([Choice])
  }

  /// One of the words that a choice allows.
  package struct Choice: Sendable {
    /// The word as it is written.
    package let word: String
    /// A few words on what it means; may be empty.
    package let help: String

    /// Makes a choice.
    package init(_ word: String, _ help: String = "") {
      self.word = word
      self.help = help
    }
  }

  /// The name that stands for the value in help texts, for example `FILE`.
  package let placeholder: String
  /// What the value may be.
  package let kind: Kind
  /// The name of a list of words that only the running program knows, asked for by completion scripts; see
  /// ``ProgramSpec``.
  package let wordList: String?

  /// Makes the description of a value.
  package init(_ placeholder: String, _ kind: Kind, wordList: String? = nil) {
    self.placeholder = placeholder
    self.kind = kind
    self.wordList = wordList
  }

  /// Reads a word of the command line.
  func value(of word: String) throws(ValueError) -> ArgumentValue {
    switch kind {
    case .text, .file, .folder:
      return .text(word)
    case .number(let range):
      guard let number = Int(word), !word.hasPrefix("+") else { throw .notANumber(allowed: range) }
      guard range.contains(number) else { throw .outOfRange(allowed: range) }
      return .number(number)
    case .duration:
      return .duration(try DurationText.duration(of: word))
    case .choice(let choices):
      for choice in choices where choice.word == word { return .text(word) }
      throw .notAChoice(allowed: choices.map { choice in choice.word }, nearest: nearest(to: word, among: choices))
    }
  }

  private func nearest(to word: String, among choices: [Choice]) -> String? {
    nearestWord(to: word, among: choices.map { choice in choice.word })
  }
}

/// A value that was read from the command line.
package enum ArgumentValue: Sendable, Equatable {
  /// A text, a file name or one of a few words.
  case text(String)
  /// A whole number.
  case number(Int)
  /// A time span.
  case duration(Duration)
}

/// Why a word is not the value that was asked for.
package enum ValueError: Error, Equatable, Sendable {
  /// Not a whole number.
  case notANumber(allowed: ClosedRange<Int>)
  /// A number that is too small or too large.
  case outOfRange(allowed: ClosedRange<Int>)
  /// Not a time such as `90s`.
  case notADuration
  /// A time that is longer than a machine can count.
  case durationTooLong
  /// None of the words that are allowed.
  case notAChoice(allowed: [String], nearest: String?)
}
