/// A day of the calendar, without a time zone.
public struct CivilDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public var number: Int64

  /// The day that many days after 1970-01-01.
  public init(number: Int64) { self.number = number }

  /// The day with that date in the Gregorian calendar. A month or day outside of its range counts on from the last one
  /// inside.
  public init(year: Int, month: Int, day: Int) {
    // Days from civil: eras of 400 years, years that begin in March, so that the leap day is the last of its year.
    let shifted = Int64(year) - (month <= 2 ? 1 : 0)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month and day of the month.
  public var date: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday, which is the fourth day of a week that begins on Monday.
    let index = Int(((number % 7) + 7 + 3) % 7)
    return Weekday.allCases[index]
  }

  /// Earlier before later.
  public static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

  /// The day N days later.
  public static func + (day: CivilDay, count: Int) -> CivilDay { CivilDay(number: day.number + Int64(count)) }
}

/// A day of the week; the week begins on Monday (ISO 8601).
public enum Weekday: Int, Sendable, CaseIterable {
  /// The first day of the week.
  case monday
  /// The second day of the week.
  case tuesday
  /// The third day of the week.
  case wednesday
  /// The fourth day of the week.
  case thursday
  /// The fifth day of the week.
  case friday
  /// The sixth day of the week.
  case saturday
  /// The seventh day of the week.
  case sunday
}

/// Some days of the week.
public struct WeekdaySet: Hashable, Sendable {
  /// One bit for each day, Monday the lowest.
  public private(set) var bits: UInt8

  /// These days.
  public init(_ days: [Weekday]) {
    bits = 0
    for day in days { bits |= 1 << UInt8(day.rawValue) }
  }

  /// Monday to Friday.
  public static let weekdays = WeekdaySet([.monday, .tuesday, .wednesday, .thursday, .friday])
  /// Saturday and Sunday.
  public static let weekends = WeekdaySet([.saturday, .sunday])
  /// The whole week.
  public static let everyDay = WeekdaySet(Weekday.allCases)

  /// Whether that day is one of them.
  public func contains(_ day: Weekday) -> Bool { bits & (1 << UInt8(day.rawValue)) != 0 }

  /// Whether no day is.
  public var isEmpty: Bool { bits == 0 }

  /// The days in order.
  public var days: [Weekday] { Weekday.allCases.filter(contains) }
}

/// A time on a clock face, to the minute.
public struct TimeOfDay: Hashable, Sendable {
  /// Minutes since midnight, 0 to 1439.
  public let minuteOfDay: Int

  /// The time with that hour and minute, or `nil` if no clock shows it.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minuteOfDay = hour * 60 + minute
  }

  /// The time that many minutes after midnight, around the clock.
  public init(minutesAfterMidnight minutes: Int) { minuteOfDay = (minutes % 1440 + 1440) % 1440 }

  /// 0 to 23.
  public var hour: Int { minuteOfDay / 60 }
  /// 0 to 59.
  public var minute: Int { minuteOfDay % 60 }
}
