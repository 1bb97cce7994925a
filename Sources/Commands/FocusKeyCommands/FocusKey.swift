public import CommandShell
public import CommandSpec
internal import ServiceContract

/// The program `focuskey`: the service, and everything a person says to it.
public enum FocusKey {
  /// `--home DIR`: the folder that names the service to talk to (its socket, database and configuration).
  public static let home = Option("home", value: .folder(), "the folder of the service to talk to")

  /// The program with all of its commands, one file each.
  public static let program = Program(
    "focuskey", version: "0.1.0", date: "November 21, 2026", "tap a card, and this computer goes into focus",
    discussion: """
      focuskey is the service and everything a person says to it. A newcomer runs

      $ focuskey up

      and follows what it says.
      """,
    commands: [
      upCommand, serveCommand, startCommand, stopCommand, confirmCommand, keepCommand, breakCommand, resumeCommand,
      extendCommand, emergencyCommand, openCommand, tapCommand, statusCommand, watchCommand, historyCommand,
      statsCommand, profileCommand, categoryCommand, keyCommand, scheduleCommand, promiseCommand, rulesCommand,
      recoveryCodeCommand, exportCommand, importCommand, forgetCommand,
      shieldCommand, doctorCommand, serviceCommand, Simulate.command,
      ProgramCommand(
        group: "link-handler", "looks after the links of the scheme focuskey on this desktop",
        [linkHandlerInstallCommand, linkHandlerRemoveCommand]),
    ],
    wordLists: [
      WordList("profiles") { context in ServiceWords.profiles(context.home) },
      WordList("keys") { context in ServiceWords.keys(context.home) },
      WordList("schedules") { context in ServiceWords.schedules(context.home) },
    ]
  ) {
    home
  }
}
