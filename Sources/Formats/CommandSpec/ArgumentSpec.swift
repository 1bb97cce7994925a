package struct OptionSpec: Sendable {
  /// The long name without its dashes.
  package let name: String
  package let short: Character?
  /// The value that follows; `nil` for a flag.
  package let value: ValueSpec?
  package let mayRepeat: Bool
  package let isRequired: Bool
  /// One line on what it does, without a full stop.
  package let help: String
  /// Whether help, completions and the manual leave it out.
  package let isHidden: Bool

  /// Splits what was written into values: words of a choice may be joined, as in `--may start,stop`.
  func texts(of written: String) -> [String] {
    guard mayRepeat, case .choice? = value?.kind, written.contains(",") else { return [written] }
    return written.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

/// An operand as data: a word of the command line that is neither an option nor its value.
package struct OperandSpec: Sendable {
  package enum Count: Sendable {
    case one
    case optional
    /// All that remain, which may be none.
    case any
    /// All that remain, at least one.
    case some
  }

  /// What each word looks like; its placeholder is the name of the operand.
  package let value: ValueSpec
  package let count: Count
  /// One line on what it is, without a full stop.
  package let help: String

  package var name: String { value.placeholder }
}

package enum ArgumentSpec: Sendable {
  case option(OptionSpec)
  case operand(OperandSpec)
}

/// What a declaration may list: an option, a flag or an operand of any value type, or a list of them.
package protocol Argument: Sendable {
  var arguments: [ArgumentSpec] { get }
}

extension Array: Argument where Element == any Argument {
  package var arguments: [ArgumentSpec] { flatMap { argument in argument.arguments } }
}
