public import FocusHistory
public import FocusSession
public import JSONText

extension SessionRecord {
  /// The session as one object, with times as clocks of that zone show them.
  public func json(in zone: CivilZone) -> JSONValue {
    func time(_ moment: Timestamp?) -> JSONValue { JSONValue(moment.map { ISO8601.text($0, in: zone) }) }
    return [
      "session": .string(id.text), "profile": .string(profile.text), "task": JSONValue(task),
      "started_at": time(started), "ended_at": time(ended), "planned_end": time(plannedEnd),
      "why": JSONValue(why?.word),
      "focused_seconds": .integer(focused.wholeSeconds), "breaks": JSONValue(breaks), "attempts": JSONValue(attempts),
    ]
  }
}
