package struct UsageError: Error, Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    case noCommand(known: [String])
    case unknownCommand(String, nearest: String?, known: [String])
    /// No option has this name; the names include their dashes.
    case unknownOption(String, nearest: String?)
    case missingValue(option: String, placeholder: String)
    case unexpectedValue(flag: String, value: String)
    case badValue(argument: String, value: String, ValueError)
    case repeatedOption(String)
    case missingOption(String, placeholder: String)
    case missingOperand(String)
    case unexpectedOperand(String)
    case conflict(String, String)
  }

  package let cause: Cause
  /// The words of the command that was recognised so far, without the program's name.
  package let command: [String]
  /// Which word of the command line it is, counted from 0 after the program's name; `nil` if a word is missing.
  package let word: Int?

  /// Makes an error; commands do so for rules that a declaration cannot express.
  package init(_ cause: Cause, command: [String], word: Int? = nil) {
    self.cause = cause
    self.command = command
    self.word = word
  }
}
