public import CommandSpec

/// A command: its declaration and what it does.
public struct ProgramCommand: Sendable {
  /// What a command does: it reads its context, answers through it, and says how the program ends.
  public typealias Action = @Sendable (CommandContext) async throws(CommandError) -> ExitCode

  enum Role: Sendable {
    case action(Action)
    case group([ProgramCommand])
  }

  /// The declaration.
  public private(set) var spec: CommandSpec
  let role: Role

  /// A command that does something.
  public init(_ spec: CommandSpec, run: @escaping Action) {
    self.spec = spec
    role = .action(run)
  }

  /// Commands that belong together under one word.
  ///
  /// - Parameter usual: the command that is meant where none is named.
  public init(
    group name: String, _ abstract: String, discussion: String = "", usual: String? = nil, _ commands: [ProgramCommand]
  ) {
    spec = CommandSpec(
      group: name, abstract, discussion: discussion, subcommands: commands.map { command in command.spec },
      usual: usual)
    role = .group(commands)
  }

  /// Commands that the program's help lists under a heading of their own.
  public static func section(_ title: String, _ commands: [ProgramCommand]) -> [ProgramCommand] {
    commands.map { command in
      var command = command
      command.spec.section = title
      return command
    }
  }
}
