package import FocusSession
import Foundation

/// Civil time as full Foundation knows it, against ours.
package enum CivilTimeCheck {
  /// Whether Foundation has its zones here: a program with the standard library built in has none unless it carries all
  /// of ICU.
  package static var foundationKnowsZones: Bool { TimeZone(identifier: "Europe/Berlin") != nil }

  /// What differed.
  package struct Difference: Error, CustomStringConvertible {
    /// Zone, day and both answers.
    package let description: String
  }

  /// Zones with every kind of rule: none, both hemispheres, half hours, Ramadan, negative summer time, days that never
  /// were.
  package static let zones = [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Moscow", "Europe/Istanbul",
    "America/New_York", "America/Los_Angeles", "America/Sao_Paulo", "America/St_Johns", "America/Caracas",
    "America/Havana", "America/Santiago", "America/Nuuk", "America/Asuncion", "Africa/Cairo", "Africa/Casablanca",
    "Africa/Johannesburg", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Asia/Gaza", "Asia/Pyongyang",
    "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Apia", "UTC",
  ]

  /// The zone of this computer's own files.
  package static func zone(_ name: String) throws -> CivilZone { try CivilZone(zoneFile: octets(name)) }

  /// A file of this computer's time zones.
  package static func octets(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")))
  }

  /// Compares every day of the years: offsets through the day, and when schedules would start and end.
  ///
  /// - Returns: how many answers were compared.
  package static func compare(_ names: [String], years: ClosedRange<Int>) throws -> Int {
    var count = 0
    for name in names { count += try compare(name, years: years) }
    return count
  }

  private static func compare(_ name: String, years: ClosedRange<Int>) throws -> Int {
    let ours = try zone(name)
    guard let theirs = TimeZone(identifier: name) else { throw Difference(description: "Foundation knows no \(name)") }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = theirs
    var count = 0
    let last = CivilDay(year: years.upperBound, month: 12, day: 31)
    var day = CivilDay(year: years.lowerBound, month: 1, day: 1)
    while day <= last {
      for second in stride(from: day.number * 86_400, to: day.number * 86_400 + 86_400, by: 5400) as StrideTo<Int64> {
        let offset = ours.offset(at: Timestamp(milliseconds: second * 1000))
        let expected = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        if offset != expected { throw Difference(description: "\(name) at \(second): \(offset) against \(expected)") }
        count += 1
      }
      for minute in [0, 2 * 60 + 30, 23 * 60] {
        let moment = ours.moment(day: day, minuteOfDay: minute).milliseconds
        if let expected = expectation(day, minute, calendar), moment != expected {
          let text = ISO8601.text(day)
          throw Difference(description: "\(name) \(text) minute \(minute): \(moment) against \(expected)")
        }
        count += 1
      }
      day = day + 1
    }
    return count
  }

  /// When clocks first show that time, or, where they skip it, when they skip it.
  private static func expectation(_ day: CivilDay, _ minute: Int, _ calendar: Calendar) -> Int64? {
    let date = day.date
    var components = DateComponents(year: date.year, month: date.month, day: date.day)
    guard let noon = calendar.date(from: DateComponents(year: date.year, month: date.month, day: date.day, hour: 12)),
      calendar.component(.day, from: noon) == date.day
    else { return nil }  // A day that never was; Foundation and we name different days for it.
    let before = calendar.startOfDay(for: noon).addingTimeInterval(-1)
    components = DateComponents(hour: minute / 60, minute: minute % 60, second: 0)
    let found = calendar.nextDate(
      after: before, matching: components, matchingPolicy: .nextTime, repeatedTimePolicy: .first)
    guard let found else { return nil }
    let wanted = calendar.dateComponents([.year, .month, .day], from: noon)
    guard calendar.dateComponents([.year, .month, .day], from: found) == wanted else {
      // Where half an hour is skipped that begins at the half hour (Caracas, 2016-05-01), nextDate goes on to another
      // day; when the clocks skipped is then asked of Foundation's offsets.
      return skip(between: before, and: noon, calendar.timeZone)
    }
    return Int64((found.timeIntervalSince1970 * 1000).rounded())
  }

  /// When the offset changes that is another one at the end than at the beginning.
  private static func skip(between start: Date, and end: Date, _ zone: TimeZone) -> Int64? {
    guard zone.secondsFromGMT(for: start) < zone.secondsFromGMT(for: end) else { return nil }
    var (low, high) = (Int64(start.timeIntervalSince1970), Int64(end.timeIntervalSince1970))
    let before = zone.secondsFromGMT(for: start)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let isBefore = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(middle))) == before
      (low, high) = isBefore ? (middle, high) : (low, middle)
    }
    return high * 1000
  }
}
