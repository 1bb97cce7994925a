package import FocusEngine
internal import FocusHistory
internal import LoopbackHTTP

/// The calendar that other programs subscribe to: tasks, sessions that were, and those that schedules plan.
package struct CalendarFeed: Sendable {
  /// Its path; the token follows as a query.
  static let path = "/calendar.ics"
  /// How far it looks back and ahead, in days.
  private static let days = (back: 90, ahead: 14)

  let engine: FocusEngine
  let archive: any SessionArchive
  /// The tasks as content lines; `nil` if the token is not the feed's.
  let tasks: @Sendable (_ token: String) async -> [UInt8]?

  package init(
    _ engine: FocusEngine, _ archive: any SessionArchive, tasks: @escaping @Sendable (_ token: String) async -> [UInt8]?
  ) {
    self.engine = engine
    self.archive = archive
    self.tasks = tasks
  }

  func answer(to request: HTTPRequest) async -> HTTPAnswer {
    guard let token = request.query("token"), let tasks = await tasks(token) else {
      return .plain(403, "This address needs the token that this prints: focuskey task calendar")
    }
    let snapshot = await engine.snapshot
    let zone = snapshot.machine.settings.zone
    let today = zone.day(at: snapshot.now.wall)
    let past: [SessionRecord]
    do throws(LogError) {
      past = try await archive.sessions(since: zone.startOfDay(today + -Self.days.back), until: nil, profile: nil)
    } catch {
      return .plain(500, "The log cannot be read.")
    }
    let names = snapshot.machine.settings.profiles
    let events = HistoryExport.calendar(past) { id in
      names.first { $0.id == id }?.policy.name ?? id.text
    }
    var body = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//FocusKey//FocusKey//EN\r\n".utf8)
    body += tasks
    body += Self.parts(of: events).utf8
    for occurrence in planned(snapshot.machine.settings, from: today) {
      body += event(occurrence, snapshot.now.wall, names.first { $0.id == occurrence.profile }?.policy.name).utf8
    }
    body += Array("END:VCALENDAR\r\n".utf8)
    return HTTPAnswer(
      status: 200, type: "text/calendar; charset=utf-8", body: body, headers: [("Cache-Control", "no-store")])
  }

  /// What is between the head and the end of a calendar.
  private static func parts(of calendar: String) -> String {
    calendar.split(separator: "\r\n").drop { $0 != "BEGIN:VEVENT" }.dropLast().map { $0 + "\r\n" }.joined()
  }

  private func planned(_ settings: Settings, from today: CivilDay) -> [Occurrence] {
    var found: [Occurrence] = []
    for profile in settings.profiles {
      for schedule in profile.schedules where schedule.isOn && schedule.acceptedAt != nil {
        for ahead in 0..<Self.days.ahead where schedule.days.contains((today + ahead).weekday) {
          let day = today + ahead
          let last = schedule.end.minuteOfDay > schedule.start.minuteOfDay ? day : day + 1
          found.append(
            Occurrence(
              profile: profile.id, schedule: schedule.id, day: day,
              start: settings.zone.moment(day: day, minuteOfDay: schedule.start.minuteOfDay),
              end: settings.zone.moment(day: last, minuteOfDay: schedule.end.minuteOfDay)))
        }
      }
    }
    return found
  }

  private func event(_ planned: Occurrence, _ now: Timestamp, _ name: String?) -> String {
    let uid = "\(planned.profile.text)-\(planned.schedule.text)-\(ISO8601.text(planned.day))@focuskey.app"
    let lines = [
      "BEGIN:VEVENT", "UID:\(Self.escaped(uid))", "DTSTAMP:\(Self.instant(now))",
      "DTSTART:\(Self.instant(planned.start))", "DTEND:\(Self.instant(planned.end))",
      "SUMMARY:\(Self.escaped(name ?? planned.profile.text))", "STATUS:TENTATIVE", "TRANSP:OPAQUE", "END:VEVENT",
    ]
    return lines.map { $0 + "\r\n" }.joined()
  }

  private static func instant(_ moment: Timestamp) -> String {
    ISO8601.text(moment, in: .utc).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  private static func escaped(_ text: String) -> String {
    text.map { "\\;,".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
