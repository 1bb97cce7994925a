/// How the session clock is kept right over starts of the computer, time namespaces and clocks that were wrong.
extension Deliberation {
  /// Corrects the clock so that what fell due happens at its own time; returns what to record.
  mutating func correctClock(isStart: Bool) -> (by: Lapse, why: ClockCorrection)? {
    guard let last = machine.last else { return nil }
    var trust = machine.ledger.wallTrust
    var end = last.tick(of: moment)
    if isStart {
      if last.isAhead(of: moment) {
        let ahead = Lapse(milliseconds: last.moment.steady) - Lapse(milliseconds: moment.steady) + (end - last.tick)
        machine.last = last.level(with: moment, at: end)
        return (.zero - ahead, .ranAhead)
      }
      if last.moment.boot != moment.boot {
        let isMeasure = trust == .synchronized && moment.isSynchronized
        // The computer has run at least since it started.
        if !isMeasure { end = min(end, last.tick + max(.zero, Lapse(milliseconds: moment.steady))) }
        trust = trust.afterStart(since: last, at: moment)
        machine.last = last.level(with: moment, at: end)
      }
    }
    let heldBack = trust.settled(at: moment, end).heldBack
    guard heldBack > .zero else { return nil }
    machine.last = last.level(with: moment, at: end + heldBack)
    return (heldBack, .synchronized)
  }

  /// Records how far the wall clock is trusted, if that has changed.
  mutating func trustClock(isStart: Bool, since before: Stamp?, jump: Lapse) {
    let known = machine.ledger.wallTrust
    var trust = known
    if isStart {
      if let before {
        if before.moment.boot != moment.boot { trust = trust.afterStart(since: before, at: moment) }
      } else if !moment.isSynchronized {
        trust = .hardware
      }
    }
    if max(jump, .zero - jump) >= smallestJump, !moment.isSynchronized {
      trust = trust.afterSetting(from: moment.wall - jump, at: now.tick)
    }
    trust = trust.settled(at: moment, now.tick).trust
    if trust != known { record(.clockTrusted(trust), quietly: true) }
  }
}
