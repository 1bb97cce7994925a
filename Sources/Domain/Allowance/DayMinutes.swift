public import SessionTime

/// The minutes of an allowance by the day of the week; the most special word wins.
public struct DayMinutes: Equatable, Sendable {
  /// The days that are named themselves, Monday first.
  public var days: [Int?]
  /// Monday to Friday.
  public var weekdays: Int?
  /// Saturday and Sunday.
  public var weekend: Int?
  /// All other days.
  public var usual: Int?

  /// The same minutes on each day.
  public init(_ minutes: Int) { self.init(usual: minutes) }

  /// Minutes by day; a day that nothing names has no limit of its own.
  public init(days: [Int?] = [Int?](repeating: nil, count: 7), weekdays: Int? = nil, weekend: Int? = nil, usual: Int?) {
    self.days = days
    self.weekdays = weekdays
    self.weekend = weekend
    self.usual = usual
  }

  /// The minutes of a day; `nil` for one without a limit of its own.
  public subscript(day: Weekday) -> Int? {
    days[day.rawValue] ?? (day.rawValue < Weekday.saturday.rawValue ? weekdays : weekend) ?? usual
  }

  /// The minutes of every day, where one number was written.
  public var only: Int? { self == usual.map { DayMinutes($0) } ? usual : nil }

  /// Whether some day has no minutes, and so is shut from its beginning.
  var hasEmptyDay: Bool { Weekday.allCases.contains { self[$0] == 0 } }

  func isNoMore(than earlier: DayMinutes) -> Bool {
    Weekday.allCases.allSatisfy { self[$0] ?? .max <= earlier[$0] ?? .max }
  }
}

/// What holds on one day of an allowance. It is written down when the day begins: stricter rules change it at once,
/// wider ones count from the next day on.
public struct DayTerms: Equatable, Sendable {
  /// The day's minutes; `nil` where it has no limit of its own.
  public var minutes: Int?
  /// What was left of the days before.
  public var carried: Lapse
  /// The minutes of the week; `nil` where it is not limited.
  public var week: Int?
  /// What the earlier days of the week took of it.
  public var weekUsed: Lapse
  /// When the week is over: fixed when it began, so that no clock that is set later ends it.
  public var weekEnds: Tick
  /// How many minutes of a day go over into the next one at most.
  public var rollOver: Int?
  /// What of the blocks does not count.
  public var except: [String]

  /// Terms of a day.
  public init(
    minutes: Int?, carried: Lapse = .zero, week: Int? = nil, weekUsed: Lapse = .zero, weekEnds: Tick,
    rollOver: Int? = nil, except: [String] = []
  ) {
    self.minutes = minutes
    self.carried = carried
    self.week = week
    self.weekUsed = weekUsed
    self.weekEnds = weekEnds
    self.rollOver = rollOver
    self.except = except
  }

  /// What the day and the week give, without minutes that are earned; `nil` where nothing limits it.
  var own: Lapse? {
    let ofDay = minutes.map { Lapse.minutes(Int64($0)) + carried }
    let ofWeek = week.map { max(Lapse.zero, Lapse.minutes(Int64($0)) - weekUsed) }
    return lesser(ofDay, ofWeek)
  }

  /// The same for the rest of the day under other rules: what is stricter in them holds, nothing that is wider.
  public func tightened(to rules: AllowanceRules, on day: Weekday, except others: [String]) -> DayTerms {
    var terms = self
    terms.minutes = lesser(minutes, rules.minutes[day])
    terms.week = lesser(week, rules.minutesPerWeek)
    terms.rollOver = rollOver.flatMap { most in rules.rollOver.map { min(most, $0) } }
    terms.carried = min(carried, Lapse.minutes(Int64(terms.rollOver ?? 0)))
    terms.except = except.filter(others.contains)
    return terms
  }

  /// Whether the rules, once they hold, give more than this.
  public func isLess(than rules: AllowanceRules, on day: Weekday, except others: [String]) -> Bool {
    minutes ?? .max < rules.minutes[day] ?? .max || week ?? .max < rules.minutesPerWeek ?? .max
      || rollOver ?? 0 < rules.rollOver ?? 0 || !Set(others).isSubset(of: except)
  }
}

extension AllowanceRules {
  /// A week is also over for a day that begins this long before its end: for clocks and travel.
  private static let earlier = Lapse.hours(12)
  /// The shortest week, after one that ended late.
  private static let shortestWeek = Lapse.days(6)

  /// The day of an allowance that begins at a moment.
  ///
  /// - Parameters:
  ///   - last: the day before, over or about to be; `nil` for its first one.
  ///   - follows: whether it begins as the last one ends, so that what was left is carried over.
  public func beginning(
    of id: AllowanceID, at stamp: Stamp, after last: AllowanceDay?, follows: Bool, in zone: CivilZone, except: [String]
  ) -> AllowanceDay {
    let (day, ends) = day(at: stamp, after: last?.ends, in: zone)
    var terms = DayTerms(
      minutes: minutes[day.weekday], week: minutesPerWeek, weekEnds: ends, rollOver: rollOver, except: except)
    let known = last?.terms
    if let last, let known, known.weekEnds > stamp.tick + Self.earlier {
      terms.weekEnds = known.weekEnds
      terms.weekUsed = known.weekUsed + last.takesOfWeek
    } else {
      var monday = day + (7 - day.weekday.rawValue)
      let earliest = known.map { $0.weekEnds + Self.shortestWeek } ?? ends
      while stamp.tick(at: zone.moment(day: monday, minuteOfDay: dayStarts.minuteOfDay)) < max(ends, earliest) {
        monday = monday + 7
      }
      terms.weekEnds = stamp.tick(at: zone.moment(day: monday, minuteOfDay: dayStarts.minuteOfDay))
    }
    if let last, follows {
      terms.carried = last.carries(atMost: rollOver)
      // Where the clock says another day than the one that follows, the stricter of the two holds.
      terms.minutes = lesser(terms.minutes, minutes[(last.day + 1).weekday])
    }
    var next = AllowanceDay(id: id, day: day, ends: ends)
    next.terms = terms
    return next
  }
}

/// The smaller of two limits; a missing one limits nothing.
func lesser<Limit: Comparable>(_ one: Limit?, _ other: Limit?) -> Limit? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
