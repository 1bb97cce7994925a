internal import CommandShell
internal import ServiceContract
internal import Session

/// Reports tampering with the log: what the running service says, and files that it put aside.
struct LogExamination: Sendable {
  let home: Home
  /// What the service says of its log; `nil` if no service runs.
  let log: JSONNode?

  static func findings(_ context: CommandContext) -> [Finding] {
    let status = try? ServiceCall(context).ask(SessionRequests.status())
    return LogExamination(home: context.home, log: status?["log"]).findings()
  }

  /// Everything that was found, the most pressing first.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    if let state = log?["state"]?.string, state != "ok", let text = log?["text"]?.string {
      let isLasting = state == "failed" || state == "away"
      let meaning =
        switch state {
        case "restored", "rebuilt": "something on this computer deletes, replaces or overwrites files of FocusKey"
        case "incomplete": "the history lacks it; a backup may have it"
        case "unproven": "from now on it can be told again"
        default: "what happens now may be forgotten at the next start"
        }
      findings.append(
        Finding(
          kind: "log-\(state)", level: isLasting ? .problem : .note, what: text, meaning: meaning,
          fix: isLasting ? .byHand("df \(Environment.quoted(home.stateFolder))") : nil))
    }
    let prefix = "\(home.database).replaced-"
    let kept = ((try? Files.names(inFolder: home.stateFolder)) ?? []).map { "\(home.stateFolder)/\($0)" }
      .filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") && !$0.hasSuffix("-journal") }
    for file in kept {
      findings.append(
        Finding(
          kind: "log-kept", level: .note, what: "\(file) was put in the place of the log, or written over it",
          meaning: "FocusKey does not use it; remove it if nobody needs it",
          fix: .byHand("rm -r \(Environment.quoted(file))")))
    }
    return findings
  }
}
