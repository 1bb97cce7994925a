internal import Allowance
package import Movement
package import Requests

package struct SetTaker {
  /// Hands in repetitions after the `earlier` ones; `nil` if no service runs: retried later.
  let accept: (_ exercise: Exercise, _ amount: Int, _ earlier: Int) throws(Failure) -> JSONNode?

  package init(_ accept: @escaping (_ exercise: Exercise, _ amount: Int, _ earlier: Int) throws(Failure) -> JSONNode?) {
    self.accept = accept
  }
}

/// One set, counted aloud from its first repetition to its goal or end: before a camera it is handed in as it is done,
/// so that what is blocked opens with the repetition that was needed, and nothing is lost if the camera fails.
package struct PerformedSet {
  package enum News {
    case sight(Sight)
    case repetition(time: JSONValue, MovementSet, points: Int)
    /// The camera failed and is started again; the reason is in words.
    case restarted(String)
  }

  package let goal: Int?
  package private(set) var performed: MovementSet
  package private(set) var record = SetRecord()
  private let asked: Exercise?

  /// `asked` is `nil` if the poses name the exercise.
  package init(_ asked: Exercise?, goal: Int?) {
    self.asked = asked
    self.goal = goal
    performed = MovementSet(asked ?? .jumpingJack)
  }

  package var hasReachedGoal: Bool { performed.shown >= goal ?? 0 }

  /// Counts; `again` restarts a failed camera, `service` gets the repetitions.
  package mutating func count(
    from first: PoseStream, again: () throws(Failure) -> PoseStream, into service: SetTaker,
    tell: (News) throws(Failure) -> Void
  ) throws(Failure) {
    var stream = first
    while true {
      let before = performed.shown
      do throws(Failure) {
        try count(stream, service, tell)
        break
      } catch {
        guard let helper = stream.helper else { throw error }
        helper.end()
        // A camera that counted something may do so again. Pictures would begin from their start, and count twice.
        if error.isOfCamera, helper.isLive, performed.shown > before {
          try tell(.restarted("\(error.what); \(record.keeping(performed)), and the camera is started again"))
          stream = try again()
          continue
        }
        throw error.isOfCamera && performed.shown > 0 ? error.after(performed, record, goal: goal) : error
      }
    }
    try record.accept(performed, service)
  }

  private mutating func count(
    _ stream: PoseStream, _ service: SetTaker, _ tell: (News) throws(Failure) -> Void
  ) throws(Failure) {
    let done = try stream.forEachRepetition(asked, by: .phase) { sight throws(Failure) in
      try tell(.sight(sight))
    } _: { time, exercise throws(Failure) in
      if performed.exercise != exercise { performed = MovementSet(exercise) }
      performed.add()
      if stream.helper != nil { try record.accept(performed, service) }
      try tell(.repetition(time: time, performed, points: record.points))
      return performed.shown != goal
    }
    if performed.shown == 0 { performed = MovementSet(done) }
  }

  package var json: JSONValue {
    [
      "exercise": .string(performed.exercise.rawValue), "reps": JSONValue(performed.shown),
      "booked": JSONValue(performed.booked), "goal": goal.map { JSONValue($0) } ?? nil,
      "recorded": .bool(record.isWhole(performed)), "events": .array(record.events),
    ]
  }
}

extension MovementSet {
  package func json(at time: JSONValue) -> JSONValue {
    ["t": time, "exercise": .string(exercise.rawValue), "reps": JSONValue(shown)]
  }
}

extension Failure {
  /// Whether the camera caused it, not the input or the service.
  fileprivate var isOfCamera: Bool { kind.hasPrefix("camera-") }

  fileprivate func after(_ set: MovementSet, _ record: SetRecord, goal: Int?) -> Failure {
    let rest = goal.map { " --reps \($0 - set.shown)" } ?? ""
    return Failure(
      exitCode, kind: kind, what: what, at: place,
      advice: "\(record.keeping(set)); go on with: focuskey move \(set.exercise.rawValue)\(rest)",
      details: details + [("recorded", JSONValue(record.recorded))])
  }
}

extension SetRecord {
  /// `4 squats are recorded`.
  fileprivate func keeping(_ set: MovementSet) -> String {
    switch recorded {
    case 0: "\(set.exercise.words(set.shown)) not recorded"
    case 1: "\(set.exercise.words(1)) is recorded"
    default: "\(set.exercise.words(recorded)) are recorded"
    }
  }
}
