package import FocusSession

package enum TaskTime: Equatable, Hashable, Sendable {
  case day(CivilDay)
  case moment(Timestamp)

  /// When it begins: a day at its midnight.
  package func start(in zone: CivilZone) -> Timestamp {
    switch self {
    case .day(let day): zone.startOfDay(day)
    case .moment(let moment): moment
    }
  }

  /// When it is over: a day at the next midnight. This is when something is due.
  package func end(in zone: CivilZone) -> Timestamp {
    switch self {
    case .day(let day): zone.startOfDay(day + 1)
    case .moment(let moment): moment
    }
  }

  package func day(in zone: CivilZone) -> CivilDay {
    switch self {
    case .day(let day): day
    case .moment(let moment): zone.day(at: moment)
    }
  }

  /// `2026-11-26`, or `2026-11-26T09:00:00+01:00`.
  package func text(in zone: CivilZone) -> String {
    switch self {
    case .day(let day): ISO8601.text(day)
    case .moment(let moment): ISO8601.text(moment, in: zone)
    }
  }
}

/// Times as iCalendar and Taskwarrior write them: `20261126`, `20261126T090000`, `20261126T090000Z`.
package enum BasicTime {
  package enum Reading: Equatable, Sendable {
    case day(CivilDay)
    /// A time on the clocks of some zone.
    case civil(CivilDay, second: Int)
    case moment(Timestamp)
  }

  /// Reads a text; `nil` for anything that is not a real day and a real time, such as 30 February.
  package static func read(_ text: String) -> Reading? {
    let octets = Array(text.utf8)
    guard octets.count == 8 || octets.count == 15 || octets.count == 16,
      let year = number(octets[0..<4]), let month = number(octets[4..<6]), let dayOfMonth = number(octets[6..<8]),
      (1...12).contains(month), dayOfMonth >= 1
    else { return nil }
    let day = CivilDay(year: year, month: month, day: dayOfMonth)
    guard day.date.month == month, day.date.day == dayOfMonth else { return nil }
    if octets.count == 8 { return .day(day) }
    guard octets[8] == UInt8(ascii: "T"), let hour = number(octets[9..<11]), let minute = number(octets[11..<13]),
      let second = number(octets[13..<15]), hour < 24, minute < 60, second <= 60
    else { return nil }
    // A leap second is written as 60 and is not a second of its own here.
    let ofDay = hour * 3600 + minute * 60 + min(second, 59)
    if octets.count == 15 { return .civil(day, second: ofDay) }
    guard octets[15] == UInt8(ascii: "Z") else { return nil }
    return .moment(Timestamp(milliseconds: (day.number * 86_400 + Int64(ofDay)) * 1000))
  }

  /// `20261126T090000Z`
  package static func text(_ moment: Timestamp) -> String {
    let day = CivilZone.utc.day(at: moment)
    let second = CivilZone.utc.secondOfDay(at: moment)
    return text(day) + "T" + padded(second / 3600, 2) + padded(second / 60 % 60, 2) + padded(second % 60, 2) + "Z"
  }

  /// `20261126T100000`, as the clocks of a zone show it.
  package static func text(_ moment: Timestamp, in zone: CivilZone) -> String {
    let second = zone.secondOfDay(at: moment)
    let time = padded(second / 3600, 2) + padded(second / 60 % 60, 2) + padded(second % 60, 2)
    return text(zone.day(at: moment)) + "T" + time
  }

  /// `20261126`
  package static func text(_ day: CivilDay) -> String {
    let date = day.date
    return padded(date.year, 4) + padded(date.month, 2) + padded(date.day, 2)
  }

  static func moment(_ day: CivilDay, second: Int, in zone: CivilZone) -> Timestamp {
    zone.moment(day: day, minuteOfDay: second / 60) + .seconds(Int64(second % 60))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    var text = String(max(0, number))
    while text.utf8.count < width { text = "0" + text }
    return text
  }
}

/// Lengths of time as iCalendar writes them: `PT6H`, `P1DT30M`, `-PT15M`, `P2W`.
package enum BasicDuration {
  package static func read(_ text: String) -> Lapse? {
    var octets = Array(text.utf8)[...]
    var isNegative = false
    if let sign = octets.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      octets.removeFirst()
    }
    guard octets.popFirst() == UInt8(ascii: "P"), !octets.isEmpty else { return nil }
    var seconds: Int64 = 0
    var isTime = false
    var least: Int64 = .max
    var sawAny = false
    while let octet = octets.first {
      if octet == UInt8(ascii: "T"), !isTime {
        isTime = true
        octets.removeFirst()
        guard !octets.isEmpty else { return nil }
        continue
      }
      guard let (count, unit) = part(&octets, isTime), unit < least else { return nil }
      least = unit
      sawAny = true
      seconds += count * unit
    }
    return sawAny ? .seconds(isNegative ? -seconds : seconds) : nil
  }

  /// `PT6H30M`; days are not used, because one is not always 24 hours.
  package static func text(_ lapse: Lapse) -> String {
    let seconds = lapse.wholeSeconds.magnitude
    var text = lapse.wholeSeconds < 0 ? "-PT" : "PT"
    if seconds >= 3600 { text += String(seconds / 3600) + "H" }
    if seconds / 60 % 60 > 0 { text += String(seconds / 60 % 60) + "M" }
    if seconds % 60 > 0 || seconds == 0 { text += String(seconds % 60) + "S" }
    return text
  }

  private static func part(_ octets: inout ArraySlice<UInt8>, _ isTime: Bool) -> (count: Int64, unit: Int64)? {
    var count: Int64 = 0
    var digits = 0
    while let octet = octets.first, (0x30...0x39).contains(octet) {
      count = count * 10 + Int64(octet - 0x30)
      digits += 1
      // A thousand years of seconds have eleven digits.
      guard digits <= 9 else { return nil }
      octets.removeFirst()
    }
    guard digits > 0, let letter = octets.popFirst() else { return nil }
    switch (letter, isTime) {
    case (UInt8(ascii: "W"), false): return (count, 604_800)
    case (UInt8(ascii: "D"), false): return (count, 86_400)
    case (UInt8(ascii: "H"), true): return (count, 3600)
    case (UInt8(ascii: "M"), true): return (count, 60)
    case (UInt8(ascii: "S"), true): return (count, 1)
    default: return nil
    }
  }
}
