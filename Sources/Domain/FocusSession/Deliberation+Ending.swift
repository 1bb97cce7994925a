internal import Gates

extension Deliberation {
  /// Opens the question whether to end, or takes a second tap as its answer.
  mutating func askToEnd(_ focus: Focus, by voice: Origin, needsRole: Bool = true) -> Answer {
    if voice.isSoft { return refuse(.soft) }
    if needsRole, !voice.may(.stop) { return refuse(.mayNot(.stop)) }
    if let question = focus.question {
      guard question.kind == .end else { return refuse(.questionOpen) }
      guard case .card(let tap) = voice else { return .nothing }
      if isDoubleTap(tap, on: question) { return takeBreak(nil, in: focus, by: voice) }
      return answerAgain(question, in: focus, tap: tap)
    }
    if focus.own.policy.end == .timer { return refuse(.endTimer, nextAt: focus.plannedEnd) }
    open(.end, in: focus, by: voice.trigger)
    return .accepted
  }

  /// Whether it is the second tap in a row of a key for which that means a break.
  private func isDoubleTap(_ tap: Tap, on question: Question) -> Bool {
    guard case .focusing = machine.state, tap.key?.doubleTapBreaks == true, !question.isAgain,
      case .card(_, tap.uid, _) = question.asked
    else { return false }
    return now.tick < question.opens
  }

  /// Offers the switch that the current profile allows.
  mutating func askToSwitch(to policy: Policy, _ ask: StartRequest, in focus: Focus, by voice: Origin) -> Answer {
    if let obstacle = obstacle(to: policy, hasPlannedEnd: ask.minutes != nil) { return refuse(obstacle) }
    if let question = focus.question {
      guard case .switchTo(_, policy.profile) = question.kind else { return refuse(.questionOpen) }
      guard case .card(let tap) = voice else { return .nothing }
      return answerAgain(question, in: focus, tap: tap)
    }
    open(.switchTo(ask, policy.profile), in: focus, by: voice.trigger)
    return .accepted
  }

  private mutating func open(_ kind: Question.Kind, in focus: Focus, by trigger: Trigger, isAgain: Bool = false) {
    let wait = waitBeforeEnd(of: focus)
    let closes = focus.own.policy.question.closes
    // A question that closed before it opens could never be answered.
    let isLate = wait > focus.own.policy.question.wait && wait >= closes
    record(
      .questionOpened(
        Question(
          kind: kind, opens: now.tick + wait, closes: now.tick + (isLate ? wait + closes : max(closes, wait)),
          asked: trigger, isAgain: isAgain)))
  }

  /// A second tap answers the question, if the card may and is proven; a tap before the wait is over starts the wait
  /// again.
  private mutating func answerAgain(_ question: Question, in focus: Focus, tap: Tap) -> Answer {
    let role = question.roleToAnswer
    guard tap.roles.contains(role) else { return refuse(.mayNot(role)) }
    if focus.own.policy.end == .key {
      guard tap.key != nil else { return refuse(.endKey) }
      guard tap.proof >= focus.own.policy.proof else { return refuse(.proof(needed: focus.own.policy.proof)) }
    }
    let trigger = Origin.card(tap).trigger
    guard now.tick >= question.opens else {
      let answer = refuse(.wait, nextAt: now.tick + waitBeforeEnd(of: focus))
      open(question.kind, in: focus, by: trigger, isAgain: true)
      return answer
    }
    if focus.own.policy.end == .key, let key = tap.key { pass(key, mayEnd: true) }
    if question.kind == .end, let (counter, link) = tap.signed {
      record(.sync(.cardSigned(tap.uid, counter: counter, link: link)), quietly: true)
    }
    return answerGate(question, by: trigger)
  }

  /// The local user says *end* (or *switch*).
  mutating func confirm(_ focus: Focus, by voice: Origin) -> Answer {
    guard let question = focus.question else { return refuse(.noQuestion) }
    return answerGate(question, by: voice.trigger)
  }

  mutating func carryOut(_ question: Question, in focus: Focus, by trigger: Trigger) -> Answer {
    switch question.kind {
    case .end:
      record(.questionAnswered(.end, by: trigger))
      endSession(.confirmed)
    case .switchTo(let ask, let profile):
      // The profile may have been removed while the question was open.
      guard let policy = machine.settings.profile(profile)?.policy else { return refuse(.unknownProfile(profile)) }
      record(.questionAnswered(.switchProfile, by: trigger))
      let plannedEnd = ask.minutes.map { now.tick + .minutes(Int64($0)) }
      let kept = focus.added.filter { $0.policy.profile != profile }
      close(.switched)
      begin(policy, added: kept, plannedEnd: plannedEnd, task: ask.task, trigger: question.asked)
      if let work = ask.work { record(.plan(.taskBegan(work))) }
    }
    return .accepted
  }

  /// *Go on*; takes back an emergency exit that waits.
  mutating func keepOn(_ focus: Focus, by voice: Origin) -> Answer {
    guard focus.question != nil || focus.exitDue != nil else { return refuse(.noQuestion) }
    if focus.question != nil { record(.questionAnswered(.keep, by: voice.trigger)) }
    if focus.exitDue != nil { record(.emergencyCancelled) }
    return .accepted
  }

  mutating func extend(_ focus: Focus, minutes: Int) -> Answer {
    if let fault = outOfRange(minutes) { return refuse(fault) }
    guard let plannedEnd = focus.plannedEnd else { return refuse(.openEnded) }
    record(.sessionExtended(plannedEnd: plannedEnd + .minutes(Int64(minutes)), nil))
    return .accepted
  }

  mutating func emergency(_ focus: Focus, sentence: String?) -> Answer {
    let rules = machine.settings.emergency
    if let due = focus.exitDue { return refuse(.emergencyWaits, nextAt: due) }
    let recent = machine.ledger.exits(within: rules.period, before: now.tick)
    if recent.count >= rules.count {
      // The exit that has to fall out of the month first is the one that leaves fewer than allowed behind it.
      let blocking = recent.count - rules.count
      return refuse(.emergencySpent, nextAt: rules.count > 0 ? recent[blocking] + rules.period : nil)
    }
    // Its own gate and no other: the sentence now, then a wait.
    guard let wait = waitAlone(rules.gate(afterExits: recent.count), typed: sentence) else {
      return refuse(.sentence(rules.sentence))
    }
    record(.emergencyOpened(due: now.tick + wait))
    return .accepted
  }

  mutating func recover(_ focus: Focus, digest: [UInt8]) -> Answer {
    guard machine.ledger.recoveryCodes.contains(digest) else { return refuse(.wrongCode) }
    record(.key(.codeUsed(digest)))
    if focus.exitDue != nil { record(.emergencyCancelled) }
    endSession(.emergency)
    return .accepted
  }

  mutating func keepRecoveryCode(_ digest: [UInt8]) -> Answer {
    if machine.ledger.recoveryCodes.contains(digest) { return .nothing }
    // A code made during a session would be a way to end it.
    guard machine.state == .idle else { return refuse(.locked(.emergency)) }
    record(.key(.codeMade(digest)))
    return .accepted
  }

  mutating func count(_ attempt: Attempt) -> Answer {
    guard machine.shield != nil else { return .nothing }
    record(.attempted(attempt))
    return .accepted
  }

  mutating func note(bypassOf layer: String) -> Answer {
    guard machine.shield != nil else { return .nothing }
    record(.bypassed(layer: layer))
    return .accepted
  }

  /// The service was halted, which has the same effect as if it had been off.
  mutating func note(haltOf milliseconds: Int64) -> Answer {
    record(.serviceStarted(down: Lapse(milliseconds: milliseconds)))
    return .accepted
  }

  /// Ends the session; schedules on top, and what should outlast a planned end, go on as a new one.
  mutating func endSession(_ why: SessionEnd) {
    let added: [Layer]
    switch machine.state {
    case .idle: return
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): added = focus.added
    }
    close(why)
    guard why != .emergency else { return }
    let lasting = added.filter { layer in
      guard let until = layer.until, until > now.tick else { return false }
      // What another device laid on top was for as long as this session lasts.
      if case .device = layer.trigger { return false }
      if case .schedule = layer.trigger { return true }
      return why == .completed
    }
    guard let own = lasting.first else { return }
    begin(own.policy, added: Array(lasting.dropFirst()), plannedEnd: own.until, trigger: own.trigger)
  }

  private mutating func close(_ why: SessionEnd) {
    let focus: Focus
    switch machine.state {
    case .idle: return
    case .focusing(let current), .visiting(let current, _), .onBreak(let current, _): focus = current
    }
    if focus.question != nil { record(.questionAnswered(.timeout, by: nil)) }
    if case .onBreak = machine.state { record(.breakEnded(.sessionEnded)) }
    endVisit(.sessionEnded)
    let focused = machine.focused(at: now.tick)
    record(.sessionEnded(SessionEnding(id: focus.id, profile: focus.own.policy.profile, why: why, focused: focused)))
  }
}

extension SessionMachine {
  /// How long the session has been focused at that tick: without its breaks and visits.
  public func focused(at tick: Tick) -> Lapse {
    func until(_ end: Tick, of focus: Focus) -> Lapse {
      max(.zero, end - focus.began.tick - focus.breakTime - focus.visitTime)
    }
    switch state {
    case .idle: return .zero
    case .focusing(let focus): return until(tick, of: focus)
    case .visiting(let focus, let visit): return until(visit.began, of: focus)
    case .onBreak(let focus, let pause): return until(pause.began, of: focus)
    }
  }
}
