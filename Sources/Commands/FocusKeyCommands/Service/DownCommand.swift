internal import CommandShell
internal import ControlSocket
import Glibc
internal import ServiceContract
internal import Session

private let agreed = Flag("yes", "stop without asking")

var downCommand: ProgramCommand {
  ProgramCommand(
    "down", "Stop FocusKey until the next up",
    discussion: """
      While FocusKey is down nothing is blocked and no tap counts. A session stays on record and continues when FocusKey is
      up again, so during one you are asked first. In a session that only a key or its planned end ends, FocusKey
      cannot be stopped.

      $ focuskey down
      """, takes: [agreed]
  ) { context throws(Failure) in
    guard let service = ServiceProcess(of: context.home) else {
      try context.answer(DownAnswer(wasRunning: false))
      return .done
    }
    let session = try RunningSession(context)
    try session?.mayStop()
    if let session, !context.invocation[agreed] { try context.mustWish(session.question) }
    try service.end()
    try context.answer(DownAnswer(wasRunning: true))
    return .done
  }
}

var restartCommand: ProgramCommand {
  ProgramCommand(
    "restart", "Stop FocusKey and start it again",
    discussion: """
      Do this after you changed config.json5; a file that cannot be used is named, and FocusKey runs on as it is. A
      session continues. What only a key or its planned end ends is never left alone, so FocusKey is not restarted then.

      $ focuskey restart
      """
  ) { context throws(Failure) in
    let home = context.home
    if Files.exists(home.configuration) { _ = try ServiceConfiguration(path: home.configuration) }
    guard let service = ServiceProcess(of: home) else {
      try home.prepare()
      try ServiceProcess.start(home, reader: "auto")
      try context.answer(RestartAnswer(wasRunning: false))
      return .done
    }
    try RunningSession(context)?.mayStop()
    let (isUnit, reader) = (service.isUnit, service.reader)
    try service.end()
    if !isUnit || !systemctl(["--user", "start", ServiceUnit.name]) {
      try ServiceProcess.start(home, reader: reader)
    }
    try context.answer(RestartAnswer(wasRunning: true))
    return .done
  }
}

/// The session that the service has now, as far as stopping FocusKey concerns it.
private struct RunningSession {
  let profile: String
  let end: String
  let plannedEnd: String?

  /// Is `nil` if no session is running.
  init?(_ context: CommandContext) throws(Failure) {
    let status = try ServiceCall(context).ask(SessionRequests.status())
    guard status["state"]?.string != "idle", let end = status["end"]?.string else { return nil }
    profile = status["profile"]?.string ?? ""
    plannedEnd = status["planned_end"]?.string
    self.end = end
  }

  /// Throws if stopping would let a person out of a session that only a timer or a key ends.
  func mayStop() throws(Failure) {
    let waiting: [(name: String, value: JSONValue)] = plannedEnd.map { [("next_at", .string($0))] } ?? []
    switch end {
    case "timer":
      throw Failure(
        .no, kind: "ends-by-timer", what: "only its planned end ends this session: FocusKey cannot be stopped now",
        at: .text(profile), advice: "wait for its end, or use: focuskey emergency", details: waiting)
    case "key":
      throw Failure(
        .no, kind: "ends-by-key", what: "only a stop key ends this session: FocusKey cannot be stopped now",
        at: .text(profile), advice: "tap your stop key first, or use: focuskey emergency", details: waiting)
    default: return
    }
  }

  var question: String {
    "You are in a session of \(profile). While FocusKey is down, nothing is blocked; the session continues when it is up again. Stop FocusKey now?"
  }
}

private struct DownAnswer: PrintedAnswer {
  let wasRunning: Bool

  var text: String {
    wasRunning ? "FocusKey is down. It starts again with: focuskey up" : "FocusKey is not running."
  }
  var json: JSONValue { ["ok": true, "running": .string(wasRunning ? "stopped" : "no")] }
}

private struct RestartAnswer: PrintedAnswer {
  let wasRunning: Bool

  var text: String {
    wasRunning
      ? "FocusKey was restarted, with config.json5 as it is now."
      : "FocusKey was not running. It is now; focuskey down stops it."
  }
  var json: JSONValue { ["ok": true, "running": .string(wasRunning ? "restarted" : "started")] }
}
