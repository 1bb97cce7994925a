public import FocusSession

/// When a task comes again: the part of RFC 5545's rules that FocusKey makes and continues.
public struct Recurrence: Equatable, Sendable {
  /// How often, before the interval.
  public enum Frequency: String, Sendable, CaseIterable {
    /// Every day.
    case daily = "DAILY"
    /// Every week.
    case weekly = "WEEKLY"
    /// Every month.
    case monthly = "MONTHLY"
    /// Every year.
    case yearly = "YEARLY"
  }

  /// A day of the week, in a month perhaps only the nth: `MO`, `2TU`, `-1FR`.
  public struct RuleDay: Equatable, Sendable {
    /// The day of the week.
    public var weekday: Weekday
    /// Which one of the month, from its end where negative; 0 for each.
    public var ordinal: Int

    /// A day of the week.
    public init(_ weekday: Weekday, ordinal: Int = 0) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// How often, before the interval.
  public var frequency: Frequency
  /// Only each Nth time.
  public var interval = 1
  /// On these days of the week.
  public var days: [RuleDay] = []
  /// On these days of the month, from its end where negative.
  public var monthDays: [Int] = []
  /// How many times are left, this one included; `nil` for no such end.
  public var count: Int?
  /// The last moment or day; `nil` for no such end.
  public var until: TaskTime?

  /// A rule that goes on for ever.
  public init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }

  /// Whether it ever ends.
  public var ends: Bool { count != nil || until != nil }
}

extension Recurrence {
  /// Reads a rule such as `FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10`; `nil` for one that is wrong or says more than is known
  /// here.
  public init?(rule: String) {
    var frequency: Frequency?
    var parts: [(name: Substring, value: Substring)] = []
    for part in rule.uppercased().split(separator: ";", omittingEmptySubsequences: true) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      if sides[0] == "FREQ" { frequency = Frequency(rawValue: String(sides[1])) }
      parts.append((sides[0], sides[1]))
    }
    guard let frequency else { return nil }
    self.init(frequency)
    for (name, value) in parts {
      switch name {
      case "FREQ": break
      // The week begins on Monday here; with an interval of one it makes no difference.
      case "WKST": guard value == "MO" || interval == 1 else { return nil }
      case "INTERVAL":
        guard let number = Int(value), (1...1000).contains(number) else { return nil }
        interval = number
      case "COUNT":
        guard let number = Int(value), (1...100_000).contains(number) else { return nil }
        count = number
      case "UNTIL":
        guard let time = Self.until(value) else { return nil }
        until = time
      case "BYDAY":
        for word in value.split(separator: ",", omittingEmptySubsequences: false) {
          guard let day = RuleDay(String(word)) else { return nil }
          days.append(day)
        }
      case "BYMONTHDAY":
        for word in value.split(separator: ",", omittingEmptySubsequences: false) {
          guard let number = Int(word), (1...31).contains(abs(number)) else { return nil }
          monthDays.append(number)
        }
      default: return nil
      }
    }
    guard isWithinTheSubset else { return nil }
  }

  /// The rule as it is written in a file.
  public var rule: String {
    var rule = "FREQ=" + frequency.rawValue
    if interval != 1 { rule += ";INTERVAL=" + String(interval) }
    if !days.isEmpty {
      rule += ";BYDAY="
      for index in days.indices { rule += (index > 0 ? "," : "") + days[index].text }
    }
    if !monthDays.isEmpty {
      rule += ";BYMONTHDAY="
      for index in monthDays.indices { rule += (index > 0 ? "," : "") + String(monthDays[index]) }
    }
    if let count { rule += ";COUNT=" + String(count) }
    switch until {
    case .day(let day): rule += ";UNTIL=" + BasicTime.text(day)
    case .moment(let moment): rule += ";UNTIL=" + BasicTime.text(moment)
    case nil: break
    }
    return rule
  }

  private var isWithinTheSubset: Bool {
    if count != nil, until != nil { return false }
    switch frequency {
    case .daily, .yearly: return days.isEmpty && monthDays.isEmpty
    case .weekly: return monthDays.isEmpty && days.allSatisfy { $0.ordinal == 0 }
    case .monthly: return days.isEmpty || monthDays.isEmpty
    }
  }

  private static func until(_ text: Substring) -> TaskTime? {
    switch BasicTime.read(String(text)) {
    case .day(let day): .day(day)
    case .moment(let moment): .moment(moment)
    // A time without a zone means that of the person; the day is what counts.
    case .civil(let day, _): .day(day)
    case nil: nil
    }
  }
}

extension Recurrence.RuleDay {
  private static let words = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  init?(_ text: String) {
    guard text.utf8.count >= 2, let index = Self.words.firstIndex(of: String(text.suffix(2))) else { return nil }
    weekday = Weekday.allCases[index]
    ordinal = 0
    if text.utf8.count > 2 {
      guard let number = Int(text.dropLast(2)), (1...5).contains(abs(number)) else { return nil }
      ordinal = number
    }
  }

  var text: String { (ordinal == 0 ? "" : String(ordinal)) + Self.words[weekday.rawValue] }
}

extension Recurrence {
  /// The time after this one, and the rule that goes with it; `nil` where it was the last.
  ///
  /// The time on the clock stays the same from day to day, also across a change of clocks.
  public func next(after time: TaskTime, in zone: CivilZone) -> (time: TaskTime, rule: Recurrence)? {
    if let count, count <= 1 { return nil }
    let anchor = time.day(in: zone)
    var day = anchor
    // 29 February every fourth year, and a long interval: nothing of the subset takes longer than this.
    for _ in 0..<(366 * 8 * min(interval, 12) + 31 * interval) {
      day = day + 1
      guard matches(day, anchor: anchor) else { continue }
      var next: TaskTime
      switch time {
      case .day: next = .day(day)
      case .moment(let moment):
        next = .moment(BasicTime.moment(day, second: zone.secondOfDay(at: moment), in: zone))
      }
      if let until, next.start(in: zone) > Self.last(until, next, zone) { return nil }
      var rule = self
      rule.count = count.map { $0 - 1 }
      return (next, rule)
    }
    return nil
  }

  private static func last(_ until: TaskTime, _ next: TaskTime, _ zone: CivilZone) -> Timestamp {
    switch until {
    case .day(let day): zone.startOfDay(day + 1) - .seconds(1)
    case .moment(let moment): moment
    }
  }

  private func matches(_ day: CivilDay, anchor: CivilDay) -> Bool {
    let date = day.date
    let first = anchor.date
    switch frequency {
    case .daily: return (day.number - anchor.number) % Int64(interval) == 0
    case .weekly:
      let monday = day.number - Int64(day.weekday.rawValue)
      let firstMonday = anchor.number - Int64(anchor.weekday.rawValue)
      guard (monday - firstMonday) / 7 % Int64(interval) == 0 else { return false }
      if days.isEmpty { return day.weekday == anchor.weekday }
      return days.contains { $0.weekday == day.weekday }
    case .monthly:
      let months = (date.year - first.year) * 12 + date.month - first.month
      guard months % interval == 0 else { return false }
      let length = CivilDay(year: date.year, month: date.month + 1, day: 1).number - day.number + Int64(date.day) - 1
      if !monthDays.isEmpty {
        return monthDays.contains { $0 == date.day || $0 + Int(length) + 1 == date.day }
      }
      if days.isEmpty { return date.day == first.day }
      return days.contains { wanted in
        guard wanted.weekday == day.weekday else { return false }
        if wanted.ordinal == 0 { return true }
        return wanted.ordinal > 0
          ? (date.day - 1) / 7 + 1 == wanted.ordinal : (Int(length) - date.day) / 7 + 1 == -wanted.ordinal
      }
    case .yearly: return (date.year - first.year) % interval == 0 && date.month == first.month && date.day == first.day
    }
  }
}
