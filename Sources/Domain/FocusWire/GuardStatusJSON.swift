internal import Guarding

extension Status.Guarding {
  func json(in zone: CivilZone) -> JSONValue {
    [
      "state": .string(state.word), "since": JSONValue(since.map { ISO8601.text($0, in: zone) }),
      "straying_seconds": length.map { .integer($0.wholeSeconds) } ?? .null,
      "causes": JSONValue(causes.map { $0.word }), "rings": JSONValue(rings), "hushed": .bool(isHushed),
      "snoozes_left": JSONValue(snoozesLeft),
      "snoozed_until": JSONValue(snoozedUntil.map { ISO8601.text($0, in: zone) }),
      "was_work": asked.map { asked in
        [
          "began_at": .string(ISO8601.text(asked.began, in: zone)), "seconds": .integer(asked.length.wholeSeconds),
          "until": .string(ISO8601.text(asked.until, in: zone)),
        ]
      } ?? .null,
    ]
  }
}

extension Status.Guarding.State: Worded {}

extension Status.NightNow {
  func json(in zone: CivilZone) -> JSONValue {
    [
      "day": .string(ISO8601.text(day)), "ends_at": .string(ISO8601.text(ends, in: zone)), "awake": .bool(isAwake),
      "minutes": .integer(used.wholeSeconds / 60), "noticed": .bool(isNoticed),
    ]
  }
}
