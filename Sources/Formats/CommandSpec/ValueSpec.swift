import Spelling

/// What the value of an option or an operand looks like: its name in help texts and what it may be.
package struct ValueSpec: Sendable {
  package enum Kind: Sendable {
    case text
    /// The name of a file, or `-` for standard input or output where the command says so.
    case file
    case folder
    case number(ClosedRange<Int>)
    /// A time such as `500ms`, `90s`, `5m`, `2h`, `3d`; a bare number is seconds.
    case duration
    case choice([Choice])
  }

  package struct Choice: Sendable {
    package let word: String
    package let help: String

    package init(_ word: String, _ help: String = "") {
      self.word = word
      self.help = help
    }
  }

  /// The name of the value in help texts, for example `FILE`.
  package let placeholder: String
  package let kind: Kind
  /// The name of a list of words that only the running program knows, asked for by completion scripts; see
  /// ``ProgramSpec``.
  package let wordList: String?

  package init(_ placeholder: String, _ kind: Kind, wordList: String? = nil) {
    self.placeholder = placeholder
    self.kind = kind
    self.wordList = wordList
  }

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

package enum ArgumentValue: Sendable, Equatable {
  /// A text, a file name or one of a few words.
  case text(String)
  case number(Int)
  case duration(Duration)
}

package enum ValueError: Error, Equatable, Sendable {
  case notANumber(allowed: ClosedRange<Int>)
  case outOfRange(allowed: ClosedRange<Int>)
  case notADuration
  case durationTooLong
  case notAChoice(allowed: [String], nearest: String?)
}
