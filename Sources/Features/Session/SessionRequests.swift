package import FeaturePorts

package enum SessionRequests {
  package static let status = Signature(question: "status", "The state")
  package static let start = Signature(
    "start", "Begin a session", .optional(.text("profile")), .optional(.whole("minutes")), .optional(.text("task")),
    .optional(.whole("in")))
  package static let stop = Signature("stop", "Ask to end the session")
  package static let confirm = Signature(
    "confirm", "End the session; with its task, if that is done", .optional(.word("task", among: ["done"])))
  package static let finishTask = Signature("finish-task", "Complete the session's task and continue")
  package static let keep = Signature("keep", "Continue the session")
  package static let type = Signature("type", "Type the sentence that a gate asks for", .text("sentence"))
  package static let takeBreak = Signature("break", "Ask for a break", .optional(.whole("minutes")))
  package static let resume = Signature("resume", "Come back from a break")
  package static let extend = Signature("extend", "Move the planned end out", .whole("minutes"))
  package static let override = Signature("override", "A condition that lifts restrictions", .text("name"))
  package static let emergency = Signature("emergency", "Leave by the emergency exit", .optional(.text("sentence")))
  package static let makeRecoveryCode = Signature("recovery-code", "Make a recovery code and show it once")
  package static let recover = Signature("recover", "End the session with a recovery code", .text("code"))
  package static let pledges = Signature("pledge", "What is owed for straying")
  package static let settlePledge = Signature("pledge-settled", "Record what was given", .text("amount"))

  /// Events from now on, a line each. The question is older than names, so it has none.
  package static let events = SentRequest(json: ["subscribe": true])
}

extension SessionRequests {
  package static func answers(by inbox: SessionInbox, _ status: SessionStatus) -> [Request] {
    [
      Self.status.answer { _ in await status.json() },
      start.submits(to: inbox) { profile, minutes, task, later in
        let profile = profile.map { ProfileID($0) }
        return .ask(
          .start(StartRequest(profile: profile, minutes: minutes, task: task, inMinutes: later)), by: .localUser)
      },
      stop.submits(to: inbox) { .ask(.stop, by: .localUser) },
      confirm.answer { _, task throws(Failure) in
        try await task == nil ? inbox.submit(.confirm) : inbox.confirmDone()
      },
      finishTask.submits(to: inbox) { .ask(.finishTask, by: .localUser) },
      keep.submits(to: inbox) { .keep },
      type.submits(to: inbox) { .type($0) },
      takeBreak.submits(to: inbox) { .ask(.takeBreak(minutes: $0), by: .localUser) },
      resume.submits(to: inbox) { .ask(.resume, by: .localUser) },
      extend.submits(to: inbox) { .extend(minutes: $0) },
      override.submits(to: inbox) { .override($0) },
      emergency.submits(to: inbox) { .emergency(sentence: $0) },
      makeRecoveryCode.answer { _ throws(Failure) in try await inbox.makeRecoveryCode() },
      recover.submits(to: inbox) { .recover(digest: RecoveryCode.digest(of: $0)) },
      pledges.answer { _ in await inbox.pledges() },
      settlePledge.answer { _, amount throws(Failure) in try await inbox.settlePledge(amount) },
    ]
  }
}

extension SessionInbox {
  /// Completes the task and ends the session, only if it may end now: nothing is done halfway.
  fileprivate func confirmDone() async throws(Failure) -> JSONValue {
    let snapshot = await engine.snapshot
    let trial = snapshot.machine.decide(.confirm, at: snapshot.now, entropy: Entropy(high: 0, low: 0))
    guard trial.answer == .accepted else { return try await submit(.confirm) }
    let done = try await submit(.ask(.finishTask, by: .localUser))
    let ended = try await submit(.confirm)
    return Self.joined(done, ended)
  }

  private static func joined(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    guard case .object(let one) = first, case .object(let two) = second, case .array(let early)? = one["events"],
      case .array(let late)? = two["events"], case .string(let opening)? = one["message"],
      case .string(let closing)? = two["message"]
    else { return second }
    return ["ok": true, "events": .array(early + late), "message": .string("\(opening) \(closing)")]
  }

  /// Makes a code and keeps only its digest: it can never be shown again.
  fileprivate func makeRecoveryCode() async throws(Failure) -> JSONValue {
    let code = RecoveryCode(chance: SystemRandom.octets(RecoveryCode.octets))
    var answer = try await submit(.recoveryCodeMade(digest: RecoveryCode.digest(of: code.text)))
    if case .object(var members) = answer {
      members["code"] = .string(code.text)
      members["message"] = .string(
        "Recovery code: \(code.text)\nWrite it down and keep it somewhere else. It ends one session and is not shown again."
      )
      answer = .object(members)
    }
    return answer
  }
}
