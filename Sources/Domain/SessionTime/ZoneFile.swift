/// Why a time zone file cannot be used.
public enum CivilZoneError: Error, Equatable {
  /// It does not begin like a time zone file.
  case notAZoneFile
  /// It ends before what it announces.
  case cutShort
  /// A list in it points outside of another.
  case badIndex
  /// The rule in its last line is not one.
  case badRule(at: Int)
}

extension CivilZone {
  /// The zone that a time zone file describes (TZif, RFC 9636), such as `/etc/localtime` or
  /// `/usr/share/zoneinfo/Europe/Berlin`.
  public init(zoneFile octets: [UInt8]) throws(CivilZoneError) {
    var reader = ZoneFileReader(octets: octets)
    let first = try reader.header()
    if first.version < UInt8(ascii: "2") {
      self = try reader.body(first, wide: false)
      return
    }
    // Version 2 and later repeat everything with 64-bit times after the part for old readers.
    try reader.skip(first.bodyLength(wide: false))
    let second = try reader.header()
    let listed = try reader.body(second, wide: true)
    self = CivilZone(listed, rule: try reader.footer())
  }

  private init(_ listed: CivilZone, rule: YearlyRule?) {
    self = listed
    setRule(rule)
  }
}

private struct ZoneFileReader {
  struct Header {
    var version: UInt8
    var isUTCCount, isStandardCount, leapCount, timeCount, typeCount, nameLength: Int

    func bodyLength(wide: Bool) -> Int {
      let timeLength = wide ? 8 : 4
      return timeCount * (timeLength + 1) + typeCount * 6 + nameLength + leapCount * (timeLength + 4)
        + isStandardCount + isUTCCount
    }
  }

  let octets: [UInt8]
  var position = 0

  init(octets: [UInt8]) { self.octets = octets }

  mutating func skip(_ count: Int) throws(CivilZoneError) {
    guard count >= 0, count <= octets.count - position else { throw .cutShort }
    position += count
  }

  private mutating func number(_ length: Int) throws(CivilZoneError) -> Int64 {
    let start = position
    try skip(length)
    var value: UInt64 = octets[start] >= 0x80 && length < 8 ? ~0 : 0
    for index in start..<position { value = (value << 8) | UInt64(octets[index]) }
    return Int64(bitPattern: value)
  }

  private mutating func count() throws(CivilZoneError) -> Int {
    let value = try number(4)
    // A count is never larger than the file.
    guard value >= 0, value <= octets.count else { throw .cutShort }
    return Int(value)
  }

  mutating func header() throws(CivilZoneError) -> Header {
    let magic = Array("TZif".utf8)
    guard octets.count - position >= 44 else { throw position == 0 ? .notAZoneFile : .cutShort }
    guard Array(octets[position..<position + 4]) == magic else { throw .notAZoneFile }
    let version = octets[position + 4]
    position += 20
    return Header(
      version: version, isUTCCount: try count(), isStandardCount: try count(), leapCount: try count(),
      timeCount: try count(), typeCount: try count(), nameLength: try count())
  }

  mutating func body(_ header: Header, wide: Bool) throws(CivilZoneError) -> CivilZone {
    let end = position + header.bodyLength(wide: wide)
    guard end <= octets.count, header.typeCount > 0 else { throw .cutShort }
    var times: [Int64] = []
    for _ in 0..<header.timeCount { times.append(try number(wide ? 8 : 4)) }
    var kinds: [Int] = []
    for _ in 0..<header.timeCount { kinds.append(Int(try number(1) & 0xFF)) }
    var offsets: [Int] = []
    for _ in 0..<header.typeCount {
      offsets.append(Int(try number(4)))
      try skip(2)
    }
    position = end
    var table: [CivilZone.Transition] = []
    for (time, kind) in zip(times, kinds) {
      guard kind < offsets.count else { throw .badIndex }
      if let last = table.last, last.at >= time { throw .badIndex }
      table.append(.init(at: time, offset: offsets[kind]))
    }
    return CivilZone(firstOffset: offsets[0], table: table)
  }

  mutating func footer() throws(CivilZoneError) -> YearlyRule? {
    guard position < octets.count, octets[position] == 0x0A else { return nil }
    let start = position + 1
    guard let end = octets[start...].firstIndex(of: 0x0A) else { throw .cutShort }
    if start == end { return nil }
    var rule = ZoneRuleReader(octets: Array(octets[start..<end]))
    guard let read = rule.rule() else { throw .badRule(at: start + rule.position) }
    return read
  }
}

/// Reads `CET-1CEST,M3.5.0,M10.5.0/3`.
private struct ZoneRuleReader {
  let octets: [UInt8]
  var position = 0

  init(octets: [UInt8]) { self.octets = octets }

  mutating func rule() -> YearlyRule? {
    guard name(), let standard = offset() else { return nil }
    if position == octets.count { return YearlyRule(standardOffset: -standard) }
    guard name() else { return nil }
    var summer = standard - 3600
    if position < octets.count, octets[position] != UInt8(ascii: ",") {
      guard let own = offset() else { return nil }
      summer = own
    }
    guard take(","), let begins = change(), take(","), let ends = change(), position == octets.count else { return nil }
    return YearlyRule(standardOffset: -standard, summer: .init(offset: -summer, begins: begins, ends: ends))
  }

  private mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard position < octets.count, octets[position] == UInt8(ascii: letter) else { return false }
    position += 1
    return true
  }

  private mutating func name() -> Bool {
    let start = position
    if take("<") {
      while position < octets.count, octets[position] != UInt8(ascii: ">") { position += 1 }
      return take(">")
    }
    while position < octets.count, isLetter(octets[position]) { position += 1 }
    return position - start >= 3
  }

  private func isLetter(_ octet: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20)
  }

  private mutating func digits() -> Int? {
    let start = position
    var value = 0
    while position < octets.count, position - start < 4, (0x30...0x39).contains(octets[position]) {
      value = value * 10 + Int(octets[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private mutating func offset() -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = digits() else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = digits() else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let rest = digits() else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func change() -> YearlyRule.Change? {
    let day: YearlyRule.Day
    if take("M") {
      guard let month = digits(), take("."), let week = digits(), take("."), let weekday = digits(),
        (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday)
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    } else if take("J") {
      guard let count = digits(), (1...365).contains(count) else { return nil }
      day = .withoutLeapDay(count)
    } else {
      guard let count = digits(), (0...365).contains(count) else { return nil }
      day = .withLeapDay(count)
    }
    guard take("/") else { return .init(day: day, second: 2 * 3600) }
    guard let second = offset() else { return nil }
    return .init(day: day, second: second)
  }
}
