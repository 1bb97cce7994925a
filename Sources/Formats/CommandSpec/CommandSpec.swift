/// A command as data. Parsing, help, completions and the manual page are all read off this one declaration.
package struct CommandSpec: Sendable {
  package let name: String
  /// One line on what it does, without a full stop.
  package let abstract: String
  /// Paragraphs for the reader who wants more, with a blank line between them. Lines that begin with `$ ` are examples.
  package internal(set) var discussion: String
  /// What the command takes, made when it is asked for: of a hundred commands a process runs one.
  private let takes: @Sendable () -> [any Argument]
  /// The commands below this one. A command with any is a group: it takes no operands and cannot be run by itself.
  package internal(set) var subcommands: [CommandSpec]
  /// The command of a group that runs where none is named.
  package let usual: String?
  /// Whether help, completions and the manual leave it out.
  package let isHidden: Bool
  /// Whether all words after the command are its operands, also those that look like options: another program reads
  /// them.
  package let handsOn: Bool
  /// The heading under which the program's help lists it; empty for the common one.
  package var section = ""

  package init(
    _ name: String, _ abstract: String, discussion: String = "", isHidden: Bool = false, handsOn: Bool = false,
    takes: @autoclosure @escaping @Sendable () -> [any Argument] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.takes = takes
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
    takes = { [] }
    self.subcommands = subcommands
    self.usual = usual
    self.isHidden = isHidden
    handsOn = false
  }

  package var options: [OptionSpec] {
    takes().arguments.compactMap { argument in
      guard case .option(let option) = argument else { return nil }
      return option
    }
  }

  package var operands: [OperandSpec] {
    takes().arguments.compactMap { argument in
      guard case .operand(let operand) = argument else { return nil }
      return operand
    }
  }

  package var isGroup: Bool { !subcommands.isEmpty }

  var usualSubcommand: CommandSpec? { usual.flatMap { subcommand(named: $0) } }

  /// The command and those below it, with examples that call the program by its other name.
  func calling(_ written: String, _ name: String) -> CommandSpec {
    var command = self
    command.discussion = discussion.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("$ ") ? ProgramSpec.calling(written, name, in: line) : String(line)
    }.joined(separator: "\n")
    command.subcommands = subcommands.map { subcommand in subcommand.calling(written, name) }
    return command
  }

  func subcommand(named word: String) -> CommandSpec? {
    subcommands.first { command in command.name == word }
  }
}
