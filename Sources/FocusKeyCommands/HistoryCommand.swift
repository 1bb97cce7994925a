internal import CommandShell
internal import CommandSpec
internal import FocusHistory
internal import FocusKeyService
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import LinuxRuntime

private let since = Option(
  "since", value: .text("DAY"), "from this day on: 2026-11-21, today, or 30d for so many days back")
private let until = Option("until", value: .text("DAY"), "up to this day, which still counts")
private let profile = Option("profile", value: .text("PROFILE", wordList: "profiles"), "only sessions of this profile")
private let format = Option<String>(
  "format", value: .choice("FORMAT", of: ["table", "json", "csv", "ical"]), "how the sessions are put out")

/// `history`
let historyCommand = Command(
  CommandSpec(
    "history", "the sessions that were",
    discussion: """
      $ focuskey history --since 7d
      $ focuskey history --since 2026-11-01 --format ical > focus.ics
      """
  ) {
    since
    until
    profile
    format
  }
) { context throws(CommandFailure) in
  let zone = try context.zone()
  let from = try context.invocation[since].map { text throws(CommandFailure) in
    try zone.startOfDay(day(text, zone, "--since"))
  }
  let to = try context.invocation[until].map { text throws(CommandFailure) in
    try zone.startOfDay(day(text, zone, "--until") + 1)
  }
  let answer = try ServiceCall(context).ask(
    .history(since: from?.milliseconds, until: to?.milliseconds, profile: context.invocation[profile]))
  if answer["ok"]?.bool == false { throw .refused(by: answer) }
  let sessions = answer["sessions"]?.array ?? []
  switch context.wantsJSON ? "json" : context.invocation[format] ?? "table" {
  case "json": for session in sessions { try context.write(session.value.text + "\n") }
  case "csv": try context.write(HistoryExport.csv(try records(sessions), in: zone))
  case "ical": try context.write(HistoryExport.calendar(try records(sessions)) { $0.text })
  default: for session in sessions { try context.write(row(session) + "\n") }
  }
  return .done
}

private func records(_ sessions: [JSONNode]) throws(CommandFailure) -> [SessionRecord] {
  var records: [SessionRecord] = []
  for session in sessions {
    do throws(JSONMismatch) {
      records.append(try SessionRecord(answer: JSONItem(session)))
    } catch {
      throw CommandFailure(
        .badData, kind: "bad-answer", what: error.message, at: .text(error.pointer.text),
        advice: "the service is of another version: restart it")
    }
  }
  return records
}

private func day(_ text: String, _ zone: CivilZone, _ option: String) throws(CommandFailure) -> CivilDay {
  let today = zone.day(at: SystemTime.wall())
  if text == "today" { return today }
  if text == "yesterday" { return today + -1 }
  if text.hasSuffix("d"), let count = Int(text.dropLast()), (0...100_000).contains(count) { return today + -count }
  if let day = ISO8601.day(text) { return day }
  if let moment = ISO8601.moment(text) { return zone.day(at: moment) }
  throw CommandFailure(
    .usage, kind: "bad-day", what: "not a day", at: .text("\(option) \(text)"),
    advice: "write 2026-11-21, today, or 30d")
}

private func row(_ session: JSONNode) -> String {
  let began = session["started_at"]?.string?.prefix(16) ?? ""
  let minutes = (session["focused_seconds"]?.integer ?? 0) / 60
  let end = session["why"]?.string ?? "under way"
  let task = session["task"]?.string.map { "  \(oneLine($0))" } ?? ""
  return "\(began.replacing("T", with: " "))  \(session["profile"]?.string ?? "")  \(minutes) min  \(end)\(task)"
}

extension CommandContext {
  /// How civil clocks go for whoever asks.
  func zone() throws(CommandFailure) -> CivilZone {
    do throws(ZoneFiles.Fault) {
      return try ZoneFiles.local(surroundings.variable("TZ"))
    } catch {
      throw CommandFailure(
        .usage, kind: "unknown-zone", what: "no such time zone", at: .text(surroundings.variable("TZ") ?? ""),
        advice: "set TZ to one like Europe/Berlin")
    }
  }
}
