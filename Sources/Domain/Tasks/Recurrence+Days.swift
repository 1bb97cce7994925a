package import FocusSession

extension Recurrence {
  /// The time after this one, and the rule that goes with it; `nil` where it was the last.
  ///
  /// The time on the clock stays the same from day to day, also across a change of clocks.
  package func next(after time: TaskTime, in zone: CivilZone) -> (time: TaskTime, rule: Recurrence)? {
    next(after: time, openAt: nil, in: zone)
  }

  /// The time after this one that is not over at a moment: who did not do a daily task for a month does it once. Where
  /// all that are left are over, the last one of them.
  package func next(
    after time: TaskTime, openAt now: Timestamp?, in zone: CivilZone
  ) -> (time: TaskTime, rule: Recurrence)? {
    let anchor = time.day(in: zone)
    var day = anchor
    var passed = 0
    var last: (time: TaskTime, rule: Recurrence)?
    // 29 February every fourth year, and a long interval: nothing takes longer than this.
    for _ in 0..<(366 * 8 * min(interval, 100) + 31 * interval) {
      if let count, passed + 1 >= count { return last }
      day = day + 1
      guard matches(day, anchor: anchor) else { continue }
      var next: TaskTime
      switch time {
      case .day: next = .day(day)
      case .moment(let moment):
        next = .moment(BasicTime.moment(day, second: zone.secondOfDay(at: moment), in: zone))
      }
      if let until, next.start(in: zone) > Self.last(until, next, zone) { return last }
      passed += 1
      var rule = self
      rule.count = count.map { $0 - passed }
      last = (next, rule)
      guard let now, next.end(in: zone) <= now else { return last }
    }
    return last
  }

  private static func last(_ until: TaskTime, _ next: TaskTime, _ zone: CivilZone) -> Timestamp {
    switch until {
    case .day(let day): zone.startOfDay(day + 1) - .seconds(1)
    case .moment(let moment): moment
    }
  }

  private func matches(_ day: CivilDay, anchor: CivilDay) -> Bool {
    guard isInPeriod(day, anchor: anchor), fits(day, anchor: anchor) else { return false }
    return positions.isEmpty || isAtPosition(day, anchor: anchor)
  }

  /// Whether the day is in one of the periods that the interval includes.
  private func isInPeriod(_ day: CivilDay, anchor: CivilDay) -> Bool {
    switch frequency {
    case .daily: return (day.number - anchor.number) % Int64(interval) == 0
    case .weekly: return (firstOfWeek(day) - firstOfWeek(anchor)) / 7 % Int64(interval) == 0
    case .monthly:
      let (date, first) = (day.date, anchor.date)
      return ((date.year - first.year) * 12 + date.month - first.month) % interval == 0
    case .yearly: return (day.date.year - anchor.date.year) % interval == 0
    }
  }

  /// Whether the parts of the rule allow the day; what they leave open is as on the anchor's day.
  private func fits(_ day: CivilDay, anchor: CivilDay) -> Bool {
    let (date, first) = (day.date, anchor.date)
    if !months.isEmpty, !months.contains(date.month) { return false }
    if !monthDays.isEmpty, !Self.contains(monthDays, date.day, of: Self.daysOfMonth(date.year, date.month)) {
      return false
    }
    if !yearDays.isEmpty {
      let ofYear = Int(day.number - CivilDay(year: date.year, month: 1, day: 1).number) + 1
      guard Self.contains(yearDays, ofYear, of: Self.daysOfYear(date.year)) else { return false }
    }
    if !weekNumbers.isEmpty {
      let week = Self.week(of: day, weekStart)
      guard Self.contains(weekNumbers, week.number, of: week.count) else { return false }
    }
    if !days.isEmpty { return days.contains { isNamed($0, day) } }
    switch frequency {
    case .daily: return true
    case .weekly: return day.weekday == anchor.weekday
    case .monthly: return !monthDays.isEmpty || date.day == first.day
    case .yearly:
      if !monthDays.isEmpty || !yearDays.isEmpty { return true }
      if !weekNumbers.isEmpty { return day.weekday == anchor.weekday }
      return date.day == first.day && (!months.isEmpty || date.month == first.month)
    }
  }

  /// Whether a day of a rule is that day: the nth of the month, or of the year where no month is named.
  private func isNamed(_ wanted: RuleDay, _ day: CivilDay) -> Bool {
    guard wanted.weekday == day.weekday else { return false }
    guard wanted.ordinal != 0 else { return true }
    let date = day.date
    var (place, length) = (date.day, Self.daysOfMonth(date.year, date.month))
    if frequency == .yearly, months.isEmpty {
      place = Int(day.number - CivilDay(year: date.year, month: 1, day: 1).number) + 1
      length = Self.daysOfYear(date.year)
    }
    return wanted.ordinal > 0 ? (place - 1) / 7 + 1 == wanted.ordinal : (length - place) / 7 + 1 == -wanted.ordinal
  }

  /// Whether it is the nth of the days that its period has.
  private func isAtPosition(_ day: CivilDay, anchor: CivilDay) -> Bool {
    let period = period(of: day)
    var (place, count) = (0, 0)
    for number in period {
      let other = CivilDay(number: number)
      guard fits(other, anchor: anchor) else { continue }
      count += 1
      if other == day { place = count }
    }
    return Self.contains(positions, place, of: count)
  }

  private func period(of day: CivilDay) -> Range<Int64> {
    let date = day.date
    switch frequency {
    case .daily: return day.number..<day.number + 1
    case .weekly: return firstOfWeek(day)..<firstOfWeek(day) + 7
    case .monthly:
      let first = CivilDay(year: date.year, month: date.month, day: 1).number
      return first..<first + Int64(Self.daysOfMonth(date.year, date.month))
    case .yearly:
      let first = CivilDay(year: date.year, month: 1, day: 1).number
      return first..<first + Int64(Self.daysOfYear(date.year))
    }
  }

  private func firstOfWeek(_ day: CivilDay) -> Int64 {
    day.number - Int64((day.weekday.rawValue - weekStart.rawValue + 7) % 7)
  }

  /// A day's week and the number of weeks in its year; the first has at least four of its days.
  private static func week(of day: CivilDay, _ start: Weekday) -> (number: Int, count: Int) {
    let first = day.number - Int64((day.weekday.rawValue - start.rawValue + 7) % 7)
    let year = CivilDay(number: first + 3).date.year
    let begin = firstWeek(of: year, start)
    return (Int((first - begin) / 7) + 1, Int((firstWeek(of: year + 1, start) - begin) / 7))
  }

  private static func firstWeek(of year: Int, _ start: Weekday) -> Int64 {
    let fourth = CivilDay(year: year, month: 1, day: 4)
    return fourth.number - Int64((fourth.weekday.rawValue - start.rawValue + 7) % 7)
  }

  private static func contains(_ wanted: [Int], _ place: Int, of count: Int) -> Bool {
    wanted.contains { $0 == place || $0 + count + 1 == place }
  }

  private static func daysOfMonth(_ year: Int, _ month: Int) -> Int {
    let next = month == 12 ? CivilDay(year: year + 1, month: 1, day: 1) : CivilDay(year: year, month: month + 1, day: 1)
    return Int(next.number - CivilDay(year: year, month: month, day: 1).number)
  }

  private static func daysOfYear(_ year: Int) -> Int {
    Int(CivilDay(year: year + 1, month: 1, day: 1).number - CivilDay(year: year, month: 1, day: 1).number)
  }
}

extension Recurrence {
  /// The rule that a person means by a word: `monthly` from the 31st on is the last day of shorter months.
  package init?(word: String, from first: TaskTime?, in zone: CivilZone) {
    switch word.lowercased() {
    case "daily", "day": self.init(.daily)
    case "weekdays":
      self.init(.weekly)
      days = Weekday.allCases.prefix(5).map { RuleDay($0) }
    case "weekly", "week": self.init(.weekly)
    case "fortnight", "biweekly": self.init(.weekly, interval: 2)
    case "monthly", "month": self.init(.monthly)
    case "bimonthly": self.init(.monthly, interval: 2)
    case "quarterly": self.init(.monthly, interval: 3)
    case "semiannual": self.init(.monthly, interval: 6)
    case "yearly", "annual", "year": self.init(.yearly)
    case "biannual", "biyearly": self.init(.yearly, interval: 2)
    case let text:
      guard let rule = Self.counted(text) else { return nil }
      self = rule
    }
    guard frequency == .monthly, let day = first?.day(in: zone).date.day, day > 28 else { return }
    monthDays = Array(28...day)
    positions = [-1]
  }

  /// `3d`, `2wks`, `6 months`, `P1M`.
  private static func counted(_ text: String) -> Recurrence? {
    let word = text.hasPrefix("p") ? text.dropFirst() : text[...]
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let count = digits.isEmpty ? 1 : Int(digits), (1...1000).contains(count) else { return nil }
    switch word.dropFirst(digits.count).drop(while: { $0 == " " }) {
    case "d", "day", "days": return Recurrence(.daily, interval: count)
    case "w", "wk", "wks", "week", "weeks": return Recurrence(.weekly, interval: count)
    case "m", "mo", "mos", "mth", "mths", "month", "months": return Recurrence(.monthly, interval: count)
    case "q", "qtr", "qtrs", "quarter", "quarters": return Recurrence(.monthly, interval: min(1000, 3 * count))
    case "y", "yr", "yrs", "year", "years": return Recurrence(.yearly, interval: count)
    default: return nil
    }
  }

  /// The word by which Taskwarrior means the rule; `nil` where it knows none.
  package var taskwarriorWord: String? {
    guard months.isEmpty, weekNumbers.isEmpty, yearDays.isEmpty, count == nil else { return nil }
    let isClamped = frequency == .monthly && positions == [-1] && days.isEmpty && monthDays.first == 28
    if days.map({ $0.weekday.rawValue }) == [0, 1, 2, 3, 4], frequency == .weekly, interval == 1, positions.isEmpty,
      days.allSatisfy({ $0.ordinal == 0 })
    {
      return "weekdays"
    }
    guard days.isEmpty, isClamped || (monthDays.isEmpty && positions.isEmpty) else { return nil }
    switch frequency {
    case .daily: return interval == 1 ? "daily" : String(interval) + "d"
    case .weekly: return interval == 1 ? "weekly" : String(interval) + "w"
    case .monthly: return interval == 1 ? "monthly" : String(interval) + "mo"
    case .yearly: return interval == 1 ? "yearly" : String(interval) + "y"
    }
  }

  /// How todo.txt's programs write it: `1w`; `nil` where they cannot.
  var todoTxtWord: String? {
    guard taskwarriorWord != nil, days.isEmpty else { return nil }
    switch frequency {
    case .daily: return String(interval) + "d"
    case .weekly: return String(interval) + "w"
    case .monthly: return String(interval) + "m"
    case .yearly: return String(interval) + "y"
    }
  }
}
