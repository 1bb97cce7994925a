import Testing

@testable import Movement

@Suite struct LapCourseTests {
  private static let card: [UInt8] = [4, 1, 2, 3, 4, 5, 6]
  private static let other: [UInt8] = [4, 9, 9, 9, 9, 9, 9]

  /// A course whose laps take 10 seconds and more.
  private struct Walk {
    var course = LapCourse()
    var now: Int64 = 1_000_000
    var counter: UInt32?
    let calibration = LapCounter.Calibration(leastLap: 6_000)

    mutating func tap(
      _ place: LapCounter.Place, after seconds: Double, _ card: [UInt8] = LapCourseTests.card
    ) -> LapCourse.Outcome {
      now += Int64(seconds * 1000)
      if let shown = counter { counter = shown + 1 }
      return course.tap(card, counter: counter, at: place, time: now, calibration)
    }

    mutating func laps(_ count: Int) -> Int {
      var counted = 0
      for _ in 0..<count {
        _ = tap(.far, after: 5)
        if case .counted(.lap) = tap(.home, after: 5) { counted += 1 }
      }
      return counted
    }
  }

  @Test(arguments: [nil, 100] as [UInt32?]) func aThousandLapsAreAThousand(_ counter: UInt32?) {
    var walk = Walk()
    walk.counter = counter
    #expect(walk.tap(.home, after: 0) == .counted(.began))
    #expect(walk.laps(1_000) == 1_000)
    #expect(walk.course.laps == 1_000)
    #expect(walk.course.isSigned == (counter != nil))
  }

  @Test func cheatsCountForNothing() {
    var walk = Walk()
    _ = walk.tap(.home, after: 0)
    for _ in 0..<30 {
      #expect(walk.tap(.home, after: 20) == .counted(.sameReader))
      #expect(walk.tap(.far, after: 5, LapCourseTests.other) == .counted(.otherCard))
    }
    // A pair of copies at both readers: the order is right, the time is not.
    var quick = Walk()
    _ = quick.tap(.home, after: 0)
    for _ in 0..<500 {
      #expect(quick.tap(.far, after: 0.001) == .counted(.tooFast))
      #expect(quick.tap(.home, after: 0.001) == .counted(.sameReader))
    }
    #expect(walk.course.laps == 0 && quick.course.laps == 0)
  }

  @Test func copiesOfASigningCardAreFoundOut() {
    var walk = Walk()
    walk.counter = 10
    _ = walk.tap(.home, after: 0)
    #expect(walk.laps(5) == 5)
    // A copy shows what was shown before, or no counter, in this set and in the next.
    walk.counter = 12
    #expect(walk.tap(.far, after: 10) == .counted(.staleCounter))
    walk.counter = nil
    #expect(walk.tap(.far, after: 10) == .counted(.staleCounter))
    #expect(walk.course.laps == 5)
    walk.counter = 15
    #expect(walk.tap(.home, after: 3_600) == .counted(.staleCounter))
    #expect(walk.course.laps == 0)
    // A set that began without a signature proves nothing, whatever the card shows later.
    var mixed = Walk()
    _ = mixed.tap(.home, after: 0)
    mixed.counter = 5
    #expect(mixed.laps(3) == 3 && !mixed.course.isSigned)
  }

  @Test func threeLapsShowHowLongOneTakes() {
    var walk = Walk()
    walk.course.calibrate()
    #expect(walk.tap(.home, after: 0) == .counted(.began))
    _ = walk.tap(.far, after: 5)
    #expect(walk.tap(.home, after: 5) == .measured(1, took: 10_000))
    _ = walk.tap(.far, after: 10)
    #expect(walk.tap(.home, after: 10) == .measured(2, took: 20_000))
    _ = walk.tap(.far, after: 6)
    #expect(walk.tap(.home, after: 6) == .calibrated(LapCounter.Calibration(leastLap: 7_200)))
    #expect(walk.course.measured == nil && walk.course.laps == 0)
    // Readers side by side are not apart: nothing quicker than two seconds is a lap.
    var near = Walk()
    near.course.calibrate()
    _ = near.tap(.home, after: 0)
    for _ in 0..<10 { #expect(near.tap(.far, after: 0.05) == .counted(.tooFast)) }
  }

  @Test func whatIsNotCalibratedDoesNotCountAndSetsEnd() {
    var course = LapCourse()
    #expect(course.tap(Self.card, at: .home, time: 0, nil) == .uncalibrated)
    var walk = Walk()
    _ = walk.tap(.home, after: 0)
    #expect(walk.laps(3) == 3)
    // After a long pause another card may begin, and begins at nothing.
    #expect(walk.tap(.home, after: 901, Self.other) == .counted(.began))
    #expect(walk.course.laps == 0)
  }
}
