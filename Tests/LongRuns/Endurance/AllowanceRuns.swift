import AllowanceRehearsal

/// Random weeks with allowances, each lived twice: by the machine, and by a walk from second to second.
func allowanceWeeks(isShort: Bool) throws -> String {
  let count: UInt64 = isShort ? 100 : 100_000
  var (shut, refused) = (0, 0)
  for seed in 0..<count {
    // Other weeks than those of the tests.
    var week = AllowanceWeek(seed: 2_000_000_000 + seed)
    do { try week.live() } catch { throw Broken("\(error)") }
    shut += week.shut
    refused += week.refused
  }
  return
    "\(count) weeks, no difference to the second; blocked \(shut) times, \(refused) attempts to loosen it refused"
}
