internal import Catalogues
package import CommandShell
internal import Languages
internal import ServiceContract

/// The program `focuskey`: the service, and everything a person says to it.
package enum FocusKey {
  /// `--home DIR`: the folder that names the service to talk to (its socket, database and configuration).
  package static let home = Option("home", value: .folder(), "the folder of the service")

  /// The language of the configuration, else that of the environment.
  private static let speech: Program.Speaking = { said, surroundings in
    let home = said?[home].map { Home(folder: surroundings.path(of: $0)) } ?? Home(environment: surroundings.variable)
    return .speaking(home.language ?? Language.asked(by: surroundings.variable))
  }

  /// The commands that bars, keys and scripts run, found without declaring all the others.
  package static let often: @Sendable (String) -> ProgramCommand? = { word in
    switch word {
    case "status": statusCommand
    case "tap": tapCommand
    case "start": startCommand
    case "stop": stopCommand
    case "confirm": confirmCommand
    case "keep": keepCommand
    case "break": breakCommand
    case "resume": resumeCommand
    case "visit": visitCommand
    case "move": moveCommand
    case "task": taskCommand
    case "watch": watchCommand
    case "serve": serveCommand
    default: nil
    }
  }

  package static let program = Program(
    "focuskey", version: "0.1.0", date: "November 21, 2026", "tap a card to focus on this computer",
    discussion: """
      focuskey runs the FocusKey service and controls it. To get started, run

      $ focuskey up

      and follow its instructions.
      """,
    commands: ProgramCommand.section(
      "Session",
      [
        startCommand, stopCommand, confirmCommand, keepCommand, typeCommand, breakCommand, visitCommand, resumeCommand,
        extendCommand,
        emergencyCommand, excuseCommand, snoozeCommand, hushCommand, bedCommand, noteCommand,
      ])
      + ProgramCommand.section(
        "See",
        [
          statusCommand, watchCommand, openCommand, historyCommand, statsCommand, straysCommand, nightCommand,
          signalsCommand, screenTimeCommand,
        ])
      + ProgramCommand.section("Plan", [taskCommand, pledgeCommand])
      + ProgramCommand.section(
        "Set up",
        [
          upCommand, downCommand, restartCommand, profileCommand, appsCommand, categoryCommand, scheduleCommand,
          promiseCommand, rulesCommand, recoveryCodeCommand, shieldCommand, linkHandlerCommand,
        ])
      + ProgramCommand.section("Learn", [LearnCommand.command, deckCommand, rewardsCommand, boardCommand])
      + ProgramCommand.section(
        "Move", [moveCommand, challengeCommand, allowanceCommand, lapsCommand, sensorsCommand, coachCommand])
      + ProgramCommand.section(
        "Cards", [keyCommand, keytoolCommand, phoneCommand, syncCommand, homeCommand, tapCommand, doctorCommand])
      + ProgramCommand.section(
        "Service",
        [
          serveCommand, serviceCommand, exportCommand, importCommand, backupCommand, restoreCommand,
          forgetCommand, Simulate.command,
        ]),
    often: often,
    wordLists: [
      WordList("profiles") { context in ServiceWords.profiles(context.home) },
      WordList("keys") { context in ServiceWords.keys(context.home) },
      WordList("decks") { context in StudyRoom.deckNames(context.home) },
      WordList("schedules") { context in ServiceWords.schedules(context.home) },
      WordList("tasks") { context throws(Failure) in try context.taskWords() },
    ],
    listings: [ShieldLimit.listing], digest: digest, slips: slips, speech: speech, globals: [home])
}
