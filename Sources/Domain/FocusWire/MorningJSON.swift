internal import Guarding

extension NightLedger.Morning {
  var json: JSONValue {
    [
      "night": .string(ISO8601.text(report.day)), "minutes": .integer(report.minutes), "times": JSONValue(report.times),
      "longest_seconds": .integer(report.longest.wholeSeconds), "eyes": eyes.map { JSONValue($0.rawValue) } ?? .null,
      "noticed": .bool(report.isNoticed),
    ]
  }
}
