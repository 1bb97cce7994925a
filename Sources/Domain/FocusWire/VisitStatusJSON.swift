internal import Gates

extension VisitNow {
  package func json(in zone: CivilZone) -> JSONValue {
    [
      "what": .string(thing.name), "kind": .string(thing.kind.word), "until": .string(ISO8601.text(until, in: zone)),
      "left_seconds": .integer(left.secondsLeft),
    ]
  }
}

extension VisitsNow {
  package var minutesLeftToday: Int { Int(leftToday.milliseconds / 60_000) }

  package func json(in zone: CivilZone) -> JSONValue {
    [
      "left": JSONValue(left), "minutes_left_today": JSONValue(minutesLeftToday), "minutes": JSONValue(minutes),
      "next_at": JSONValue(nextAt.map { ISO8601.text($0.nextSecond, in: zone) }),
      "steps": .array(steps.map { $0.json }),
    ]
  }
}

extension VisitOffer {
  /// What a visit costs: “5 min, 2 left in this session”; why there is none, where its visits are used up.
  package func sentence(at now: Timestamp, in zone: CivilZone) -> String {
    guard length > .zero else {
      return opens.map { "The visits of today are used up; possible \(openingWords($0, at: now, in: zone))." }
        ?? "No visits are left in this session."
    }
    let todo = steps.open.isEmpty ? "" : " First: \(steps.open.map { $0.words }.inWords)."
    return "Open \(what) for \(spokenLength(length)): \(left) left in this session.\(todo)"
  }
}
