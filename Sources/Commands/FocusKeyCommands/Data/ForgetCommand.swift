internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import FocusPorts
internal import JSONText
internal import LinuxRuntime
internal import SQLiteLog
internal import ServiceContract

private let yes = Flag("yes", "do not ask")

/// `forget`
let forgetCommand = ProgramCommand(
  CommandSpec(
    "forget", "delete everything that is kept, for good",
    discussion: """
      Every session and fact, the profiles, keys, schedules and the promise, the digests of recovery codes, drafts and copies of the log, and \
      what the service said: written over, then removed. What you configured by hand in config.json5 stays. Not while a session is under \
      way. A running service comes up again as on the first day.

      $ focuskey export last-copy.jsonl && focuskey forget
      """
  ) { yes }
) { context throws(CommandError) in
  let home = context.home
  guard Files.exists(home.database) else {
    throw CommandError(
      .noInput, kind: "no-log", what: "nothing is kept here", at: .text(home.database), advice: "name another --home")
  }
  try context.mustAgree(
    context.invocation[yes], to: "delete everything that is kept in \(home.database)", word: "forget")
  try await context.exchangeLog(.forget) { resting throws(SystemError) in _ = try resting.forget() }
  let isLeft: Bool
  do throws(LogError) {
    isLeft = Files.exists(home.database) ? try LogReader(path: home.database).holdsAnything() : false
  } catch {
    throw .log(error, home)
  }
  guard !isLeft else {
    throw CommandError(
      .brokenIO, kind: "forget-failed", what: "not everything could be deleted", at: .text(home.database),
      advice: "look at what the service said")
  }
  try context.answer(ForgetAnswer())
  return .done
}

/// What was deleted.
private struct ForgetAnswer: Answer {
  var text: String { "Everything that was kept is deleted. config.json5 stays as you wrote it." }
  var json: JSONValue { ["ok": true, "message": .string(text)] }
}
