public import SessionTime

/// One day of one allowance.
public struct AllowanceDay: Equatable, Sendable {
  /// Which allowance.
  public let id: AllowanceID
  /// The day.
  public let day: CivilDay
  /// When it is over: fixed when it began, so that no clock that is set later ends it.
  public let ends: Tick
  /// What holds on it; `nil` for a day that an earlier version began, until settings are looked at.
  public var terms: DayTerms?
  /// How long it was used, without the use that lasts.
  public var used = Lapse.zero
  /// Since when it is in use.
  public var usedSince: Tick?
  /// The minutes that were earned.
  public var earned = 0
  /// Whether it is open for the rest of the day.
  public var isFree = false
  /// Whether it was said that little is left.
  public var isWarned = false
  /// Whether it is blocked.
  public var isShut = false
  /// Whether it is over; kept, so that the next one does not begin and end too soon.
  public var isOver = false

  /// A day on which nothing was used yet.
  public init(id: AllowanceID, day: CivilDay, ends: Tick) {
    self.id = id
    self.day = day
    self.ends = ends
  }

  /// How long it was used by that time.
  public func used(at now: Tick) -> Lapse { used + (usedSince.map { max(.zero, now - $0) } ?? .zero) }

  /// What holds on it.
  public func terms(_ rules: AllowanceRules) -> DayTerms {
    terms
      ?? DayTerms(
        minutes: rules.minutes[day.weekday], week: rules.minutesPerWeek, weekEnds: ends, rollOver: rules.rollOver)
  }

  /// What is left at that time, of the day and of the week; `nil` where nothing limits it.
  ///
  /// - Parameter more: minutes that might be earned.
  public func left(_ rules: AllowanceRules, at now: Tick, earning more: Int = 0) -> Lapse? {
    terms(rules).own.map { max(.zero, $0 + Lapse.minutes(Int64(earned + more)) - used(at: now)) }
  }

  /// What is left of the week at that time; `nil` where it is not limited.
  public func leftOfWeek(_ rules: AllowanceRules, at now: Tick) -> Lapse? {
    let terms = terms(rules)
    return terms.week.map {
      let own = max(.zero, Lapse.minutes(Int64($0)) - terms.weekUsed)
      return max(.zero, own + Lapse.minutes(Int64(earned)) - used(at: now))
    }
  }

  /// Whether nothing is left of it, used or not.
  public func isUsedUp(_ rules: AllowanceRules, at now: Tick) -> Bool { !isFree && left(rules, at: now) == .zero }

  /// From how much left on the person is warned: never less than a tenth of the day's minutes.
  public func warnedAt(_ rules: AllowanceRules) -> Lapse {
    max(rules.warn, Lapse(milliseconds: Lapse.minutes(Int64(terms(rules).minutes ?? 0)).milliseconds / 10))
  }

  /// When little is left, if it goes on being used; `nil` where nobody is to be told.
  public func warns(_ rules: AllowanceRules) -> Tick? {
    guard let usedSince, !isFree, !isWarned, !isShut, let left = left(rules, at: usedSince) else { return nil }
    return usedSince + max(.zero, left - warnedAt(rules))
  }

  /// When nothing is left, if it goes on being used.
  public func reaches(_ rules: AllowanceRules) -> Tick? {
    guard let usedSince, !isFree, !isShut, let left = left(rules, at: usedSince) else { return nil }
    return usedSince + left
  }

  /// What it uses of its week: the used time, without what was earned or lifted.
  var takesOfWeek: Lapse { terms?.own.map { min($0, used) } ?? used }

  /// What carries over to the next day: neither earned minutes nor those that the week withheld.
  func carries(atMost most: Int?) -> Lapse {
    guard let terms, let most else { return .zero }
    // A day without a limit of its own leaves what it was given.
    let left = terms.minutes == nil ? terms.carried : terms.own.map { max(.zero, $0 - used) } ?? .zero
    return min(.minutes(Int64(most)), left)
  }

  mutating func endUse(at tick: Tick) {
    guard let since = usedSince else { return }
    used = used + max(.zero, tick - since)
    usedSince = nil
  }

  mutating func lift(by way: LiftWay, minutes: Int) {
    if way == .override { isFree = true } else { earned += minutes }
    isShut = false
    isWarned = false
  }

  /// The minutes that N points give now, at most what the day still allows.
  ///
  /// - Parameter earlier: the points of the same set that gave their minutes already.
  public func minutes(for points: Int, after earlier: Int = 0, _ lift: LiftRules) -> Int {
    let price = max(1, lift.pointsPerMinute)
    return max(0, min((earlier + points) / price - earlier / price, lift.most - earned))
  }
}

extension AllowanceRules {
  /// The day of an allowance at a moment, and when it ends.
  ///
  /// - Parameter last: when the day before ended. The next one is at least eighteen hours long after it: setting the
  ///   clock gives no day more.
  public func day(at stamp: Stamp, after last: Tick?, in zone: CivilZone) -> (day: CivilDay, ends: Tick) {
    let today = zone.day(at: stamp.moment.wall)
    for ahead in -1...3 {
      let ends = stamp.tick(at: zone.moment(day: today + (ahead + 1), minuteOfDay: dayStarts.minuteOfDay))
      if ends > stamp.tick, ends >= (last.map { $0 + .hours(18) } ?? ends) { return (today + ahead, ends) }
    }
    return (today, stamp.tick + .days(1))
  }
}
