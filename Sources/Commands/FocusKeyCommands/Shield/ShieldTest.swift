internal import CommandShell
internal import CommandSpec
internal import Glibc
internal import JSONText
internal import LinuxRuntime
internal import ServiceContract
internal import SystemShield

private let blocked = Option("blocked", value: .text("SITE"), "a site that must be blocked (default: example.com)")
private let open = Option("open", value: .text("SITE"), "a site that must open (default: example.org)")

/// `shield test`
let shieldTestCommand = ProgramCommand(
  CommandSpec(
    "test", "Test blocking with real sites and apps",
    discussion: """
      Without a session, example.com and a harmless program are blocked during the test. During a session nothing
      is changed: give a site that your session blocks.

      $ focuskey shield test --blocked reddit.com
      """
  ) {
    blocked
    open
  }
) { context throws(CommandError) in
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
      knows ? ShieldTrial.site(closedSite) : .notTried("a session is running: give a blocked site with --blocked")
    })
  let openSite = invocation[open] ?? "example.org"
  trials.append(.init("open-site", openSite, expects: .opened) { ShieldTrial.site(openSite) })
  trials.append(
    .init("blocked-program", "\(folder)/closed", expects: .refused) {
      isOrdered ? ShieldTrial.program("\(folder)/closed") : .notTried("no app could be blocked for the test")
    })
  trials.append(
    .init("open-program", "\(folder)/open", expects: .opened) { ShieldTrial.program("\(folder)/open") })
  if let order { order.lift() }
  trials += browserTrials(
    in: context.home.runtimeFolder, closed: closedSite, open: openSite, isNamed: invocation[blocked] != nil)

  try context.answer(ShieldTestAnswer(trials: trials))
  if trials.contains(where: \.failed) { return .no }
  return trials.contains(where: \.held) ? .done : .unavailable
}

/// Tries a closed and an open site in each browser whose extension is there, as a person would.
private func browserTrials(
  in folder: String, closed: String, open: String, isNamed: Bool
) -> [ShieldTestAnswer.Trial] {
  let note = BrowserNote(folder: folder)
  let isOurs = note.close(site: closed)
  defer { if isOurs { note.remove() } }
  let isKnown = isOurs || isNamed
  return BrowserCall.all(in: folder).flatMap { browser in
    func ask(_ site: String) -> ShieldTrial.Outcome {
      if isOurs { note.touch() }
      switch browser.tries(site) {
      case "refused": return .refused
      case "opened": return .opened
      case .some(let words): return .notTried(words)
      case nil: return .notTried("the browser does not answer")
      }
    }
    // What it was told, it does within moments.
    if isOurs { browser.waitUntilItHolds() }
    let closing = ShieldTestAnswer.Trial(
      "browser-blocked-site", "\(closed) in \(browser.browser)", expects: .refused
    ) {
      isKnown ? ask(closed) : .notTried("a session is running: give a blocked site with --blocked")
    }
    let opening = ShieldTestAnswer.Trial("browser-open-site", "\(open) in \(browser.browser)", expects: .opened) {
      ask(open)
    }
    return [closing, opening]
  }
}

private func makePrograms(in folder: String) throws(CommandError) {
  do throws(SystemError) {
    try Files.makeFolder(folder)
    let program = try Files.read("/bin/true", limit: 8 << 20)
    for name in ["closed", "open"] { try Files.replace("\(folder)/\(name)", with: program, mode: 0o700) }
  } catch {
    throw CommandError(
      .brokenIO, kind: "no-trial-program", what: "cannot create a program for the test", at: .text(folder),
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
