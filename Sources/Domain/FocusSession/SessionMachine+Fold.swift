internal import Allowance
internal import Gates
internal import Guarding
internal import Pledge

extension SessionMachine {
  /// Takes one recorded fact into the state. Total: a fact that does not fit the state (from a damaged or foreign log)
  /// changes only what it can.
  public mutating func apply(_ fact: Fact) {
    // Cards can be learned while no service runs; what was due meanwhile is then still to be worked off.
    if case .learn(let learned) = fact.body { return count(learned, at: fact.stamp.tick) }
    last = fact.stamp
    take(fact)
  }

  private mutating func take(_ fact: Fact) {
    let tick = fact.stamp.tick
    switch fact.body {
    case .sessionStarted(let start):
      ledger.movement.noteUse(from: tick, to: tick)
      begin(start, at: fact.stamp)
    case .layerAdded(let layer, let occurrence):
      closeVisit(to: layer.policy.profile)
      changeFocus { $0.add(layer) }
      settle(occurrence, at: fact.stamp)
    case .layerRemoved(let profile):
      changeFocus { focus in focus.added.removeAll { $0.policy.profile == profile } }
    case .blocksAdded(let profile, let blocks):
      changeFocus { $0.block(blocks, in: profile) }
    case .sessionExtended(let plannedEnd, let occurrence):
      changeFocus { $0.plannedEnd = plannedEnd }
      settle(occurrence, at: fact.stamp)
    case .questionOpened(let question): changeFocus { $0.open(question, at: tick) }
    case .questionAnswered: changeFocus { $0.closeQuestion(at: tick) }
    case .breakStarted(let ends, let periods, _):
      beginBreak(at: tick, ends: ends, periods)
    case .breakNoticed: noticeBreak()
    case .breakEnded: endBreak(at: tick)
    case .sessionEnded(let ending):
      noteUse(until: tick)
      end(ending.why, at: tick)
    case .emergencyOpened(let due): changeFocus { $0.exitDue = due }
    case .emergencyCancelled: changeFocus { $0.exitDue = nil }
    case .attempted: changeFocus { $0.attempt(at: tick) }
    case .scheduleNoticed(let occurrence):
      ledger.noticed.append(occurrence)
    case .scheduleSkipped(let occurrence, _):
      settle(occurrence, at: fact.stamp)
    case .startPlanned(let planned):
      ledger.plannedStart = planned
    case .startUnplanned:
      ledger.plannedStart = nil
    case .clockTrusted(let trust):
      ledger.wallTrust = trust
    case .clockJumped, .clockCorrected, .serviceStarted, .bypassed, .promiseKept, .learn:
      // The stamp of a jump or a start is what counts: later times are reckoned from it. The others change nothing.
      break
    case .key(let found): ledger.apply(found)
    case .guard(let found): apply(found, at: fact.stamp)
    case .move(let moved):
      ledger.movement.apply(moved, at: tick)
      count(moved, at: tick)
    case .plan(let planned): apply(planned)
    case .pledge(let pledged): ledger.pledges.apply(pledged)
    case .gate(let happened): apply(happened, at: tick)
    case .sync(let found): apply(found)
    case .visit(let happened): apply(happened, at: tick)
    }
  }

  /// A whole session counts as use of the computer.
  private mutating func noteUse(until end: Tick) {
    switch state {
    case .idle: break
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _):
      ledger.movement.noteUse(from: focus.began.tick, to: end)
    }
  }

  private mutating func begin(_ start: SessionStart, at stamp: Stamp) {
    ledger.lastProfile = start.own.policy.profile
    ledger.enter(start.periods)
    settle(start.occurrence, at: stamp)
    state = .focusing(
      Focus(
        id: start.id, own: start.own, added: start.added, began: stamp, plannedEnd: start.plannedEnd, task: start.task,
        trigger: start.trigger, question: nil, exitDue: nil, breaksTaken: 0, breakTime: .zero, attempts: 0))
  }

  private mutating func end(_ why: SessionEnd, at tick: Tick) {
    endBreak(at: tick)
    endVisit(at: tick)
    if case .focusing(let focus) = state {
      if case .device = focus.trigger { ledger.devices.end(focus.id) }
      // A recovery code ends a session without an exit being asked for, and is not an exit of the month.
      if why == .emergency, focus.exitDue != nil { ledger.exits.append(tick) }
    }
    state = .idle
  }

  mutating func changeFocus(_ change: (inout Focus) -> Void) {
    switch state {
    case .idle: return
    case .focusing(var focus):
      change(&focus)
      state = .focusing(focus)
    case .visiting(var focus, let visit):
      change(&focus)
      state = .visiting(focus, visit)
    case .onBreak(var focus, let pause):
      change(&focus)
      state = .onBreak(focus, pause)
    }
  }

  private mutating func beginBreak(at tick: Tick, ends: Tick, _ periods: BudgetPeriods) {
    guard case .focusing(var focus) = state else { return }
    focus.breaksTaken += 1
    let steps = focus.steps(before: .takeBreak)
    focus.gates.step(.passed(.takeBreak, steps), at: tick)
    for index in namedGates.indices { namedGates[index].step(.spent(steps), at: tick) }
    ledger.enter(periods)
    for layer in focus.layers { ledger.change(layer.policy.profile) { $0.lastBegan = tick } }
    let lowered = focus.layers.map { $0.policy.profile }
    state = .onBreak(focus, Break(began: tick, ends: ends, lowered: lowered, isNoticed: false))
  }

  private mutating func noticeBreak() {
    guard case .onBreak(let focus, var pause) = state else { return }
    pause.isNoticed = true
    state = .onBreak(focus, pause)
  }

  /// Only what the break took is spent; the unused rest never counts.
  private mutating func endBreak(at tick: Tick) {
    guard case .onBreak(var focus, let pause) = state else { return }
    let took = tick - pause.began
    focus.breakTime = focus.breakTime + took
    // A profile that came on top during the break had no part in it.
    for profile in pause.lowered {
      ledger.change(profile) { spending in
        spending.lastEnded = tick
        spending.today = spending.today + took
        spending.thisWeek = spending.thisWeek + took
      }
    }
    state = .focusing(focus)
  }

  private mutating func settle(_ occurrence: Occurrence?, at stamp: Stamp) {
    if let occurrence { ledger.settle(occurrence, at: stamp.moment.wall) }
  }
}

extension Focus {
  fileprivate mutating func attempt(at tick: Tick) {
    attempts += 1
    guarded.tempted = Temptation.joined(guarded.tempted, tick)
  }

  /// A profile is on top only once: its new layer replaces the earlier one.
  fileprivate mutating func add(_ layer: Layer) {
    added.removeAll { $0.policy.profile == layer.policy.profile }
    added.append(layer)
  }

  fileprivate mutating func block(_ blocks: Blocks, in profile: ProfileID) {
    if own.policy.profile == profile { own.policy.blocks = blocks }
    for index in added.indices where added[index].policy.profile == profile { added[index].policy.blocks = blocks }
  }
}
