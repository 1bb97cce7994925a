internal import Guarding
internal import Pledge

extension Deliberation {
  /// Without a session: a card or a link asks to work on what matters most.
  mutating func startNext(_ ask: StartRequest, by voice: Origin) -> Answer {
    guard ask.work != nil else { return refuse(.noTask) }
    return start(ask, by: voice)
  }

  /// The session goes on with another task. A soft link must not: it would change what counts as work.
  mutating func work(on ask: StartRequest, in focus: Focus, by voice: Origin) -> Answer {
    if voice.isSoft { return refuse(.soft) }
    guard let task = ask.work else { return refuse(.noTask) }
    if focus.work?.uid == task.uid { return .nothing }
    record(.plan(.taskBegan(task)))
    judge()
    return .accepted
  }

  mutating func finishTask(of focus: Focus, by voice: Origin) -> Answer {
    if voice.isSoft { return refuse(.soft) }
    guard let task = focus.work else { return refuse(.noTask) }
    record(.plan(.taskDone(task)))
    judge()
    return .accepted
  }

  // MARK: Pledges

  /// For an hour, an episode that is over can be called work: it then counts and costs nothing.
  mutating func excuseAfterwards(by voice: Origin) -> Answer {
    if voice.isSoft { return refuse(.soft) }
    if let last = machine.lastStray, now.tick - last.ended <= PledgeLedger.regret {
      let debt = machine.ledger.pledges.debts.last { $0.began == last.began }
      record(.guard(.strayExcused(began: last.began)))
      if let debt { record(.pledge(.takenBack(began: debt.began))) }
      judge()
      return .accepted
    }
    if let debt = machine.ledger.pledges.regrettable(at: now.tick) {
      record(.pledge(.takenBack(began: debt.began)))
      return .accepted
    }
    return refuse(machine.state == .idle ? .notActive : .notStraying)
  }

  /// Records that the person says they gave the money.
  mutating func settle(_ money: Money) -> Answer {
    let owed = machine.ledger.pledges.owed(in: money.currency)
    guard (1...max(1, owed)).contains(money.cents), owed > 0 else {
      return refuse(.notOwed(Money(cents: owed, currency: money.currency)))
    }
    record(.pledge(.settled(money)))
    return .accepted
  }
}

extension SessionMachine {
  mutating func apply(_ found: GuardFact, at stamp: Stamp) {
    apply(found, at: stamp.tick)
    charge(for: found, at: stamp)
  }

  /// What an episode that counts costs, by the pledge as it stood at the session's start.
  private mutating func charge(for found: GuardFact, at stamp: Stamp) {
    guard case .strayEnded(let stray) = found, stray.why != .excused else { return }
    let terms: PledgeTerms?
    switch state {
    case .idle: return
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): terms = focus.own.policy.pledge
    }
    guard let terms else { return }
    let wall = stamp.wall(at: stray.began)
    ledger.pledges.charge(began: stray.began, ended: stray.ended, wall: wall, day: settings.zone.day(at: wall), terms)
  }
}
