package import FocusSession

/// When a task comes again: RFC 5545's rules by days, weeks, months and years.
package struct Recurrence: Equatable, Sendable {
  package enum Frequency: String, Sendable, CaseIterable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A day of the week, in a month perhaps only the nth: `MO`, `2TU`, `-1FR`.
  package struct RuleDay: Equatable, Sendable {
    package var weekday: Weekday
    /// Which one of the month, from its end where negative; 0 for each.
    package var ordinal: Int

    package init(_ weekday: Weekday, ordinal: Int = 0) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  package var frequency: Frequency
  /// Only each Nth time.
  package var interval = 1
  package var days: [RuleDay] = []
  /// On these days of the month, from its end where negative.
  package var monthDays: [Int] = []
  package var months: [Int] = []
  /// In these weeks of the year (ISO 8601, where weeks begin on Monday), from its end where negative.
  package var weekNumbers: [Int] = []
  /// On these days of the year, from its end where negative.
  package var yearDays: [Int] = []
  /// Of all that the other parts allow within a period only these, from its end where negative.
  package var positions: [Int] = []
  package var weekStart = Weekday.monday
  /// How many times are left, this one included; `nil` without such an end.
  package var count: Int?
  /// The last moment or day; `nil` without such an end.
  package var until: TaskTime?

  package init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }

  package var ends: Bool { count != nil || until != nil }
}

extension Recurrence {
  /// Reads a rule such as `FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10`; `nil` for one that is wrong or says more than is known
  /// here.
  package init?(rule: String) {
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
      case "WKST":
        guard let day = RuleDay(String(value)), day.ordinal == 0 else { return nil }
        weekStart = day.weekday
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
      case "BYMONTHDAY": guard Self.read(value, 31, into: &monthDays) else { return nil }
      case "BYMONTH": guard Self.read(value, 12, into: &months), months.allSatisfy({ $0 > 0 }) else { return nil }
      case "BYWEEKNO": guard Self.read(value, 53, into: &weekNumbers) else { return nil }
      case "BYYEARDAY": guard Self.read(value, 366, into: &yearDays) else { return nil }
      case "BYSETPOS": guard Self.read(value, 366, into: &positions) else { return nil }
      default: return nil
      }
    }
    guard isWithinTheSubset else { return nil }
  }

  package var rule: String {
    var rule = "FREQ=" + frequency.rawValue
    if interval != 1 { rule += ";INTERVAL=" + String(interval) }
    if !days.isEmpty {
      rule += ";BYDAY="
      for index in days.indices { rule += (index > 0 ? "," : "") + days[index].text }
    }
    for (name, numbers) in [
      ("BYMONTHDAY", monthDays), ("BYMONTH", months), ("BYWEEKNO", weekNumbers), ("BYYEARDAY", yearDays),
      ("BYSETPOS", positions),
    ] where !numbers.isEmpty {
      rule += ";" + name + "="
      for index in numbers.indices { rule += (index > 0 ? "," : "") + String(numbers[index]) }
    }
    if weekStart != .monday { rule += ";WKST=" + RuleDay(weekStart).text }
    if let count { rule += ";COUNT=" + String(count) }
    switch until {
    case .day(let day): rule += ";UNTIL=" + BasicTime.text(day)
    case .moment(let moment): rule += ";UNTIL=" + BasicTime.text(moment)
    case nil: break
    }
    return rule
  }

  /// Whether the parts go together (the table of RFC 5545, 3.3.10).
  private var isWithinTheSubset: Bool {
    if count != nil, until != nil { return false }
    let hasOrdinals = days.contains { $0.ordinal != 0 }
    let partsOfYears = !weekNumbers.isEmpty || !yearDays.isEmpty
    if !positions.isEmpty, days.isEmpty, monthDays.isEmpty, months.isEmpty, !partsOfYears { return false }
    switch frequency {
    case .daily: return !hasOrdinals && !partsOfYears
    case .weekly: return !hasOrdinals && !partsOfYears && monthDays.isEmpty
    case .monthly: return !partsOfYears && days.allSatisfy { abs($0.ordinal) <= 5 }
    case .yearly: return !hasOrdinals || weekNumbers.isEmpty
    }
  }

  /// Reads comma-separated numbers, from 1 to a limit or the same from the end.
  private static func read(_ text: Substring, _ most: Int, into numbers: inout [Int]) -> Bool {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(word), (1...most).contains(abs(number)) else { return false }
      numbers.append(number)
    }
    return true
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
      guard let number = Int(text.dropLast(2)), (1...53).contains(abs(number)) else { return nil }
      ordinal = number
    }
  }

  var text: String { (ordinal == 0 ? "" : String(ordinal)) + Self.words[weekday.rawValue] }
}
