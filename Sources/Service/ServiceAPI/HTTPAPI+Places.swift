internal import FocusEngine
internal import FocusSession
internal import JSONText
internal import LoopbackHTTP
internal import ServiceContract

// What the pages for tasks, cards and nights ask. Everything here only reads.

extension HTTPAPI {
  /// The answer for one of these names; `nil` where it is not one of them.
  func place(_ name: String, _ request: HTTPRequest) async -> HTTPAnswer? {
    let snapshot = await control.engine.snapshot
    let (now, zone) = (snapshot.now.wall, snapshot.machine.settings.zone)
    let ports = control.ports
    switch name {
    case "decks": return Self.json(await ports.study.decks(now))
    case "cards":
      let count = request.query("count").map { Int($0) ?? 0 } ?? 1
      guard (1...50).contains(count) else { return .fault(400, "not-a-number", "count is a number from 1 to 50", "") }
      return Self.json(await ports.study.next(request.query("deck"), count, now))
    case "nights": return Self.json(await ports.past.nights())
    case "strays":
      var since = Timestamp(milliseconds: 0)
      if let text = request.query("since") {
        guard let day = ISO8601.day(text) else {
          return .fault(400, "not-a-day", "this is not a day", "write a day as 2026-11-21")
        }
        since = zone.startOfDay(day)
      }
      if let scope = Self.scope(of: request), case .told(let past) = await ports.sync.past(scope.name, now) {
        return Self.json(past.strays(since: since, in: zone))
      }
      return Self.json(await ports.past.strays(since))
    case "rewards": return Self.json(await ports.past.rewards())
    case "board": return Self.json(await ports.past.board(now))
    case "signals": return Self.json(await control.signals())
    case "eye": return eye(request, today: zone.day(at: now))
    default: return nil
    }
  }

  /// The same minutes and night give the same picture for ever.
  private func eye(_ request: HTTPRequest, today: CivilDay) -> HTTPAnswer {
    guard let minutes = request.query("minutes").flatMap({ Int($0) }), (0...1440).contains(minutes) else {
      return .fault(400, "not-a-number", "minutes is a number from 0 to 1440", "")
    }
    let text = request.query("night")
    guard let night = text.map({ ISO8601.day($0) }) ?? today else {
      return .fault(400, "not-a-day", "this is not a day", "write a day as 2026-11-21")
    }
    return HTTPAnswer(
      status: 200, type: "image/svg+xml", body: control.ports.past.eye(minutes, night),
      headers: [("Cache-Control", "private, max-age=86400")])
  }

  static func json(_ value: JSONValue) -> HTTPAnswer {
    HTTPAnswer(status: 200, type: "application/json", body: value.octets, headers: [noStore])
  }
}
