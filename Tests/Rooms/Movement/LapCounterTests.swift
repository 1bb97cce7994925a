import Movement
import Testing

@Suite struct LapCounterTests {
  private let card: [UInt8] = [4, 1, 2, 3]

  private func calibration() throws -> LapCounter.Calibration {
    try #require(LapCounter.Calibration(laps: [20_000, 26_000, 24_000]))
  }

  @Test func theLeastTimeFollowsFromThreeLaps() throws {
    #expect(try calibration().leastLap == 14_400)
    #expect(LapCounter.Calibration(laps: [20_000, 26_000]) == nil)
    #expect(LapCounter.Calibration(laps: [1_000, 26_000, 24_000]) == nil)
  }

  @Test func aThousandLapsAreAThousand() throws {
    var counter = LapCounter(try calibration())
    var time: Int64 = 0
    #expect(counter.tap(card, counter: 1, at: .home, time: time) == .began)
    for lap in 1...1_000 {
      time += 10_000
      #expect(counter.tap(card, counter: UInt32(2 * lap), at: .far, time: time) == .half)
      time += 10_000
      #expect(counter.tap(card, counter: UInt32(2 * lap + 1), at: .home, time: time) == .lap(lap))
    }
  }

  @Test func nothingElseCounts() throws {
    var counter = LapCounter(try calibration())
    #expect(counter.tap(card, counter: 10, at: .home, time: 0) == .began)
    #expect(counter.tap(card, counter: 11, at: .home, time: 20_000) == .sameReader)
    #expect(counter.tap(card, counter: 11, at: .far, time: 3_000) == .tooFast)
    #expect(counter.tap([9, 9], counter: 11, at: .far, time: 10_000) == .otherCard)
    #expect(counter.tap(card, counter: 10, at: .far, time: 10_000) == .staleCounter)
    #expect(counter.tap(card, at: .far, time: 10_000) == .staleCounter)
    #expect(counter.tap(card, counter: 12, at: .far, time: 7_200) == .half)
    #expect(counter.tap(card, counter: 13, at: .home, time: 14_399) == .tooFast)
    #expect(counter.laps == 0)
    #expect(counter.tap(card, counter: 13, at: .home, time: 14_400) == .lap(1))
    // A copy that shows what the card showed before.
    #expect(counter.tap(card, counter: 13, at: .far, time: 30_000) == .staleCounter)
  }

  @Test func aSetThatBeginsFarAwayCountsFromHome() throws {
    var counter = LapCounter(try calibration())
    #expect(counter.tap(card, at: .far, time: 0) == .began)
    #expect(counter.tap(card, at: .home, time: 10_000) == .began)
    #expect(counter.tap(card, at: .far, time: 20_000) == .half)
    #expect(counter.tap(card, at: .home, time: 30_000) == .lap(1))
  }
}
