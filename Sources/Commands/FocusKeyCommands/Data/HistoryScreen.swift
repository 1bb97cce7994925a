internal import CommandShell
internal import FocusHistory
internal import FocusWire
internal import Languages
internal import Spelling

/// Past sessions as a terminal shows them: by days, in columns, with a bar for each and sums at the end.
struct HistoryScreen {
  /// How many days are shown where none is asked for.
  static let usualDays = 14
  /// The width of the longest session's bar, in columns.
  private static let longestBar = 20

  private let sessions: [SessionRecord]
  private let zone: CivilZone
  private let faces: ProfileFaces
  private let isUsual: Bool

  /// `isUsual` if these are the last days' sessions because nobody asked for others.
  init(_ sessions: [SessionRecord], _ zone: CivilZone, faces: ProfileFaces, isUsual: Bool) {
    self.sessions = sessions
    self.zone = zone
    self.faces = faces
    self.isUsual = isUsual
  }

  func lines(_ terminal: TerminalStyle) -> [String] {
    let all = "all of them: focuskey history --since 2000-01-01"
    guard !sessions.isEmpty else {
      let span = isUsual ? " in the last \(Self.usualDays) days; \(all)" : ""
      return [terminal.paint(terminal.speech.say("No sessions\(span)"), .faint)]
    }
    var last: CivilDay?
    let rows = sessions.map { session in
      let day = zone.day(at: session.started)
      defer { last = day }
      return cells(session, day: day == last ? "" : ISO8601.text(day), terminal)
    }
    let sum = durationWords(seconds: sessions.reduce(0) { $0 + $1.focused.wholeSeconds })
    let days = Set(sessions.map { ISO8601.text(zone.day(at: $0.started)) }).count
    let words = "\(sum) in \(counted(sessions.count, "session")) on \(counted(days, "day"))"
    return terminal.table(rows) + [
      terminal.paint(terminal.speech.say(isUsual ? "\(words) of the last \(Self.usualDays); \(all)" : words), .faint)
    ]
  }

  private func cells(_ session: SessionRecord, day: String, _ terminal: TerminalStyle) -> [TerminalCell] {
    let longest = sessions.map { $0.focused.wholeSeconds }.max() ?? 0
    let part = longest > 0 ? Double(session.focused.wholeSeconds) / Double(longest) : 0
    let tone = faces.tone(of: session.profile.text)
    return [
      TerminalCell(day, .strong), TerminalCell(String(clockTime(session.started, in: zone).prefix(5)), .faint),
      TerminalCell(faces.name(of: session.profile.text), tone),
      TerminalCell(terminal.speech.say(spokenLength(session.focused)), isNumber: true),
      TerminalCell(bar: part, columns: max(6, min(Self.longestBar, terminal.columns - 60)), tone),
      TerminalCell(
        [session.why?.word ?? "in progress", Self.early(session)].compactMap { $0 }.map { terminal.speech.say($0) }
          .joined(separator: ", "), Self.tone(of: session.why)),
      TerminalCell(session.attempts > 0 ? terminal.speech.say("\(session.attempts) resisted") : "", .faint),
      TerminalCell(
        [session.task, session.details.note.map { "\u{201C}\($0)\u{201D}" }].compactMap { $0 }.joined(separator: " ")),
    ]
  }

  /// How much of its plan a session did that ended early: `25 min of 50 min`.
  private static func early(_ session: SessionRecord) -> String? {
    guard let planned = session.plannedEnd, let ended = session.ended, ended < planned, session.why != .completed else {
      return nil
    }
    return "\(spokenLength(ended - session.started)) of \(spokenLength(planned - session.started))"
  }

  private static func tone(of end: SessionEnd?) -> TerminalStyle.Tone {
    switch end {
    case nil: .good
    case .emergency: .warning
    case .confirmed, .completed, .switched: .faint
    }
  }
}
