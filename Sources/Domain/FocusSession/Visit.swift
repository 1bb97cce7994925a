internal import Gates

/// Minutes in a session in which one blocked thing is open and everything else stays shut.
public struct Visit: Equatable, Sendable {
  /// What is open.
  public var thing: VisitThing
  /// When it began.
  public var began: Tick
  /// When it is over by itself.
  public var ends: Tick
  /// The profiles that let it open: those that blocked it when it began. What comes on top later does not.
  public var opens: [ProfileID]
  /// The civil day in which it began.
  public var days: VisitDays
}

/// When the civil day of a visit ends, and the one after it: each pays its own minutes.
public struct VisitDays: Equatable, Sendable {
  /// The end of the day.
  public var ends: Tick
  /// The end of the next one.
  public var nextEnds: Tick

  /// Days that end then.
  public init(ends: Tick, nextEnds: Tick) {
    self.ends = ends
    self.nextEnds = nextEnds
  }
}

/// What happened about visits, as it is kept for ever.
public enum VisitFact: Equatable, Sendable {
  /// Somebody asked for a visit, and the gate before it was not passed. The asking holds until then.
  case asked(until: Tick)
  /// One began.
  case began(VisitBeginning)
  /// It ended.
  case ended(VisitThing, VisitEnd)
}

/// How a visit began.
public struct VisitBeginning: Equatable, Sendable {
  /// What opened.
  public var thing: VisitThing
  /// When it is over by itself.
  public var ends: Tick
  /// The profiles that let it open.
  public var opens: [ProfileID]
  /// The civil day in which it began.
  public var days: VisitDays
  /// Who asked.
  public var trigger: Trigger

  /// A visit's beginning.
  public init(thing: VisitThing, ends: Tick, opens: [ProfileID], days: VisitDays, trigger: Trigger) {
    self.thing = thing
    self.ends = ends
    self.opens = opens
    self.days = days
    self.trigger = trigger
  }
}

/// Why a visit ended.
public enum VisitEnd: String, Sendable, CaseIterable {
  /// Its time was over.
  case over
  /// The person closed it.
  case early
  /// A break began.
  case onBreak = "break"
  /// The session ended.
  case sessionEnded = "session-ended"
}

/// How long the visits of a civil day took, on whatever device.
public struct VisitSpending: Equatable, Sendable {
  /// When that day ends; `nil` while there was no visit.
  public var dayEnds: Tick?
  /// How long its visits took.
  public var today = Lapse.zero

  /// Nothing yet.
  public init() {}

  /// What was kept.
  public init(dayEnds: Tick?, today: Lapse) {
    self.dayEnds = dayEnds
    self.today = today
  }

  func spent(at tick: Tick) -> Lapse { dayEnds.map { tick < $0 } ?? false ? today : .zero }

  mutating func enter(_ ends: Tick) {
    if let dayEnds, dayEnds >= ends { return }
    (dayEnds, today) = (ends, .zero)
  }

  /// Charges each day for the minutes that were in it.
  mutating func pay(from began: Tick, to end: Tick, _ days: VisitDays) {
    pay(max(.zero, min(end, days.ends) - began), inDayThatEnds: days.ends)
    if end > days.ends { pay(end - max(began, days.ends), inDayThatEnds: days.nextEnds) }
  }

  /// Minutes of a day that is over no longer count as spent.
  mutating func pay(_ took: Lapse, inDayThatEnds ends: Tick) {
    enter(ends)
    if dayEnds == ends { today = today + took }
  }
}

// MARK: The fold

extension SessionMachine {
  mutating func apply(_ happened: VisitFact, at tick: Tick) {
    switch happened {
    case .asked(let until): tellGates(.at(.visit, .ask(until: until)), at: tick)
    case .began(let beginning): begin(beginning, at: tick)
    case .ended: endVisit(at: tick)
    }
  }

  private mutating func begin(_ beginning: VisitBeginning, at tick: Tick) {
    guard case .focusing(var focus) = state else { return }
    focus.visitsTaken += 1
    let steps = focus.layers.filter { beginning.opens.contains($0.policy.profile) }.flatMap { $0.policy.gate.visit }
    focus.gates.step(.passed(.visit, steps), at: tick)
    for index in namedGates.indices { namedGates[index].step(.spent(steps), at: tick) }
    ledger.visits.enter(beginning.days.ends)
    state = .visiting(
      focus,
      Visit(
        thing: beginning.thing, began: tick, ends: beginning.ends, opens: beginning.opens, days: beginning.days))
  }

  /// Only the minutes that the visit used are spent; the rest comes back.
  mutating func endVisit(at tick: Tick) {
    guard case .visiting(var focus, let visit) = state else { return }
    focus.visitTime = focus.visitTime + max(.zero, tick - visit.began)
    ledger.visits.pay(from: visit.began, to: tick, visit.days)
    state = .focusing(focus)
  }

  /// Closes the visit to a profile that comes on top or back, which did not let it open.
  mutating func closeVisit(to profile: ProfileID) {
    guard case .visiting(let focus, var visit) = state,
      !focus.layers.contains(where: { $0.policy.profile == profile })
    else { return }
    visit.opens.removeAll { $0 == profile }
    state = .visiting(focus, visit)
  }
}
