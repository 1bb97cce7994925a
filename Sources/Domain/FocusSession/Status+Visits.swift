public import Gates

/// A visit that is under way.
public struct VisitNow: Equatable, Sendable {
  /// What is open.
  public var thing: VisitThing
  /// Until when.
  public var until: Timestamp
  /// How long that is still.
  public var left: Lapse
}

/// What is known about visits in the session under way.
public struct VisitsNow: Equatable, Sendable {
  /// How many there still are in this session.
  public var left: Int
  /// How many minutes of the day are left for them.
  public var leftToday: Lapse
  /// The most minutes of one.
  public var minutes: Int
  /// When the next one opens, if not now.
  public var nextAt: Timestamp?
  /// The steps before one, and how far each is.
  public var steps: [GateProgress]
}

/// What a visit of one thing would be.
public struct VisitOffer: Equatable, Sendable {
  /// What would open.
  public var what: String
  /// For how long; nothing where its minutes or visits are used up.
  public var length: Lapse
  /// How many visits there still are in this session.
  public var left: Int
  /// When it would open, where waiting helps.
  public var opens: Timestamp?
  /// The steps before it, and how far each is.
  public var steps: [GateProgress]
}

extension SessionMachine {
  func visitNow(at now: Stamp) -> VisitNow? {
    guard case .visiting(_, let visit) = state else { return nil }
    return VisitNow(thing: visit.thing, until: now.wall(at: visit.ends), left: max(.zero, visit.ends - now.tick))
  }

  /// What is known about visits, by the strictest of the profiles in force that have them; `nil` where none has.
  func visitsNow(at now: Stamp) -> VisitsNow? {
    guard let focus else { return nil }
    let rules = focus.layers.compactMap { $0.policy.visiting }
    guard let minutes = rules.map({ $0.minutes }).min(), let perDay = rules.map({ $0.minutesPerDay }).min() else {
      return nil
    }
    var spent = ledger.visits
    if case .visiting(_, let visit) = state { spent.pay(from: visit.began, to: now.tick, visit.days) }
    let leftToday = max(.zero, Lapse.minutes(Int64(perDay)) - spent.spent(at: now.tick))
    let left = visitsLeft(focus.layers) ?? 0
    let isUsedUp = leftToday == .zero && left > 0 && perDay > 0
    return VisitsNow(
      left: left, leftToday: leftToday, minutes: minutes,
      nextAt: isUsedUp ? now.wall(at: visitDays(at: now).ends) : nil,
      steps: progress(.visit, of: focus, at: now.tick))
  }
}
