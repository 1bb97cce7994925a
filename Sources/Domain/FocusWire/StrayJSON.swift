package import FocusHistory
internal import Guarding

extension StraySpan {
  package func json(in zone: CivilZone) -> JSONValue {
    [
      "began_at": .string(ISO8601.text(began, in: zone)), "ended_at": .string(ISO8601.text(ended, in: zone)),
      "seconds": .integer(length.wholeSeconds), "causes": JSONValue(causes.map { $0.word }), "why": .string(why.word),
      "rings": JSONValue(rings), "counted": .bool(isCounted),
    ]
  }
}

extension NightRecord {
  package static let factKinds = ["awake", "awake-ended", "good-night", "up", "night-report", "eyes-felt"]

  package func json(in zone: CivilZone) -> JSONValue {
    func time(_ moment: Timestamp?) -> JSONValue { JSONValue(moment.map { ISO8601.text($0, in: zone) }) }
    let uses: [JSONValue] = uses.map { use in
      [
        "began_at": time(use.began), "ended_at": time(use.ended),
        "seconds": .integer((use.ended - use.began).wholeSeconds),
      ]
    }
    return [
      "night": .string(ISO8601.text(report.day)), "minutes": .integer(report.minutes),
      "times": JSONValue(report.times), "longest_seconds": .integer(report.longest.wholeSeconds),
      "bed_at": time(bed), "wake_at": time(wake), "last_use_at": time(self.uses.last?.ended), "uses": .array(uses),
      "hours": .array(hours(in: zone).map { .integer($0.wholeSeconds) }),
      "eyes": eyes.map { JSONValue($0.rawValue) } ?? .null, "noticed": .bool(report.isNoticed),
    ]
  }
}

extension NightTrend {
  /// The trend as one object; `null` where there are too few nights to tell.
  package var json: JSONValue {
    func number(_ number: Double?) -> JSONValue { number.map { .number(($0 * 100).rounded() / 100) } ?? .null }
    return [
      "nights": JSONValue(nights), "median_7": number(median7), "median_28": number(median28),
      "slope_minutes_per_night": number(slope),
      "eyes": ["answers": JSONValue(eyes.answers), "tau": number(eyes.tau)],
    ]
  }
}
