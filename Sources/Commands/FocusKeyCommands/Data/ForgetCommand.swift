internal import CommandShell
internal import FocusKeyService
internal import FocusPorts
internal import Keeping
internal import SQLiteLog
internal import ServiceContract
internal import Session

private let yes = Flag("yes", "do not ask for confirmation")
private let session = Option("session", value: .text("ID"), "only this session, as history --json names it")

var forgetCommand: ProgramCommand {
  ProgramCommand(
    "forget", "Delete all data permanently",
    discussion: """
      Deletes every session and fact, the profiles, keys, schedules and the promise, the digests of recovery codes, drafts and copies of the log, \
      the backups in the folder `backups` beside it, screen time, and the service's messages. Files are overwritten, then removed. \
      config.json5 stays as you wrote it. Not possible during a session. A running service restarts as on the first day.

      With --session, one session that is over leaves history, statistics and, once they sync, those of your other devices. The log keeps \
      what limits are counted from, so that no break and no emergency exit comes back. Backups that were made before still have the session.

      $ focuskey export last-copy.jsonl && focuskey forget
      $ focuskey forget --session 01KAQ00000000000000000000Z
      """, takes: [session, yes]
  ) { context throws(Failure) in
    if let name = context.invocation[session] {
      try context.mustAgree(context.invocation[yes], to: "forget the session \(name)", word: "forget")
      return try context.relay(PastRequests.forget(name))
    }
    let home = context.home
    guard Files.exists(home.database) else {
      throw Failure(
        .noInput, kind: "no-log", what: "there is no data here", at: .text(home.database), advice: "give another --home"
      )
    }
    try context.mustAgree(
      context.invocation[yes], to: "delete all data in \(home.database)", word: "forget")
    try await context.exchangeLog(KeepingRequests.forget()) { resting throws(SystemError) in _ = try resting.forget() }
    let isLeft: Bool
    do throws(LogError) {
      isLeft = Files.exists(home.database) ? try LogReader(path: home.database).holdsAnything() : false
    } catch {
      throw .log(error, home)
    }
    guard !isLeft else {
      throw Failure(
        .brokenIO, kind: "forget-failed", what: "not everything could be deleted", at: .text(home.database),
        advice: "see the service's messages")
    }
    try context.answer(ForgetAnswer())
    return .done
  }
}

private struct ForgetAnswer: PrintedAnswer {
  var text: String { "All data was deleted. config.json5 stays as you wrote it." }
  var json: JSONValue { ["ok": true, "message": .string(text)] }
}
