import RealParts
import SessionRehearsal
import Testing
import VisitRehearsal

@Suite struct VisitWeekTests {
  @Test("random weeks of visits, kills, clocks and two layers come to the same as a walk by hand", .longWork)
  func secondModel() throws {
    let zones = try ["Europe/Berlin", "America/New_York", "UTC"].map { try CivilTimeCheck.zone($0) }
    var opened = 0
    var refused: [String: Int] = [:]
    for seed in 0..<UInt64(120) {
      var week = VisitWeek(seed: seed, zone: zones[Int(seed % 3)])
      try week.live()
      opened += week.opened
      refused.merge(week.refused) { $0 + $1 }
    }
    #expect(opened > 500)
    for rule in [
      "no-session", "visit-under-way", "not-blocked", "not-visitable", "visit-minutes", "visits-per-session",
      "visit-minutes-per-day",
    ] {
      #expect(refused[rule] ?? 0 > 20, "\(rule): \(refused)")
    }
  }
}
