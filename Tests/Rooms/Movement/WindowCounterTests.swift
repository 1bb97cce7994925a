import Movement
import MovementRehearsal
import Testing

/// The paper's Table III: ten jumping jacks are counted as 8 or 9 by the sliding window with 1.42 to 1.46 s between
/// them, as 3 or 4 by the static one with 3.09 to 3.33 s.
@Suite struct WindowCounterTests {
  private func counted(_ method: CountingMethod, pace: Double, framesPerSecond: Double, seed: UInt64) -> [Double] {
    let condition = Condition("jacks") { ($0.pace, $0.framesPerSecond) = (pace, framesPerSecond) }
    let stream = MovementStream(.jumpingJack, condition, seed: seed)
    var counter = RepetitionCounter(.jumpingJack, by: method)
    return stream.poses.compactMap { pose in counter.count(pose) ? pose.time : nil }
  }

  private func intervals(_ times: [Double]) -> [Double] { zip(times.dropFirst(), times).map { $0 - $1 } }

  @Test(arguments: 1...5) func slidingCountsEightOrNine(_ seed: UInt64) {
    let times = counted(.sliding, pace: 1.3, framesPerSecond: 30, seed: 20_000_000 + seed)
    #expect((8...9).contains(times.count))
    for interval in intervals(times).dropLast() { #expect((1.40...1.56).contains(interval)) }
  }

  @Test(arguments: 1...5) func staticCountsThreeOrFour(_ seed: UInt64) {
    let times = counted(.static, pace: 1.3, framesPerSecond: 20, seed: 20_000_000 + seed)
    #expect((3...4).contains(times.count))
    for interval in intervals(times).dropLast() { #expect((3.09...3.33).contains(interval)) }
  }

  @Test func windowsCountTimeAndNotRepetitions() {
    func sliding(_ pace: Double) -> Int {
      counted(.sliding, pace: pace, framesPerSecond: 30, seed: 20_000_099).count
    }
    #expect(sliding(0.7) <= 5)
    #expect(sliding(2.5) >= 15)
    #expect(counted(.phase, pace: 0.7, framesPerSecond: 30, seed: 20_000_099).count == 10)
    #expect(counted(.phase, pace: 2.5, framesPerSecond: 30, seed: 20_000_099).count == 10)
  }

  @Test func standingStillIsNotRecognised() {
    let condition = Condition("still") { $0.pause = 20 }
    for method in [CountingMethod.sliding, .static] {
      let stream = MovementStream(.jumpingJack, condition, seed: 20_000_123, repetitions: 2)
      var counter = RepetitionCounter(.jumpingJack, by: method)
      let times = stream.poses.compactMap { pose in counter.count(pose) ? pose.time : nil }
      #expect(times.count <= 5)
    }
  }
}
