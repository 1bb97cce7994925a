internal import CommandShell
internal import ServiceContract
internal import Session
internal import Spelling

private let format = Option<String>(
  "format", value: .choice("FORMAT", of: StatusLine.Format.allCases.map(\.rawValue)),
  "print one line for a status bar")
private let follow = Flag("follow", "keep running; print a line on every change")

var statusCommand: ProgramCommand {
  ProgramCommand(
    "status", "Show the state of the session",
    discussion: """
      With --follow it runs until it is interrupted: it prints a line at once, after every event, and whenever the
      minutes change. If the service is not running, it waits for it.

      $ focuskey status --format plain --follow

      In waybar's config, with custom/focuskey among its modules:

          "custom/focuskey": {
              "exec": "focuskey status --format waybar --follow",
              "return-type": "json",
              "on-click": "focuskey break",
              "on-click-right": "focuskey stop"
          }

      In polybar's config.ini, with focuskey among its modules:

          [module/focuskey]
          type = custom/script
          exec = focuskey status --format polybar --follow
          tail = true
          click-left = focuskey break
          click-right = focuskey stop

      In i3blocks' config:

          [focuskey]
          command=focuskey status --format i3blocks --follow
          interval=persist
          format=json
      """, takes: [format, follow]
  ) { context throws(Failure) in
    let format = context.invocation[format].flatMap { StatusLine.Format(rawValue: $0) }
    guard context.invocation[follow] else {
      try show(try status(context), as: format, context)
      return .done
    }
    try followStatus(context, as: format)
    return .done
  }
}

private func status(_ context: CommandContext) throws(Failure) -> JSONNode {
  let status = try ServiceCall(context).ask(SessionRequests.status())
  return status
}

private func show(_ status: JSONNode, as format: StatusLine.Format?, _ context: CommandContext) throws(Failure) {
  if let format, !context.wantsJSON {
    try context.write("\(StatusLine.text(status, as: format, context.speech))\n")
  } else {
    let backdrop = context.terminal.map { _ in StatusBackdrop(context, for: status) }
    try context.answer(StatusAnswer(status: status, backdrop: backdrop))
  }
  try context.flush()
}

/// Shows the status, again after every event and, during a session, at every full minute.
private func followStatus(_ context: CommandContext, as format: StatusLine.Format?) throws(Failure) {
  let call = ServiceCall(context)
  var waits = false
  // A socket is there a moment before somebody listens at it.
  var soon = 0
  while true {
    // Before it is asked: a service that comes right after the answer is not missed.
    let place = FileWatch(of: context.home.socket)
    // A bar has shown this already: not all that happens changes its line.
    var shown: String?
    do throws(Failure) {
      try call.follow(SessionRequests.events, writingTo: context.outputDescriptor) { () throws(Failure) -> Duration? in
        waits = false
        let status = try status(context)
        let line = format.map { StatusLine.text(status, as: $0, context.speech) }
        if line == nil || line != shown { try show(status, as: format, context) }
        shown = line
        // The minutes on show change with the clock of the session, not with that of the wall.
        guard status["state"]?.string != "idle" else { return nil }
        let seconds = status["remaining_seconds"]?.integer ?? status["focused_seconds"]?.integer ?? 0
        let counts = status["remaining_seconds"]?.integer != nil
        return .seconds(counts ? seconds % 60 + 1 : 60 - seconds % 60)
      }
    } catch {
      // A bar is often there before the service; it is told once, and shows that nobody is there.
      guard ["no-service", "service-hung-up", "no-answer"].contains(error.kind) else { throw error }
      if !waits {
        context.printNote("waiting for the service: \(context.home.socket)")
        if let idle = try? JSONDocument(#"{"state":"idle"}"#).root { try show(idle, as: format, context) }
      }
      waits = true
    }
    let output = context.outputDescriptor
    let began = ContinuousClock.now
    place.wait(atMost: !waits ? 100 : soon > 0 ? 50 : 30_000, bell: WakeEvent(), whileReadOn: output)
    soon = soon > 0 ? soon - 1 : waits && ContinuousClock.now - began < .seconds(30) ? 20 : 0
    guard isRead(output) else { throw .outputClosed }
  }
}

func sessionsElsewhere(_ status: JSONNode) -> [String] {
  (status["sync"]?["devices"]?.array ?? []).compactMap { device in
    guard let session = device["session"], let profile = session["name"]?.string else { return nil }
    // As in 2026-11-30T04:00:00+01:00.
    let until = session["planned_end"]?.string.map { " until \($0.dropFirst(11).prefix(5))" } ?? ""
    return "On \(device["name"]?.string ?? ""): \(profile)\(until)."
  }
}

/// The status of the service: unchanged for programs, in a few lines for people.
struct StatusAnswer: PrintedAnswer {
  let status: JSONNode
  /// What only a terminal shows.
  var backdrop: StatusBackdrop?

  var json: JSONValue { status.value }

  /// A line for each part; questions and tampering with the log stay until they are answered for.
  var text: String {
    var lines = [headline + (status["task"]?.string.map { ". Task: \($0)" } ?? "")]
    if let question { lines.append(question) }
    lines += steps("the end", status["question"]?["steps"]) + steps("a break", status["breaks"]?["steps"])
    lines += steps("a visit", status["visits"]?["steps"])
    // What may be pasted is at the end.
    if let visits { lines.append(visits) }
    lines.append([breaks, status["blocking"]?["text"]?.string].compactMap { $0 }.joined(separator: " "))
    if let paths = status["paths"]?["text"]?.string { lines.append(paths) }
    if let night { lines.append(night) }
    if let incident = status["log"]?["text"]?.string { lines.append(incident) }
    lines += readers.map(\.words) + sessionsElsewhere(status)
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  var readers: [(words: String, isLost: Bool)] {
    (status["readers"]?.array ?? []).map { reader in
      let state = reader["state"]?.string ?? ""
      let words = "Reader: \(reader["name"]?.string ?? "") \(state == "card" ? "with a card" : state)"
      return (words, state == "lost")
    }
  }

  private var night: String? {
    guard let night = status["night"], night.isNull == false, let minutes = night["minutes"]?.integer else {
      return nil
    }
    return night["noticed"]?.bool == false
      ? "Tonight: use is not noticed, because nothing watches for input."
      : "Tonight: in use for \(durationWords(seconds: minutes * 60, .elapsed))."
  }

  var question: String? {
    guard let question = status["question"], let opens = clock(question["opens_at"]),
      let closes = clock(question["closes_at"])
    else { return nil }
    let asks = question["profile"]?.string.map { "Switch to \($0)?" } ?? "End this session?"
    return "\(asks) You can answer from \(opens); the session continues at \(closes)."
  }

  /// Returns the steps before something, each on a line; none if only waiting is left.
  func steps(_ what: String, _ steps: JSONNode?) -> [String] {
    let steps = steps?.array ?? []
    guard steps.contains(where: { $0["step"]?.string != "wait" || $0["instead_of"] != nil }) else { return [] }
    return ["Before \(what):"]
      + steps.map { "  [\($0["state"]?.string == "done" ? "x" : " ")] \($0["text"]?.string ?? "")" }
  }

  var breaks: String? {
    guard status["state"]?.string != "idle", let breaks = status["breaks"], let taken = breaks["taken"]?.integer else {
      return nil
    }
    if taken == 0, breaks["left"]?.integer == 0 { return "No breaks in this session." }
    let left = breaks["left"]?.integer.map { ", \($0) left" } ?? ""
    let next = clock(breaks["next_at"]).map { ", next at \($0)" } ?? ""
    return "Breaks: \(taken) taken\(left)\(next)."
  }

  /// The open visit, or how many visits are left.
  var visits: String? {
    if let visit = status["visit"], let what = visit["what"]?.string {
      return "Open: \(what), \(words(visit["left_seconds"], .left)) left. Close it: focuskey visit --end"
    }
    guard let visits = status["visits"], let left = visits["left"]?.integer,
      let minutes = visits["minutes_left_today"]?.integer
    else { return nil }
    let next = clock(visits["next_at"]).map { ", next at \($0)" } ?? ""
    return "Visits: \(left) left in this session, \(minutes) min left today\(next)."
  }

  private var headline: String {
    let profile = status["profile_name"]?.string ?? status["profile"]?.string ?? ""
    switch status["state"]?.string {
    case "focusing":
      var line = "Focusing on \(profile): \(words(status["focused_seconds"], .elapsed))"
      if status["remaining_seconds"]?.integer != nil { line += ", \(words(status["remaining_seconds"], .left)) left" }
      return line
    case "break": return "On a break from \(profile): \(words(status["break"]?["remaining_seconds"], .left)) left"
    default: return "Idle"
    }
  }

  func words(_ node: JSONNode?, _ rounding: DurationRounding) -> String {
    durationWords(seconds: node?.integer ?? 0, rounding)
  }

  /// The time of day of an ISO 8601 time.
  func clock(_ node: JSONNode?) -> String? {
    guard let text = node?.string, let time = text.split(separator: "T").last, time.count >= 8 else { return nil }
    return String(time.prefix(8))
  }
}
