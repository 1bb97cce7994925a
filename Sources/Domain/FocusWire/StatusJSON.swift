internal import Gates

extension Status {
  /// The status of Contract.md, with times as clocks of that zone show them.
  ///
  /// - Parameters:
  ///   - shield: the layers of the shield, as the shield reports them.
  ///   - readers: the readers, as the engine reports them.
  package func json(in zone: CivilZone, shield: JSONValue = [], readers: JSONValue = []) -> JSONValue {
    func time(_ wall: Timestamp?) -> JSONValue { JSONValue(wall.map { ISO8601.text($0, in: zone) }) }
    func seconds(_ lapse: Lapse?) -> JSONValue { lapse.map { .integer($0.secondsLeft) } ?? .null }
    var object = JSONObject()
    object.append("state", .string(state.word))
    object.append("question", question.map { $0.json(in: zone) } ?? .null)
    object.append("profile", JSONValue(profile?.text))
    object.append("profile_name", JSONValue(profileName))
    object.append("layers", JSONValue(layers.map { $0.text }))
    object.append("session", JSONValue(session?.text))
    object.append("task", JSONValue(task))
    object.append("task_uid", JSONValue(work?.uid))
    object.append("started_at", time(startedAt))
    object.append("planned_end", time(plannedEnd))
    object.append("focused_seconds", .integer(focused.wholeSeconds))
    object.append("remaining_seconds", seconds(remaining))
    object.append(
      "break",
      breakEndsAt == nil ? .null : ["ends_at": time(breakEndsAt), "remaining_seconds": seconds(breakRemaining)])
    object.append(
      "breaks",
      breaks.map { breaks in
        [
          "taken": JSONValue(breaks.taken), "left": breaks.left.map { JSONValue($0) } ?? .null,
          "next_at": time(breaks.nextAt?.nextSecond), "steps": .array(breaks.steps.map { $0.json }),
        ]
      } ?? .null)
    object.append("visit", visit.map { $0.json(in: zone) } ?? .null)
    object.append("visits", visits.map { $0.json(in: zone) } ?? .null)
    object.append("attempts", JSONValue(attempts))
    object.append("guard", guarding.map { $0.json(in: zone) } ?? .null)
    object.append("allowances", .array(allowances.map { $0.json(in: zone) }))
    object.append("challenge", challenge.map { $0.json } ?? .null)
    object.append("nudges", nudges.map { $0.json(in: zone) } ?? .null)
    object.append(
      "exercise_window",
      exerciseWindow.map {
        ["starts_at": time($0.starts), "ends_at": time($0.ends), "open": .bool($0.isOpen)]
      } ?? .null)
    object.append("night", night.map { $0.json(in: zone) } ?? .null)
    object.append("morning", morning.map { $0.json } ?? .null)
    object.append("emergency", exitAt == nil ? .null : ["ends_at": time(exitAt)])
    object.append("end", JSONValue(end?.word))
    object.append(
      "next",
      next.map { next in
        ["profile": .string(next.profile.text), "schedule": JSONValue(next.schedule?.text), "at": time(next.at)]
      } ?? .null)
    object.append("shield", shield)
    object.append("readers", readers)
    return .object(object)
  }
}

extension Status.OpenQuestion {
  fileprivate func json(in zone: CivilZone) -> JSONValue {
    .members([
      "kind": switchTo == nil ? "end" : "switch",
      "profile": switchTo.map { .string($0.text) },
      "opens_at": .string(ISO8601.text(opensAt.nextSecond, in: zone)),
      // For a countdown: `opens_at` is up to a second later than the moment from which an answer counts.
      "opens_in_ms": .integer(wait.milliseconds),
      "closes_at": .string(ISO8601.text(closesAt, in: zone)),
      "steps": .array(steps.map { $0.json }),
    ])
  }
}
