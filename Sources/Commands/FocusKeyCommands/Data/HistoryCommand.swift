internal import CommandShell
internal import ControlSocket
internal import FeaturePorts
internal import FocusHistory
internal import FocusWire
internal import Languages
internal import SQLiteLog
internal import ServiceAPI
internal import SystemClock

private let since = Option("since", value: .text("DAY"), "first day: 2026-11-21, today, or Nd (days ago)")
private let until = Option("until", value: .text("DAY"), "last day, included")
private let profile = Option("profile", value: .text("PROFILE", wordList: "profiles"), "only sessions of this profile")
private let device = Option("device", value: .text("NAME"), "of one of your other computers")
private let format = Option<String>(
  "format", value: .choice("FORMAT", of: ["table", "json", "csv", "ical"]), "output format")

var historyCommand: ProgramCommand {
  ProgramCommand(
    "history", "Show past sessions",
    discussion: """
      On a terminal, the last \(HistoryScreen.usualDays) days are shown if no day is given, by days, with bars and sums.

      $ focuskey history --since 7d
      $ focuskey history --since 2026-11-01 --format ical > focus.ics
      $ focuskey history --device laptop
      """, takes: [since, until, profile, device, format]
  ) { context throws(Failure) in
    let zone = try context.zone()
    let form = context.wantsJSON ? "json" : context.invocation[format] ?? "table"
    let screen = form == "table" ? context.terminal : nil
    // A pipe gets all of it; a person looks at the last days first.
    let isUsual = screen != nil && context.invocation[since] == nil && context.invocation[until] == nil
    let word = isUsual ? "\(HistoryScreen.usualDays - 1)d" : context.invocation[since]
    let from = try word.map { text throws(Failure) in try zone.startOfDay(historyDay(text, zone, "--since")) }
    let to = try context.invocation[until].map { text throws(Failure) in
      try zone.startOfDay(historyDay(text, zone, "--until") + 1)
    }
    let elsewhere = try context.sessionsElsewhere(
      on: context.invocation[device], since: from, until: to, profile: context.invocation[profile])
    let sessions =
      if let elsewhere {
        elsewhere.map { $0.record }
      } else {
        try context.sessions(since: from, until: to, profile: context.invocation[profile], withDetails: true)
      }
    if let screen {
      let history = HistoryScreen(sessions, zone, faces: ProfileFaces(context), isUsual: isUsual)
      try context.writeInPages(history.lines(screen).map { $0 + "\n" }.joined())
      return .done
    }
    switch form {
    case "json":
      if let elsewhere { try context.writeLines(elsewhere, zone) } else { try writeLines(sessions, zone, context) }
    case "csv": try context.write(HistoryExport.csv(sessions, in: zone))
    case "ical": try context.write(HistoryExport.calendar(sessions) { $0.text })
    default: for session in sessions { try context.write(row(session, zone, context.speech) + "\n") }
    }
    return .done
  }
}

/// Writes one object on each line, reusing the same memory.
private func writeLines(
  _ sessions: [SessionRecord], _ zone: CivilZone, _ context: CommandContext
) throws(Failure) {
  var line: [UInt8] = []
  for session in sessions {
    line.removeAll(keepingCapacity: true)
    session.json(in: zone).write(into: &line)
    line.append(UInt8(ascii: "\n"))
    try context.write(octets: line)
  }
}

/// `begins` is how long after midnight days begin there.
func historyDay(
  _ text: String, _ zone: CivilZone, _ option: String, begins: Lapse = .zero
) throws(Failure) -> CivilDay {
  let today = zone.day(at: SystemTime.wall() - begins)
  if text == "today" { return today }
  if text == "yesterday" { return today + -1 }
  if text.hasSuffix("d"), let count = Int(text.dropLast()), (0...100_000).contains(count) { return today + -count }
  if let day = ISO8601.day(text) { return day }
  if let moment = ISO8601.moment(text) { return zone.day(at: moment - begins) }
  throw Failure(
    .usage, kind: "bad-day", what: "not a day", at: .text("\(option) \(text)"),
    advice: "write 2026-11-21, today, or 30d")
}

private func row(_ session: SessionRecord, _ zone: CivilZone, _ speech: Speech) -> String {
  let began = "\(ISO8601.text(zone.day(at: session.started))) \(clockTime(session.started, in: zone).prefix(5))"
  let end = speech.say(session.why?.word ?? "in progress")
  let task = session.task.map { "  \(oneLine($0))" } ?? ""
  // One that was ended early says of how much.
  let isEarly = session.why != nil && session.why != .completed
  let focused = spokenLength(session.focused)
  let planned = isEarly ? session.plannedEnd.map { "\(focused) of \(spokenLength($0 - session.started))" } : nil
  let note = session.details.note.map { "  \u{201C}\(oneLine($0))\u{201D}" } ?? ""
  return "\(began)  \(session.profile.text)  \(speech.say(planned ?? focused))  \(end)\(task)\(note)"
}

extension CommandContext {
  /// Reads the sessions from the log itself: thirty years of them need not go through a socket, and no service has to
  /// run.
  func sessions(
    since: Timestamp? = nil, until: Timestamp? = nil, profile: String? = nil, withDetails: Bool
  ) throws(Failure) -> [SessionRecord] {
    guard Files.exists(home.database) else { throw .control(.nobodyThere(path: home.socket)) }
    do throws(LogError) {
      return try LogReader(path: home.database).sessions(
        since: since, until: until, profile: profile.map { ProfileID($0) }, withDetails: withDetails)
    } catch {
      throw .log(error, home)
    }
  }

  func zone() throws(Failure) -> CivilZone {
    let variable = surroundings.variable("TZ")
    if let zone = ZoneFiles.local(variable) { return zone }
    throw Failure(
      .usage, kind: "unknown-zone", what: "no such time zone", at: .text(variable ?? ""),
      advice: "set TZ to one like Europe/Berlin")
  }
}
