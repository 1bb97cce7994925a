internal import Coach

extension CoachPins {
  package var json: JSONValue { Form.pins.object(self) }
}

extension Form where Value == CoachPins {
  static var pins: Form {
    Form.members(
      of: { CoachPins() }, Member(\.hour, .optional(.time("hour"))),
      Member(
        \.challenge,
        .optional(
          .number(
            "challenge", in: Int64(CoachPins.challenges.lowerBound)...Int64(CoachPins.challenges.upperBound)))),
      Member(\.nudges, .flag("nudges").unless(false)))
  }
}

extension NudgesNow {
  func json(in zone: CivilZone) -> JSONValue {
    ["at": .array(times.map { .string(ISO8601.text($0, in: zone)) }), "reason": .string(reason)]
  }
}

extension DayChallenge {
  package var json: JSONValue {
    [
      "date": .string(ISO8601.text(day)), "target": JSONValue(target), "done": JSONValue(done), "met": .bool(isMet),
      "reason": .string(reason), "level": .string(level.rawValue), "repetitions": JSONValue(repetitions),
    ]
  }
}
