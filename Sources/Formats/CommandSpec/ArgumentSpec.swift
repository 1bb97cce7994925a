/// An option or a flag as data.
package struct OptionSpec: Sendable {
  /// The long name without its dashes.
  package let name: String
  /// The letter of the short form, if there is one.
  package let short: Character?
  /// The value that follows; `nil` for a flag.
  package let value: ValueSpec?
  /// Whether it may stand more than once.
  package let mayRepeat: Bool
  /// Whether the command cannot do without it.
  package let isRequired: Bool
  /// One line on what it does, without a full stop.
  package let help: String
  /// Whether help, completions and the manual leave it out.
  package let isHidden: Bool

  /// The values in what was written: several words of a choice may stand together, as in `--may start,stop`.
  func texts(of written: String) -> [String] {
    guard mayRepeat, case .choice? = value?.kind, written.contains(",") else { return [written] }
    return written.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

/// An operand as data: a word of the command line that is neither an option nor its value.
package struct OperandSpec: Sendable {
  /// How many words an operand takes.
  package enum Count: Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// All that remain, which may be none.
    case any
    /// All that remain, at least one.
    case some
  }

  /// What each word looks like; its placeholder is the name of the operand.
  package let value: ValueSpec
  /// How many words it takes.
  package let count: Count
  /// One line on what it is, without a full stop.
  package let help: String

  /// The name under which the operand is read.
  package var name: String { value.placeholder }
}

/// Anything that can be declared as part of a command.
package enum ArgumentSpec: Sendable {
  /// An option or a flag.
  case option(OptionSpec)
  case operand(OperandSpec)
}
