internal import Gates

extension Deliberation {
  mutating func visit(_ ask: VisitRequest, by voice: Origin) -> Answer {
    if machine.state == .idle { return refuse(.visits(.noSession)) }
    if voice.isSoft { return refuse(.soft) }
    // Only shuts: the second tap of a card's link.
    if case .visiting(_, let visit) = machine.state, case .card = voice, visit.thing.isMeant(by: ask.what) {
      return closeVisit()
    }
    if case .card = voice, !voice.may(.visit) { return refuse(.mayNot(.visit)) }
    if let wish = ask.minutes, wish < 1 { return refuse(.minutes(allowed: 1...VisitRules.mostMinutes)) }
    let outlook: VisitOutlook
    do throws(Refusal) { outlook = try machine.visitOutlook(ask, at: now, lists) } catch { return refuse(error) }
    if let refusal = passVisitGate(outlook, by: voice) { return refusal }
    record(
      .visit(
        .began(
          VisitBeginning(
            thing: outlook.thing, ends: now.tick + outlook.length, opens: outlook.layers.map { $0.policy.profile },
            days: outlook.days, trigger: voice.trigger))))
    return .accepted
  }

  mutating func closeVisit() -> Answer {
    guard case .visiting = machine.state else { return refuse(.visits(.noVisit)) }
    endVisit(.early)
    return .accepted
  }

  mutating func endVisit(_ why: VisitEnd) {
    guard case .visiting(_, let visit) = machine.state else { return }
    record(.visit(.ended(visit.thing, why)))
  }

  /// Returns the refusal where steps are still to be done; `nil` where the visit may begin.
  private mutating func passVisitGate(_ outlook: VisitOutlook, by voice: Origin) -> Answer? {
    guard let focus = machine.focus else { return nil }
    let steps = outlook.layers.flatMap { $0.policy.gate.visit }
    guard !steps.isEmpty else { return nil }
    askForVisit(focus, steps)
    if case .card(let tap) = voice, let key = tap.key { pass(key, mayEnd: false) }
    let progress = machine.focus.map { machine.progress(outlook, of: $0, at: now.tick) } ?? []
    guard !progress.open.isEmpty else { return nil }
    return refuse(.gate(.visit, progress), nextAt: progress.opensAfter.map { now.tick + $0 })
  }

  /// Starts the waits of the gate; they count while the request is open.
  mutating func askForVisit(_ focus: Focus, _ steps: [GateStep]) {
    guard focus.gates.visit.ask(at: now.tick) == nil else { return }
    let wait = steps.reduce(Lapse.zero) { max($0, $1.wait) }
    record(.visit(.asked(until: now.tick + wait + GateAsk.holds)), quietly: true)
  }
}
