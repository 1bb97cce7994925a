internal import FocusEngine
internal import FocusSession
internal import JSONText
internal import Requests
internal import ServiceContract

// The end of a session that worked on a task.

extension ControlAPI {
  /// The answer to a request about the session's task, what is to be remembered of it, or what straying costs.
  func answerAboutTasks(_ request: ControlRequest) async throws(Failure) -> JSONValue {
    switch request {
    case .confirmDone: return try await confirmDone()
    case .settlePledge(let amount): return try await settlePledge(amount)
    case .pledges: return await pledges()
    case .note(let words, let session): return try await note(words, about: session)
    case .forgetSession(let session): return try await forget(session)
    default: return try await submit(.ask(.finishTask, by: .localUser))
    }
  }

  /// The task is done, and the session with it: only if the session may end now, so that nothing is done halfway.
  private func confirmDone() async throws(Failure) -> JSONValue {
    let snapshot = await engine.snapshot
    let trial = snapshot.machine.decide(.confirm, at: snapshot.now, entropy: Entropy(high: 0, low: 0))
    guard trial.answer == .accepted else { return try await submit(.confirm) }
    let done = try await submit(.ask(.finishTask, by: .localUser))
    let ended = try await submit(.confirm)
    return Self.joined(done, ended)
  }

  /// What two commands told, as the answer to one.
  private static func joined(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    guard case .object(let one) = first, case .object(let two) = second, case .array(let early)? = one["events"],
      case .array(let late)? = two["events"], case .string(let opening)? = one["message"],
      case .string(let closing)? = two["message"]
    else { return second }
    return ["ok": true, "events": .array(early + late), "message": .string("\(opening) \(closing)")]
  }
}
