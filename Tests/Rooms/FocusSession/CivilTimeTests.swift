import FocusSession
import SessionRehearsal
import Testing

@Suite struct CivilTimeTests {
  @Test(
    "civil time is that of full Foundation",
    arguments: [
      "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Africa/Casablanca", "Europe/Dublin",
    ])
  func foundation(name: String) throws {
    _ = try CivilTimeCheck.compare([name], years: 2018...2019)
    _ = try CivilTimeCheck.compare([name], years: 2041...2041)
  }

  @Test("days and dates are each other's inverse")
  func days() {
    var day = CivilDay(year: 1899, month: 12, day: 31)
    for _ in 0..<150_000 {
      let date = day.date
      #expect(CivilDay(year: date.year, month: date.month, day: date.day) == day)
      day = day + 1
    }
    #expect(CivilDay(year: 1970, month: 1, day: 1).number == 0)
    #expect(CivilDay(year: 2026, month: 11, day: 21).weekday == .saturday)
  }

  @Test("a time zone file that is cut or garbled is refused, never trusted")
  func brokenFiles() throws {
    #expect(throws: CivilZoneError.notAZoneFile) { try CivilZone(zoneFile: []) }
    #expect(throws: CivilZoneError.notAZoneFile) {
      try CivilZone(zoneFile: Array("TZjf".utf8) + [UInt8](repeating: 0, count: 60))
    }
    let whole = try CivilTimeCheck.octets("Europe/Berlin")
    for count in stride(from: 0, to: whole.count - 1, by: 7) {
      #expect(throws: CivilZoneError.self) { try CivilZone(zoneFile: Array(whole[..<count])) }
    }
    var chance = Chance(state: 3)
    for _ in 0..<500 {
      var garbled = whole
      garbled[Int(chance.below(UInt64(garbled.count)))] = UInt8(chance.below(256))
      if let zone = try? CivilZone(zoneFile: garbled) {
        _ = zone.moment(day: CivilDay(number: 20_000), minuteOfDay: 150)
      }
    }
  }

  @Test(
    "moments print and read back",
    arguments: [
      "2026-11-21T09:00:00+01:00", "1969-12-31T23:59:59-11:30", "2026-02-28T00:00:00+00:00",
      "0001-01-01T00:00:00+00:00",
    ])
  func iso(text: String) throws {
    let moment = try #require(ISO8601.moment(text))
    let offset = try #require(ISO8601.offset(of: text))
    #expect(ISO8601.text(moment, in: .fixed(secondsAheadOfUTC: offset)) == text)
  }

  @Test(
    "what is no moment is none",
    arguments: [
      "", "2026-11-21", "2026-11-21T09:00:00", "2026-02-30T09:00:00Z", "2026-13-01T09:00:00Z", "2026-11-21T24:00:00Z",
      "2026-11-21T09:60:00Z", "2026-11-21T09:00:00+1", "2026-11-21T09:00:00Zx", "２026-11-21T09:00:00Z",
    ])
  func notISO(text: String) {
    #expect(ISO8601.moment(text) == nil)
  }

  @Test("fractions of a second and a bare Z are read")
  func fractions() {
    #expect(ISO8601.moment("1970-01-01T00:00:00.25Z")?.milliseconds == 250)
    #expect(ISO8601.moment("1970-01-01T01:00+01:00")?.milliseconds == 0)
    #expect(ISO8601.text(Timestamp(milliseconds: 250), in: .utc, milliseconds: true) == "1970-01-01T00:00:00.250+00:00")
  }

  @Test("session names sort by time and hold all chance")
  func sessionNames() {
    let wall = Timestamp(milliseconds: 1_469_918_176_385)
    // The time part of the ULID specification's own example.
    #expect(
      SessionID(startedAt: wall, entropy: Entropy(high: 0, low: 0), count: 0).text == "01ARYZ6S410000000000000000")
    let all = SessionID(startedAt: wall, entropy: Entropy(high: .max, low: .max), count: 0)
    #expect(all.text == "01ARYZ6S41ZZZZZZZZZZZZZZZZ")
    #expect(all < SessionID(startedAt: wall + .milliseconds(1), entropy: Entropy(high: 0, low: 0), count: 0))
  }
}
