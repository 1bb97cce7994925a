/// A command line that cannot be understood.
package struct UsageError: Error, Equatable, Sendable {
  /// What is wrong with it.
  package enum Cause: Equatable, Sendable {
    /// A program or a group was called without saying which command is meant.
    case noCommand(known: [String])
    /// No command has this name.
    case unknownCommand(String, nearest: String?, known: [String])
    /// No option has this name. The names come with their dashes.
    case unknownOption(String, nearest: String?)
    /// An option is at the end, without its value.
    case missingValue(option: String, placeholder: String)
    /// A value was given to a flag.
    case unexpectedValue(flag: String, value: String)
    /// A value that the option or operand cannot take.
    case badValue(argument: String, value: String, ValueError)
    /// An option that may appear once appears twice.
    case repeatedOption(String)
    /// An option is missing that the command cannot do without.
    case missingOption(String, placeholder: String)
    case missingOperand(String)
    /// A word is left over.
    case unexpectedOperand(String)
    /// Two options or operands that exclude each other.
    case conflict(String, String)
  }

  /// What is wrong.
  package let cause: Cause
  /// The words of the command that was recognised so far, without the program's name.
  package let command: [String]
  /// Which word of the command line it is, counted from 0 after the program's name; `nil` if a word is missing.
  package let word: Int?

  /// Makes an error; commands make it for rules between arguments that a declaration cannot say.
  package init(_ cause: Cause, command: [String], word: Int? = nil) {
    self.cause = cause
    self.command = command
    self.word = word
  }
}
