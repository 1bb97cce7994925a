/// Printing and reading moments as `2026-11-21T09:00:00+01:00`: the only place of the house that does.
public enum ISO8601 {
  /// The moment as clocks of that zone show it, with their distance from UTC. Milliseconds are printed only where there
  /// are any and they are asked for.
  public static func text(_ moment: Timestamp, in zone: CivilZone, milliseconds: Bool = false) -> String {
    // RFC 3339 has whole minutes only; the few old offsets with seconds are rounded towards UTC, the moment printed
    // stays right.
    let minutes = zone.offset(at: moment) / 60
    let local = floorDivision(saturatingSum(moment.milliseconds, Int64(minutes) * 60_000), 1000)
    let rest = Int(moment.milliseconds - floorDivision(moment.milliseconds, 1000) * 1000)
    let day = CivilDay(number: floorDivision(local, 86_400))
    let second = Int(local - day.number * 86_400)
    // Written where it stays: a month of history has ten thousand moments.
    return unsafe String(unsafeUninitializedCapacity: 48) { memory in
      var text = unsafe TextMemory(memory)
      text.append(day)
      text.append(second / 3600, 2, after: "T")
      text.append(second / 60 % 60, 2, after: ":")
      text.append(second % 60, 2, after: ":")
      if milliseconds, rest != 0 { text.append(rest, 3, after: ".") }
      text.append(abs(minutes) / 60, 2, after: minutes < 0 ? "-" : "+")
      text.append(abs(minutes) % 60, 2, after: ":")
      return text.count
    }
  }

  /// The day as `2026-11-21`.
  public static func text(_ day: CivilDay) -> String {
    unsafe String(unsafeUninitializedCapacity: 48) { memory in
      var text = unsafe TextMemory(memory)
      text.append(day)
      return text.count
    }
  }

  /// The moment that `2026-11-21T09:00:00+01:00` or `2026-11-21T08:00:00.250Z` names, or `nil` if the text is nothing
  /// of the kind.
  public static func moment(_ text: String) -> Timestamp? {
    var reader = DigitReader(octets: Array(text.utf8))
    guard let day = reader.day(), reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(2), reader.take(":"), let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    var millisecond = 0
    if reader.take(":") {
      guard let value = reader.number(2), value < 60 else { return nil }
      second = value
      if reader.take(".") {
        guard let value = reader.fraction() else { return nil }
        millisecond = value
      }
    }
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    let local = day.number * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return Timestamp(milliseconds: (local - Int64(offset)) * 1000 + Int64(millisecond))
  }

  /// How many seconds ahead of UTC the clock is that shows `2026-11-21T09:00:00+01:00`, or `nil` if the text is nothing
  /// of the kind.
  public static func offset(of text: String) -> Int? {
    guard moment(text) != nil else { return nil }
    let octets = Array(text.utf8)
    if octets.last == UInt8(ascii: "Z") || octets.last == UInt8(ascii: "z") { return 0 }
    guard let sign = octets.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else { return nil }
    var reader = DigitReader(octets: Array(octets[sign...]))
    return reader.offset()
  }

  /// The day that `2026-11-21` names, or `nil` if there is no such day.
  public static func day(_ text: String) -> CivilDay? {
    var reader = DigitReader(octets: Array(text.utf8))
    guard let day = reader.day(), reader.isAtEnd else { return nil }
    return day
  }
}

/// A buffer with room for the longest year that 64 bits of milliseconds name.
@safe private struct TextMemory {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ memory: UnsafeMutableBufferPointer<UInt8>) { unsafe self.memory = memory }

  mutating func append(_ day: CivilDay) {
    let date = day.date
    append(date.year, 4, after: nil)
    append(date.month, 2, after: "-")
    append(date.day, 2, after: "-")
  }

  /// Appends the mark, then the number with leading zeros.
  mutating func append(_ number: Int, _ width: Int, after mark: Unicode.Scalar?) {
    if let mark { append(UInt8(ascii: mark)) }
    if number < 0 { append(UInt8(ascii: "-")) }
    var digits = width
    var rest = number.magnitude
    var limit: UInt = 1
    for _ in 0..<width { limit *= 10 }
    while rest >= limit, digits < 20 {
      digits += 1
      limit = limit.multipliedReportingOverflow(by: 10).partialValue
    }
    for place in stride(from: count + digits - 1, through: count, by: -1) {
      unsafe memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  private mutating func append(_ octet: UInt8) {
    unsafe memory[count] = octet
    count += 1
  }
}

private struct DigitReader {
  let octets: [UInt8]
  var position = 0

  init(octets: [UInt8]) { self.octets = octets }

  var isAtEnd: Bool { position == octets.count }

  mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard position < octets.count, octets[position] == UInt8(ascii: letter) else { return false }
    position += 1
    return true
  }

  mutating func number(_ width: Int) -> Int? {
    guard octets.count - position >= width else { return nil }
    var value = 0
    for octet in octets[position..<position + width] {
      guard (0x30...0x39).contains(octet) else { return nil }
      value = value * 10 + Int(octet - 0x30)
    }
    position += width
    return value
  }

  /// Reads one to nine digits after a point as milliseconds.
  mutating func fraction() -> Int? {
    var digits: [Int] = []
    while position < octets.count, digits.count < 9, (0x30...0x39).contains(octets[position]) {
      digits.append(Int(octets[position] - 0x30))
      position += 1
    }
    guard !digits.isEmpty else { return nil }
    while digits.count < 3 { digits.append(0) }
    return digits[0] * 100 + digits[1] * 10 + digits[2]
  }

  mutating func day() -> CivilDay? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      (1...12).contains(month), day >= 1
    else { return nil }
    let civil = CivilDay(year: year, month: month, day: day)
    let date = civil.date
    return date.month == month && date.day == day ? civil : nil
  }

  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = number(2) else { return nil }
    _ = take(":")
    guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isNegative ? -seconds : seconds
  }
}
