internal import Allowance
package import JSONText
package import Movement
package import Requests

/// Where repetitions are handed in.
package struct SetTaker {
  /// Hands over repetitions after those that are there; `nil` if no service runs, and then it is tried again later.
  let accept: (_ exercise: Exercise, _ amount: Int, _ earlier: Int) throws(Failure) -> JSONNode?

  package init(_ accept: @escaping (_ exercise: Exercise, _ amount: Int, _ earlier: Int) throws(Failure) -> JSONNode?) {
    self.accept = accept
  }
}

/// One set, counted aloud from its first repetition to its goal or end: before a camera it is handed in as it is done,
/// so that what is blocked opens with the repetition that was needed, and nothing is lost if the camera fails.
package struct PerformedSet {
  /// What is told of a set while it is counted.
  package enum News {
    case sight(Sight)
    case repetition(time: JSONValue, MovementSet, points: Int)
    /// The camera failed and is started again; in words.
    case restarted(String)
  }

  package let goal: Int?
  package private(set) var performed: MovementSet
  package private(set) var record = SetRecord()
  private let asked: Exercise?

  /// - Parameter asked: the exercise; `nil` for what the poses say.
  package init(_ asked: Exercise?, goal: Int?) {
    self.asked = asked
    self.goal = goal
    performed = MovementSet(asked ?? .jumpingJack)
  }

  package var hasReachedGoal: Bool { performed.shown >= goal ?? 0 }

  /// Counts.
  ///
  /// - Parameters:
  ///   - again: starts a camera that failed once more.
  ///   - service: is handed repetitions.
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

  /// The whole set, for programs.
  package var json: JSONValue {
    [
      "exercise": .string(performed.exercise.rawValue), "reps": JSONValue(performed.shown),
      "booked": JSONValue(performed.booked), "goal": goal.map { JSONValue($0) } ?? nil,
      "recorded": .bool(record.isWhole(performed)), "events": .array(record.events),
    ]
  }
}

extension MovementSet {
  /// One repetition more, for programs.
  package func json(at time: JSONValue) -> JSONValue {
    ["t": time, "exercise": .string(exercise.rawValue), "reps": JSONValue(shown)]
  }
}

extension Failure {
  /// Whether the camera ended it, and not what was read or the service.
  fileprivate var isOfCamera: Bool { kind.hasPrefix("camera-") }

  /// The same, with what is kept of a set and how to go on.
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
