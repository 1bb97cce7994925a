/// A command as data. Parsing, help, completions and the manual page are all read off this one declaration.
package struct CommandSpec: Sendable {
  /// The word that calls the command.
  package let name: String
  /// One line on what it does, without a full stop.
  package let abstract: String
  /// Paragraphs for the reader who wants more, with a blank line between them. Lines that begin with `$ ` are examples.
  package internal(set) var discussion: String
  /// What the command takes, made when it is asked for: of a hundred commands a process runs one.
  private let arguments: @Sendable () -> [ArgumentSpec]
  /// The commands below this one. A command with any is a group: it takes no operands and cannot be run by itself.
  package internal(set) var subcommands: [CommandSpec]
  /// The command of a group that is meant where none of its commands is named.
  package let usual: String?
  /// Whether help, completions and the manual leave it out.
  package let isHidden: Bool
  /// Whether all words after the command are its operands, also those that look like options: another program reads
  /// them.
  package let handsOn: Bool
  /// The heading under which the program's help lists it; empty for the common one.
  package var section = ""

  /// Declares a command that does something.
  package init(
    _ name: String, _ abstract: String, discussion: String = "", isHidden: Bool = false, handsOn: Bool = false,
    @ArgumentList _ arguments: @escaping @Sendable () -> [ArgumentSpec] = { [] }
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    subcommands = []
    usual = nil
    self.isHidden = isHidden
    self.handsOn = handsOn
  }

  /// Declares a group of commands.
  ///
  /// - Parameter usual: the command that is meant where none is named: `night` and `night 2026-11-21` both mean
  ///   `night show`.
  package init(
    group name: String, _ abstract: String, discussion: String = "", isHidden: Bool = false,
    subcommands: [CommandSpec], usual: String? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    arguments = { [] }
    self.subcommands = subcommands
    self.usual = usual
    self.isHidden = isHidden
    handsOn = false
  }

  /// The options and flags in the order in which help shows them.
  package var options: [OptionSpec] {
    arguments().compactMap { argument in
      guard case .option(let option) = argument else { return nil }
      return option
    }
  }

  /// The operands in the order in which they stand.
  package var operands: [OperandSpec] {
    arguments().compactMap { argument in
      guard case .operand(let operand) = argument else { return nil }
      return operand
    }
  }

  /// Whether the command only holds others together.
  package var isGroup: Bool { !subcommands.isEmpty }

  /// The command that is meant where none is named.
  var usualSubcommand: CommandSpec? { usual.flatMap { subcommand(named: $0) } }

  /// The command with its examples as they are pasted where its program goes by another name, and so below it.
  func calling(_ written: String, _ name: String) -> CommandSpec {
    var command = self
    command.discussion = discussion.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("$ ") ? ProgramSpec.calling(written, name, in: line) : String(line)
    }.joined(separator: "\n")
    command.subcommands = subcommands.map { subcommand in subcommand.calling(written, name) }
    return command
  }

  /// The command that a word calls, if there is one below this.
  func subcommand(named word: String) -> CommandSpec? {
    subcommands.first { command in command.name == word }
  }
}

/// Collects options, flags and operands of any value type into the list of a command.
@resultBuilder
package enum ArgumentList {
  /// An option of any type.
  package static func buildExpression<Value>(_ option: Option<Value>) -> [ArgumentSpec] { [.option(option.spec)] }
  package static func buildExpression(_ flag: Flag) -> [ArgumentSpec] { [.option(flag.spec)] }
  /// An operand of any type.
  package static func buildExpression<Value>(_ operand: Operand<Value>) -> [ArgumentSpec] { [.operand(operand.spec)] }
  /// Arguments that several commands share.
  package static func buildExpression(_ arguments: [ArgumentSpec]) -> [ArgumentSpec] { arguments }
  /// All of them in their order.
  package static func buildBlock(_ parts: [ArgumentSpec]...) -> [ArgumentSpec] { parts.flatMap { part in part } }
}
