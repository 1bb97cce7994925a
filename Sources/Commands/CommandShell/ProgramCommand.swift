package import CommandSpec
package import Requests

/// A command: its declaration and what it does.
package struct ProgramCommand: Sendable {
  /// What a command does: it reads its context, answers through it, and says how the program ends.
  package typealias Action = @Sendable (CommandContext) async throws(Failure) -> ExitCode
  /// What lists words that only the running program knows.
  package typealias Words = @Sendable (CommandContext) async throws(Failure) -> [String]

  enum Role: Sendable {
    case action(Action)
    case group([ProgramCommand])
  }

  /// The declaration.
  package private(set) var spec: CommandSpec
  let role: Role

  /// A command that does something.
  package init(_ spec: CommandSpec, run: @escaping Action) {
    self.spec = spec
    role = .action(run)
  }

  /// Commands that belong together under one word.
  ///
  /// - Parameter usual: the command that is meant where none is named.
  package init(
    group name: String, _ abstract: String, discussion: String = "", usual: String? = nil, _ commands: [ProgramCommand]
  ) {
    spec = CommandSpec(
      group: name, abstract, discussion: discussion, subcommands: commands.map { command in command.spec },
      usual: usual)
    role = .group(commands)
  }

  /// Commands that the program's help lists under a heading of their own.
  package static func section(_ title: String, _ commands: [ProgramCommand]) -> [ProgramCommand] {
    commands.map { command in
      var command = command
      command.spec.section = title
      return command
    }
  }
}
