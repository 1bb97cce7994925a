import AllowanceRehearsal
import RealParts
import Testing

@Suite struct AllowanceWeekTests {
  @Test("Random weeks of use, kills, clocks and settings come to the same as a walk from second to second.", .longWork)
  func secondModel() throws {
    var (shut, refused) = (0, 0)
    for seed in 0..<UInt64(40) {
      var week = AllowanceWeek(seed: seed)
      try week.live()
      shut += week.shut
      refused += week.refused
    }
    #expect(shut > 100 && refused > 50, "\(shut) \(refused)")
  }
}
