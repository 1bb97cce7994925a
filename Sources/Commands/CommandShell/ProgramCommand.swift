package struct ProgramCommand: Sendable {
  package typealias Action = @Sendable (CommandContext) async throws(Failure) -> ExitCode
  /// Lists words that only the running program knows.
  package typealias Words = @Sendable (CommandContext) async throws(Failure) -> [String]

  enum Role: Sendable {
    case action(Action)
    case group([ProgramCommand])
  }

  package private(set) var spec: CommandSpec
  let role: Role

  package init(
    _ name: String, _ abstract: String, discussion: String = "", isHidden: Bool = false, handsOn: Bool = false,
    takes: @autoclosure @escaping @Sendable () -> [any Argument] = [], run: @escaping Action
  ) {
    spec = CommandSpec(name, abstract, discussion: discussion, isHidden: isHidden, handsOn: handsOn, takes: takes())
    role = .action(run)
  }

  /// `usual` is the command that is meant when none is named.
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
