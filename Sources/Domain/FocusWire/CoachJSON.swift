internal import Coach
package import FocusSession
package import JSONText

extension CoachPins {
  package var json: JSONValue {
    .members([
      "hour": hour.map { .string($0.text) }, "challenge": challenge.map { JSONValue($0) },
      "nudges": nudges ? true : nil,
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("hour", "challenge", "nudges")
    let most = Int64(Self.challenges.upperBound)
    self.init(
      hour: try members["hour"]?.timeOfDay(),
      challenge: try members["challenge"].map { item throws(JSONShapeError) in
        Int(try item.integer(in: Int64(Self.challenges.lowerBound)...most))
      },
      nudges: try members["nudges"]?.bool() ?? false)
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
