import SessionRehearsal
import VisitRehearsal

/// Random weeks with visits, each lived twice: by the machine, and by a walk with tables written by hand.
func visitWeeks(isShort: Bool) throws -> String {
  let zones = try ["Europe/Berlin", "America/New_York", "UTC"].map { try CivilTimeCheck.zone($0) }
  let count: UInt64 = isShort ? 200 : 100_000
  var (opened, refused) = (0, 0)
  for seed in 0..<count {
    // Other weeks than those of the tests.
    var week = VisitWeek(seed: 3_000_000_000 + seed, zone: zones[Int(seed % 3)])
    do { try week.live() } catch { throw Broken("\(error)") }
    opened += week.opened
    refused += week.refused.values.reduce(0, +)
  }
  return "\(count) weeks, no difference; \(opened) visits, \(refused) refusals alike"
}
