internal import Allowance
package import FeaturePorts
internal import Movement

/// Counts a set that somebody began on the page, as `focuskey move` counts it in a terminal. One at a time: there is
/// one camera.
package struct SetBeforeCamera: Sendable {
  private let inbox: SessionInbox
  private let loop: EventLoop
  private let turn = CameraTurn()

  private enum Stage: Sendable {
    case waiting
    case counting(CameraHelper)
    /// The listener is gone, or the set has ended.
    case over
  }

  package init(_ inbox: SessionInbox, on loop: EventLoop) {
    self.inbox = inbox
    self.loop = loop
  }

  package var requests: [Request] {
    [
      SetRequests.move.stream { _, exercise, repetitions in
        begin(Wish(exercise: exercise, repetitions: repetitions))
      }
    ]
  }

  private struct Wish: Sendable {
    /// The exercise; `nil` for one at random.
    var exercise: String?
    var repetitions: Int
  }

  private typealias Lines = AsyncStream<[UInt8]>.Continuation

  /// First line: the exercise; last: `ok`. A listener that lets the stream go ends the set.
  private func begin(_ wish: Wish) -> AsyncStream<[UInt8]> {
    let (lines, told) = AsyncStream.makeStream(of: [UInt8].self)
    let stage = Locked(Stage.waiting)
    told.onTermination = { end in
      guard case .cancelled = end else { return }
      stage.withLock { stage in
        if case .counting(let helper) = stage { helper.end() }
        stage = .over
      }
    }
    // A camera is read by a thread that may wait for it.
    startThread(named: "set") { [self] in
      count(wish, stage, told)
      told.finish()
    }
    return lines
  }

  private func count(_ wish: Wish, _ stage: Locked<Stage>, _ told: Lines) {
    guard let exercise = Self.exercise(wish.exercise) else {
      let known = Exercise.allCases.map(\.rawValue).joined(separator: ", ")
      let what = "no such exercise: \(wish.exercise ?? "")"
      return Self.refuse(Failure(.badData, "unknown-exercise", what, advice: "use \(known)"), told)
    }
    guard turn.take() else {
      let failure = Failure(.no, "set-under-way", "a set is being counted already", advice: "end that one first")
      return Self.refuse(failure, told)
    }
    let complaint = Locked<String?>(nil)
    var set = PerformedSet(exercise, goal: wish.repetitions)
    let ending: JSONValue
    do throws(Failure) {
      // The person who began it may have let it go while it waited.
      guard case .waiting = stage.withLock({ $0 }) else { return turn.give() }
      told.yield(Self.greeting(exercise, wish.repetitions).octets)
      try set.count(
        from: try camera(stage, complaint), again: { () throws(Failure) in try camera(stage, complaint) },
        into: SetTaker { exercise, amount, earlier throws(Failure) in try handIn(exercise, amount, after: earlier) }
      ) { news throws(Failure) in Self.tell(news, told) }
      guard case .object(var members) = set.json else { return turn.give() }
      members["ok"] = true
      members["points"] = JSONValue(set.record.points)
      ending = .object(members)
    } catch {
      ending = Self.fault(error, complaint.withLock { $0 })
    }
    stage.withLock { $0 = .over }
    // Another may begin before this one is told to be over.
    turn.give()
    told.yield(ending.octets)
  }

  private static func tell(_ news: PerformedSet.News, _ told: Lines) {
    switch news {
    case .sight(let sight): told.yield(sight.json.octets)
    case .repetition(let time, let set, let points):
      guard case .object(var members) = set.json(at: time) else { return }
      // They are worth something from the third on, as they are recorded.
      members["points"] = JSONValue(points)
      told.yield(JSONValue.object(members).octets)
    case .restarted: break
    }
  }

  private func camera(_ stage: Locked<Stage>, _ complaint: Locked<String?>) throws(Failure) -> PoseStream {
    let helper = try stage.withLock { stage throws(Failure) in
      if case .over = stage { throw Failure(.interrupted, "set-over", "nobody waits for this set") }
      let helper = try CameraHelper(program: Environment["FOCUSKEY_CAMERA"]) { words in
        complaint.withLock { $0 = words }
      }
      stage = .counting(helper)
      return helper
    }
    return PoseStream(helper) { body throws(Failure) in try helper.forEachLine(body) }
  }

  private func handIn(_ exercise: Exercise, _ amount: Int, after earlier: Int) throws(Failure) -> JSONNode? {
    let answers = Mailbox<Result<JSONValue, Failure>>()
    Task(executorPreference: loop) { [inbox] in
      do throws(Failure) {
        answers.send(.success(try await inbox.submit(.moved(exercise.rawValue, amount, .measured, after: earlier))))
      } catch {
        answers.send(.failure(error))
      }
    }
    guard let answer = answers.receive(within: 60_000) else { throw .stopping }
    return try? JSONDocument(try answer.get().octets).root
  }

  /// Without a name, returns any exercise that is done standing.
  private static func exercise(_ name: String?) -> Exercise? {
    if let name { return Exercise(rawValue: name) }
    return Exercise.standing[Int(SystemRandom.octets(1)[0]) % Exercise.standing.count]
  }

  private static func greeting(_ exercise: Exercise, _ repetitions: Int) -> JSONValue {
    [
      "exercise": .string(exercise.rawValue), "goal": JSONValue(repetitions),
      "words": .string(exercise.words(repetitions)),
    ]
  }

  private static func refuse(_ failure: Failure, _ told: Lines) {
    told.yield(fault(failure.kind, failure.what, failure.advice).octets)
  }

  /// The error of a failed set: the helper's own words tell more than that it ended.
  private static func fault(_ failure: Failure, _ complaint: String?) -> JSONValue {
    let words = failure.advice.isEmpty ? failure.what : "\(failure.what): \(failure.advice)"
    let recorded = failure.details.first { $0.name == "recorded" }?.value
    return fault(failure.kind, complaint ?? words, "", recorded: recorded)
  }

  private static func fault(_ kind: String, _ what: String, _ advice: String, recorded: JSONValue? = nil) -> JSONValue {
    [
      "ok": false,
      "error": .members([
        "kind": .string(kind), "message": .string(what), "advice": .string(advice), "recorded": recorded,
      ]),
    ]
  }
}
