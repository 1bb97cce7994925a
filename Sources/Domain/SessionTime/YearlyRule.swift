/// The line at the end of a time zone file: how clocks change each year from the last listed change on (POSIX `TZ`, RFC
/// 9636 3.3).
struct YearlyRule: Equatable, Sendable {
  /// Seconds ahead of UTC in standard time.
  var standardOffset: Int
  /// Seconds ahead of UTC in summer, and when summer begins and ends; `nil` where clocks never change.
  var summer: Summer?

  struct Summer: Equatable, Sendable {
    var offset: Int
    var begins: Change
    var ends: Change
  }

  /// A day of each year and a time on it, in seconds from its midnight; the time may lie on another day.
  struct Change: Equatable, Sendable {
    var day: Day
    var second: Int
  }

  enum Day: Equatable, Sendable {
    /// The n-th day of the year from 1 to 365; 29 February is never counted.
    case withoutLeapDay(Int)
    /// The n-th day of the year from 0 to 365.
    case withLeapDay(Int)
    /// A weekday (0 is Sunday) in the n-th week of a month; week 5 is the last.
    case weekday(month: Int, week: Int, day: Int)
  }

  func offset(atSecond second: Int64) -> Int {
    guard let summer else { return standardOffset }
    // A change may lie in the year before or after its own by a day or so.
    let year = CivilDay(number: floorDivision(saturatingSum(second, Int64(standardOffset)), 86_400)).date.year
    var latest: (at: Int64, offset: Int) = (.min, standardOffset)
    for near in year - 1...year + 1 {
      let begins = instant(of: summer.begins, year: near, offset: standardOffset)
      if begins <= second, begins > latest.at { latest = (begins, summer.offset) }
      let ends = instant(of: summer.ends, year: near, offset: summer.offset)
      if ends <= second, ends >= latest.at { latest = (ends, standardOffset) }
    }
    return latest.offset
  }

  func transitions(after start: Int64, upTo end: Int64) -> [CivilZone.Transition] {
    guard let summer, start < end else { return [] }
    let firstYear = CivilDay(number: floorDivision(start, 86_400)).date.year - 1
    let lastYear = CivilDay(number: floorDivision(end, 86_400)).date.year + 1
    // Windows are a few days long; a longer one would mean a caller's mistake, not a longer list.
    guard lastYear - firstYear <= 4 else { return [] }
    var found: [CivilZone.Transition] = []
    for year in firstYear...lastYear {
      found.append(.init(at: instant(of: summer.begins, year: year, offset: standardOffset), offset: summer.offset))
      found.append(.init(at: instant(of: summer.ends, year: year, offset: summer.offset), offset: standardOffset))
    }
    return found.filter { $0.at > start && $0.at <= end }.sorted { $0.at < $1.at }
  }

  private func instant(of change: Change, year: Int, offset: Int) -> Int64 {
    dayNumber(change.day, year: year) * 86_400 + Int64(change.second - offset)
  }

  private func dayNumber(_ day: Day, year: Int) -> Int64 {
    let newYear = CivilDay(year: year, month: 1, day: 1).number
    switch day {
    case .withLeapDay(let count): return newYear + Int64(count)
    case .withoutLeapDay(let count):
      let isLeap = CivilDay(year: year, month: 3, day: 1).number - newYear == 60
      return newYear + Int64(count - 1) + (isLeap && count >= 60 ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let first = CivilDay(year: year, month: month, day: 1)
      let next =
        month == 12 ? CivilDay(year: year + 1, month: 1, day: 1) : CivilDay(year: year, month: month + 1, day: 1)
      // Our weeks begin on Monday, those of the rule on Sunday.
      let firstWeekday = (first.weekday.rawValue + 1) % 7
      var number = first.number + Int64((weekday - firstWeekday + 7) % 7) + Int64(7 * (week - 1))
      if number >= next.number { number -= 7 }
      return number
    }
  }
}
