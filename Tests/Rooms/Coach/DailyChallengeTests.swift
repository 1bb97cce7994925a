import Glibc
import RealParts
import Testing

@testable import Coach

@Suite struct DailyChallengeTests {
  /// Who does what is asked.
  private struct Person {
    /// The repetitions that they manage on an ordinary day at the beginning.
    var strength: ClosedRange<Double>
    /// Whether they stop soon after the challenge is met.
    var stopsWhenMet: Bool
  }

  /// The share of active days on which a person who slowly gets stronger met the challenge.
  private func share(_ person: Person, _ seed: UInt64) -> Double {
    var luck = Luck(seed)
    let (low, high) = (log(person.strength.lowerBound), log(person.strength.upperBound))
    let strength = exp(luck.within(low, high))
    let growth = luck.within(0, 0.004)
    let spread = luck.within(0.2, 0.4)
    var records: [ChallengeRecord] = []
    var (met, active) = (0, 0)
    for day in 0..<90 {
      // As many as are remembered.
      let target = DailyChallenge.next(after: records.suffix(60)).target
      var done = 0
      if luck.unit() > 0.15 {
        let able = strength * (1 + growth * Double(day)) * exp(spread * luck.normal())
        done = max(1, Int(able))
        if person.stopsWhenMet, done >= target { done = target + Int(luck.within(0, 0.3) * Double(done - target)) }
        active += 1
        if done >= target { met += 1 }
      }
      records.append(ChallengeRecord(day: CoachDay(20_000 + day), target: target, done: done))
    }
    return Double(met) / Double(active)
  }

  private func holds(_ person: Person, people: Int, seeds: UInt64) {
    let shares = (0..<people).map { share(person, UInt64($0) + seeds) }.sorted()
    #expect(shares[people / 10] >= 0.6, "\(person): \(shares[people / 10])")
    #expect(shares[people - 1 - people / 10] <= 0.75, "\(person): \(shares[people - 1 - people / 10])")
  }

  @Test(.longWork, arguments: [false, true]) func sevenOfTenDaysAreMetFromTheFirstDayOn(_ stopsWhenMet: Bool) {
    holds(Person(strength: 14...27, stopsWhenMet: stopsWhenMet), people: 100, seeds: 9_000)
  }

  /// A person who goes on past the target shows what they can do, and the challenge follows within five active days.
  @Test(.longWork) func sevenOfTenDaysAreMetByTheWeakAndTheStrong() {
    holds(Person(strength: 5...100, stopsWhenMet: false), people: 60, seeds: 21_000)
  }

  @Test func stepsAreThoseOfAStaircase() {
    func next(_ records: [(Int, Int)]) -> Int {
      DailyChallenge.next(
        after: records.enumerated().map {
          ChallengeRecord(day: CoachDay(20_000 + $0.offset), target: $0.element.0, done: $0.element.1)
        }
      ).target
    }
    #expect(next([]) == 20)
    #expect(next([(20, 20)]) == 21)
    #expect(next([(20, 5)]) == 18)
    #expect(next([(20, 0)]) == 20)
    // 20 x 1.045 x 1.045 x 1.045, not from rounded days.
    #expect(next([(20, 20), (21, 21), (22, 22)]) == 23)
    #expect(next([(100, 100)]) == 105)
    // Held near to what is done from five active days on.
    #expect(next([(100, 10), (90, 10), (80, 10), (72, 10), (64, 10)]) == 14)
    #expect(DailyChallenge.next(after: []).reason == "The first challenge is 20.")
  }

  @Test func pointsAreThoseOfThePaper() {
    func points(_ level: MovementLevel) -> [Int] {
      (1...6).map { MovementPoints.paper(level).points(repetition: $0) }
    }
    #expect(points(.beginner) == [25, 30, 35, 40, 40, 40])
    #expect(points(.intermediate) == [25, 30, 35, 35, 35, 35])
    #expect(points(.experienced) == [15, 15, 15, 15, 15, 15])
    let experienced = MovementPoints.paper(.experienced)
    #expect(experienced.points(repetition: 333) == 15 && experienced.points(repetition: 334) == 20)
    #expect(
      [0, 49, 50, 199, 200].map { MovementLevel(repetitions: $0).rawValue } == [
        "beginner", "beginner", "intermediate", "intermediate", "experienced",
      ])
  }

  @Test func ownPointsRiseTowardsTheChallengeAndWithEffort() {
    let jacks = MovementPoints.own(challenge: 20, effort: 10)
    #expect(jacks.points(repetition: 1) == 15 && jacks.points(repetition: 20) == 20)
    #expect(MovementPoints.own(challenge: 20, effort: 16).points(repetition: 20) == 35)
    #expect(MovementPoints.own(challenge: 20, effort: 6).points(repetition: 1) == 10)
    #expect(jacks.points(set: 10) == (1...10).map { jacks.points(repetition: $0) }.reduce(0, +))
    #expect(jacks.points(set: 0) == 0 && MovementPoints.own(challenge: 0, effort: 10).points(set: 3) == 60)
  }
}
