extension Deliberation {
  mutating func start(_ ask: StartRequest, by voice: Origin) -> Answer {
    guard voice.may(.start) else { return refuse(.mayNot(.start)) }
    let policy: Policy
    switch policyNamed(ask.profile) {
    case .success(let found): policy = found
    case .failure(let refusal): return refuse(refusal.rule)
    }
    if let fault = outOfRange(ask.minutes) ?? outOfRange(ask.inMinutes) { return refuse(fault) }
    let length = ask.minutes.map { Lapse.minutes(Int64($0)) }
    if let obstacle = obstacle(to: policy, hasPlannedEnd: length != nil) { return refuse(obstacle) }
    if let delay = ask.inMinutes, !voice.isSoft { return plan(ask, policy, in: delay) }
    begin(policy, plannedEnd: length.map { now.tick + $0 }, task: ask.task, trigger: voice.trigger)
    if let work = ask.work { record(.plan(.taskBegan(work))) }
    return .accepted
  }

  private mutating func plan(_ ask: StartRequest, _ policy: Policy, in delay: Int) -> Answer {
    var later = ask
    later.inMinutes = nil
    later.profile = policy.profile
    record(.startPlanned(PlannedStart(ask: later, at: now.tick + .minutes(Int64(delay)))))
    return .accepted
  }

  /// A stop when there is nothing to stop takes back a start that was to happen later.
  mutating func stopWhenIdle(by voice: Origin) -> Answer {
    if case .card(let tap) = voice, tap.key != nil, tap.roles.contains(.stop) { return .nothing }
    guard machine.ledger.plannedStart != nil, !voice.isSoft else { return refuse(.notActive) }
    record(.startUnplanned)
    return .accepted
  }

  /// A start while a session is under way: the question, a switch, or more blocks.
  mutating func startMore(_ ask: StartRequest, in focus: Focus, by voice: Origin) -> Answer {
    guard voice.may(.start) || voice.may(.stop) else { return refuse(.mayNot(.start)) }
    let policy: Policy
    switch policyNamed(ask.profile) {
    case .success(let found): policy = found
    case .failure(let refusal): return refuse(refusal.rule)
    }
    if let fault = outOfRange(ask.minutes) ?? outOfRange(ask.inMinutes) { return refuse(fault) }
    if let delay = ask.inMinutes, !voice.isSoft {
      if let obstacle = obstacle(to: policy, hasPlannedEnd: ask.minutes != nil) { return refuse(obstacle) }
      return plan(ask, policy, in: delay)
    }
    if case .later = voice { return startPlanned(policy, minutes: ask.minutes, in: focus) }
    if policy.profile == focus.own.policy.profile { return startSame(ask, in: focus, by: voice) }
    let canSwitch = focus.own.policy.switchTo.contains(policy.profile) && voice.may(.switchProfile) && !voice.isSoft
    if canSwitch { return askToSwitch(to: policy, ask, in: focus, by: voice) }
    guard voice.may(.start) else { return refuse(.mayNot(.start)) }
    return add(policy, minutes: ask.minutes, to: focus, by: voice)
  }

  /// A start whose time has come finds a session, perhaps with nobody at the computer: as with a schedule, nothing is
  /// asked. The same profile lasts longer, another one's blocks come on top.
  private mutating func startPlanned(_ policy: Policy, minutes: Int?, in focus: Focus) -> Answer {
    if policy.profile != focus.own.policy.profile { return add(policy, minutes: minutes, to: focus, by: .later) }
    let end = minutes.map { now.tick + .minutes(Int64($0)) }
    guard let plannedEnd = focus.plannedEnd, end.map({ $0 > plannedEnd }) ?? true else { return .nothing }
    record(.sessionExtended(plannedEnd: end, nil))
    return .accepted
  }

  private mutating func startSame(_ ask: StartRequest, in focus: Focus, by voice: Origin) -> Answer {
    if case .onBreak = machine.state, focus.question == nil { return resume() }
    guard voice.isSoft else { return askToEnd(focus, by: voice, needsRole: false) }
    // A link that is not a key may only tighten: it may ask for a later end.
    guard let minutes = ask.minutes, let plannedEnd = focus.plannedEnd,
      now.tick + .minutes(Int64(minutes)) > plannedEnd
    else { return refuse(.soft) }
    record(.sessionExtended(plannedEnd: now.tick + .minutes(Int64(minutes)), nil))
    return .accepted
  }

  private mutating func add(_ policy: Policy, minutes: Int?, to focus: Focus, by voice: Origin) -> Answer {
    let until = minutes.map { now.tick + .minutes(Int64($0)) }
    if let known = focus.added.first(where: { $0.policy.profile == policy.profile }) {
      // It is on top already: it can only stay longer.
      guard let knownEnd = known.until, until.map({ $0 > knownEnd }) ?? true else { return .nothing }
      var longer = known
      longer.until = until
      record(.layerAdded(longer, nil), quietly: true)
      return .accepted
    }
    record(.layerAdded(Layer(policy: policy, began: now.tick, until: until, trigger: voice.trigger), nil))
    return .accepted
  }

  mutating func start(_ occurrence: Occurrence, upTo end: Tick) {
    let until = now.tick(at: occurrence.end)
    guard let policy = machine.settings.profile(occurrence.profile)?.policy, until > end
    else { return record(.scheduleSkipped(occurrence, .missed)) }
    let trigger = Trigger.schedule(occurrence.schedule)
    switch machine.state {
    case .idle:
      if obstacle(to: policy, hasPlannedEnd: true) != nil { return record(.scheduleSkipped(occurrence, .unproven)) }
      begin(policy, plannedEnd: until, trigger: trigger, occurrence: occurrence)
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _):
      if focus.own.policy.profile == occurrence.profile {
        // One without an end meets its own schedule, and ends with it: nobody is held beyond what they planned.
        let later = max(focus.plannedEnd ?? until, until)
        return record(.sessionExtended(plannedEnd: later, occurrence), quietly: later == focus.plannedEnd)
      }
      if obstacle(to: policy, hasPlannedEnd: true) != nil { return record(.scheduleSkipped(occurrence, .unproven)) }
      if var known = focus.added.first(where: { $0.policy.profile == occurrence.profile }) {
        // What lasts as long as the session must not be cut to the schedule's end, nor end with the session.
        known.until = known.until.map { max($0, until) } ?? until
        known.trigger = trigger
        return record(.layerAdded(known, occurrence), quietly: true)
      }
      record(.layerAdded(Layer(policy: policy, began: now.tick, until: until, trigger: trigger), occurrence))
    }
  }

  mutating func begin(
    _ policy: Policy, added: [Layer] = [], plannedEnd: Tick?, task: String? = nil, trigger: Trigger,
    occurrence: Occurrence? = nil
  ) {
    let own = Layer(policy: policy, began: now.tick, until: nil, trigger: trigger)
    record(
      .sessionStarted(
        SessionStart(
          id: nextSessionID(at: now), own: own, added: added, plannedEnd: plannedEnd, task: task, trigger: trigger,
          occurrence: occurrence, periods: periods())))
  }

  /// What prevents starting a profile, because it could lock the person out of their machine.
  func obstacle(to policy: Policy, hasPlannedEnd: Bool) -> Rule? {
    if policy.end == .timer, !hasPlannedEnd { return .needsPlannedEnd }
    guard policy.end != .confirm, machine.ledger.recoveryCodes.isEmpty else { return nil }
    let needed = policy.end == .key ? policy.proof : .presence
    let hasKey = machine.settings.keys.contains { key in
      key.may.contains(.stop) && machine.ledger.provenKeys.contains { $0.key == key.id && $0.proof >= needed }
    }
    return hasKey ? nil : .unproven
  }

  private func policyNamed(_ name: ProfileID?) -> Result<Policy, Refusal> {
    if let name {
      return machine.settings.profile(meantBy: name.text).map { .success($0.policy) }
        ?? .failure(Refusal(.unknownProfile(name)))
    }
    // No name: the one that was used last, if it is still there.
    let last = machine.ledger.lastProfile.flatMap { machine.settings.profile($0) }
    return (last ?? machine.settings.profiles.first).map { .success($0.policy) } ?? .failure(Refusal(.noProfile))
  }

  func outOfRange(_ minutes: Int?) -> Rule? {
    guard let minutes, !Limits.minutes.contains(minutes) else { return nil }
    return .minutes(allowed: Limits.minutes)
  }

  /// When the current periods of the budgets end; see ``BudgetPeriods``.
  func periods() -> BudgetPeriods {
    let known = machine.ledger.periods
    let zone = machine.settings.zone
    let today = zone.day(at: now.moment.wall)
    var dayEnds = known?.dayEnds ?? now.tick
    if dayEnds <= now.tick {
      // A day has 23 hours at least, so a day that seems to end within 20 hours of the last one's end was made by
      // setting a clock.
      let earliest = known.map { $0.dayEnds + .hours(20) } ?? now.tick
      var day = today + 1
      repeat {
        dayEnds = now.tick(at: zone.startOfDay(day))
        day = day + 1
      } while dayEnds < earliest || dayEnds <= now.tick
    }
    var weekEnds = known?.weekEnds ?? now.tick
    if weekEnds <= now.tick {
      let earliest = known.map { $0.weekEnds + .days(6) } ?? now.tick
      var monday = today + (7 - today.weekday.rawValue)
      repeat {
        weekEnds = now.tick(at: zone.startOfDay(monday))
        monday = monday + 7
      } while weekEnds < earliest || weekEnds <= now.tick
    }
    return BudgetPeriods(dayEnds: dayEnds, weekEnds: weekEnds)
  }
}
