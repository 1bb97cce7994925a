internal import FocusEngine
internal import JSONText
internal import LoopbackHTTP
internal import NightEye

// Pictures that pages ask for.

extension HTTPAPI {
  /// The night's eye. The same minutes and night give the same picture for ever.
  func eye(_ request: HTTPRequest) async -> HTTPAnswer {
    let snapshot = await control.engine.snapshot
    let today = snapshot.machine.settings.zone.day(at: snapshot.now.wall)
    guard let minutes = request.query("minutes").flatMap({ Int($0) }), (0...1440).contains(minutes) else {
      return .fault(400, "not-a-number", "minutes is a number from 0 to 1440", "")
    }
    let text = request.query("night")
    guard let night = text.map({ ISO8601.day($0) }) ?? today else {
      return .fault(400, "not-a-day", "this is not a day", "write a day as 2026-11-21")
    }
    return HTTPAnswer(
      status: 200, type: "image/svg+xml", body: NightEye.svg(minutes: minutes, day: night.number),
      headers: [("Cache-Control", "private, max-age=86400")])
  }

  /// The icon of an app; a page shows another picture where there is none.
  func icon(_ request: HTTPRequest) async -> HTTPAnswer {
    guard let id = request.query("id"), id.utf8.count <= 255, let icon = await appIcon(id) else {
      return .fault(404, "no-icon", "this app has no icon here", "")
    }
    return HTTPAnswer(
      status: 200, type: icon.type, body: icon.octets, headers: [("Cache-Control", "private, max-age=3600")])
  }

  /// A picture or a sound of a card, for who may learn. Its name is that of its content, so it never changes. Opened by
  /// itself it may do nothing either.
  func media(_ request: HTTPRequest) async -> HTTPAnswer {
    guard access.mayChange(request) else { return Self.noToken }
    guard let deck = request.query("deck"), let file = request.query("file"),
      let found = await cardMedia(deck, file)
    else { return .fault(404, "no-media", "there is no such picture or sound", "") }
    return HTTPAnswer(
      status: 200, type: found.type, body: found.octets,
      headers: [
        ("Cache-Control", "private, max-age=31536000, immutable"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
      ])
  }

  static func json(_ value: JSONValue) -> HTTPAnswer {
    HTTPAnswer(status: 200, type: "application/json", body: value.octets, headers: [noStore])
  }
}
