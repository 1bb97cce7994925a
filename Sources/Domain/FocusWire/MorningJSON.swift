internal import FocusSession
internal import Guarding
internal import JSONText

/// The last night that is over: as the status tells it, and as a checkpoint keeps it.
extension NightLedger.Morning {
  var json: JSONValue {
    [
      "night": .string(ISO8601.text(report.day)), "minutes": .integer(report.minutes), "times": JSONValue(report.times),
      "longest_seconds": .integer(report.longest.wholeSeconds), "eyes": eyes.map { JSONValue($0.rawValue) } ?? .null,
      "noticed": .bool(report.isNoticed),
    ]
  }

  var stored: JSONValue {
    .members([
      "night": .string(ISO8601.text(report.day)), "used": .integer(report.used.milliseconds),
      "times": JSONValue(report.times), "longest": .integer(report.longest.milliseconds),
      "woke": .integer(woke.milliseconds), "greeted": .bool(isGreeted), "eyes": eyes.map { JSONValue($0.rawValue) },
      "noticed": report.isNoticed ? nil : false,
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("night", "used", "times", "longest", "woke", "greeted", "eyes", "noticed")
    self.init(try NightReport(members), woke: try members.required("woke").tick())
    isGreeted = try members.required("greeted").bool()
    eyes = EyeFeeling(rawValue: Int(try members["eyes"]?.integer(in: 0...3) ?? -1))
  }
}
