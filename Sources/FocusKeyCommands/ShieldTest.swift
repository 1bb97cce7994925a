internal import CommandShell
internal import CommandSpec
internal import Glibc
internal import JSONText
internal import LinuxRuntime
internal import SystemShield

private let blocked = Option("blocked", value: .text("SITE"), "a site that must not open (example.com)")
private let open = Option("open", value: .text("SITE"), "a site that must open (example.org)")

/// `shield test`
let shieldTestCommand = Command(
  CommandSpec(
    "test", "try a blocked and an open site and program for real",
    discussion: """
      Without a session, example.com and a program of no effect are blocked for the moment of the trial. During a session nothing
      is changed: name a site of yours that is blocked.

      $ focuskey shield test --blocked reddit.com
      """
  ) {
    blocked
    open
  }
) { context throws(CommandFailure) in
  let invocation = context.invocation
  let folder = "\(Environment["XDG_RUNTIME_DIR"] ?? "/tmp")/shield-trial-\(getpid())"
  defer { for name in ["/closed", "/open", ""] { _ = unsafe remove(folder + name) } }
  try makePrograms(in: folder)

  let closedSite = invocation[blocked] ?? "example.com"
  let order = ShieldTrial.Order.place(closing: closedSite, program: "\(folder)/closed")
  let isOrdered = order != nil
  var trials: [ShieldTestAnswer.Trial] = []
  let knows = isOrdered || invocation[blocked] != nil
  trials.append(
    .init("blocked-site", closedSite, expects: .refused) {
      knows ? ShieldTrial.site(closedSite) : .notTried("a session holds the shield: name a blocked site with --blocked")
    })
  let openSite = invocation[open] ?? "example.org"
  trials.append(.init("open-site", openSite, expects: .opened) { ShieldTrial.site(openSite) })
  trials.append(
    .init("blocked-program", "\(folder)/closed", expects: .refused) {
      isOrdered ? ShieldTrial.program("\(folder)/closed") : .notTried("no program could be blocked for the trial")
    })
  trials.append(
    .init("open-program", "\(folder)/open", expects: .opened) { ShieldTrial.program("\(folder)/open") })
  if let order { order.lift() }

  try context.answer(ShieldTestAnswer(trials: trials))
  if trials.contains(where: \.failed) { return .no }
  return trials.contains(where: \.held) ? .done : .unavailable
}

private func makePrograms(in folder: String) throws(CommandFailure) {
  do throws(SystemFault) {
    try Files.makeFolder(folder)
    let program = try Files.read("/bin/true", limit: 8 << 20)
    for name in ["closed", "open"] { try Files.replace("\(folder)/\(name)", with: program, mode: 0o700) }
  } catch {
    throw CommandFailure(
      .brokenIO, kind: "no-trial-program", what: "cannot make a program to try", at: .text(folder),
      advice: "\(error.call): \(error.reason)")
  }
}

/// What the trials came to.
struct ShieldTestAnswer: Answer {
  /// One trial.
  struct Trial {
    let what: String
    let name: String
    let expected: ShieldTrial.Outcome
    let outcome: ShieldTrial.Outcome

    init(_ what: String, _ name: String, expects expected: ShieldTrial.Outcome, _ body: () -> ShieldTrial.Outcome) {
      self.what = what
      self.name = name
      self.expected = expected
      outcome = body()
    }

    var held: Bool { outcome == expected }
    var failed: Bool { !held && why == nil }

    var word: String {
      switch outcome {
      case .opened: "opened"
      case .refused: "refused"
      case .notTried: "not-tried"
      }
    }

    var why: String? {
      if case .notTried(let why) = outcome { return why }
      return nil
    }
  }

  let trials: [Trial]

  var text: String {
    trials.map { trial in
      "\(trial.held ? "held  " : trial.failed ? "FAILED" : "-     ")  \(trial.what) \(trial.name): \(trial.word)\(trial.why.map { ": \($0)" } ?? "")"
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": .bool(!trials.contains(where: \.failed)),
      "trials": .array(
        trials.map { trial in
          .members([
            "what": .string(trial.what), "name": .string(trial.name), "outcome": .string(trial.word),
            "held": .bool(trial.held), "why": trial.why.map(JSONValue.string),
          ])
        }),
    ]
  }
}
