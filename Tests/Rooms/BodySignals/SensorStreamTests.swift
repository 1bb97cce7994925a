import BodySignals
import Testing

/// Which measurements are movement, second by second.
@Suite struct SensorStreamTests {
  private func pulse(_ rate: UInt8, flags: UInt8 = 0x06, _ interval: UInt16? = nil) throws -> HeartRateMeasurement {
    guard let interval else { return try HeartRateMeasurement([flags, rate]) }
    return try HeartRateMeasurement([flags | 0x10, rate, UInt8(interval & 255), UInt8(interval >> 8)])
  }

  /// - Parameter speed: decimetres a second.
  private func stride(_ cadence: UInt8, _ speed: Int, _ distance: UInt32?) throws -> RunningMeasurement {
    let wire = UInt16(speed * 256 / 10)
    var bytes: [UInt8] = [distance == nil ? 0 : 2, UInt8(wire & 255), UInt8(wire >> 8), cadence]
    if let distance { bytes += (0..<4).map { UInt8(truncatingIfNeeded: distance >> (8 * $0)) } }
    return try RunningMeasurement(bytes)
  }

  /// How long somebody moved, in milliseconds.
  private func active(_ stream: inout SensorStream, _ measurements: [HeartRateMeasurement], every step: Int64 = 1000)
    -> Int64
  {
    var sum: Int64 = 0
    for (index, one) in measurements.enumerated() {
      if let span = stream.take(one, at: Int64(index) * step) { sum += span.to - span.from }
    }
    return sum
  }

  @Test func theThresholdIsTwoFifthsOfTheWay() throws {
    #expect(PulseRange.usual.threshold == 111)
    #expect(PulseRange(rest: 50, most: 190)?.threshold == 106)
    #expect(PulseRange(rest: 100, most: 120) == nil && PulseRange(rest: 10, most: 180) == nil)
    for (rate, moved) in [(110, 0), (111, 9_000), (230, 9_000), (231, 0)] as [(UInt8, Int64)] {
      var stream = SensorStream()
      #expect(active(&stream, try (0..<10).map { _ in try pulse(rate) }) == moved, "\(rate)")
    }
  }

  @Test func aStrapOnNobodyIsNotMovement() throws {
    var stream = SensorStream()
    #expect(active(&stream, try (0..<10).map { _ in try pulse(150, flags: 0x04) }) == 0)
    #expect(stream.rate == nil)
  }

  @Test func silenceIsNotMovement() throws {
    var stream = SensorStream()
    #expect(active(&stream, try (0..<10).map { _ in try pulse(150) }, every: 5_001) == 0)
    stream.end()
    #expect(stream.take(try pulse(150), at: 50_000) == nil)
  }

  @Test func beatsThatAreAllAlikeAreNotAHeart() throws {
    var machine = SensorStream()
    // Seven alike may be chance; the eighth ends it.
    #expect(active(&machine, try (0..<30).map { _ in try pulse(120, 512) }) == 6_000)
    var heart = SensorStream()
    #expect(active(&heart, try (0..<30).map { try pulse(120, 500 + UInt16($0 % 3)) }) == 29_000)
  }

  @Test func walkingCountsStepsAndWay() throws {
    var stream = SensorStream()
    var moved: Int64 = 0
    for second in 0...60 {
      let span = stream.take(try stride(120, 15, UInt32(second * 15)), at: Int64(second) * 1000)
      moved += span.map { $0.to - $0.from } ?? 0
    }
    #expect(moved == 60_000 && stream.steps == 120 && stream.metres == 90)
  }

  /// The counter passes its highest number, and begins again at 0: neither adds a way that nobody went.
  @Test(arguments: [(UInt32.max - 300, false), (1_000_000, true)])
  func aCounterWrapsOrBeginsAgain(start: UInt32, restarts: Bool) throws {
    var stream = SensorStream()
    var moved: Int64 = 0
    for second in 0...60 {
      var way = start &+ UInt32(second * 15)
      if restarts, second >= 30 { way = UInt32(second - 30) * 15 }
      moved += stream.take(try stride(120, 15, way), at: Int64(second) * 1000).map { $0.to - $0.from } ?? 0
    }
    // Of the second in which it began again the way is not known.
    #expect(moved == 60_000 && stream.steps == 120 && stream.metres == (restarts ? 88 : 90))
  }

  @Test func aSpeedWithoutAWayIsNotBelieved() throws {
    var stream = SensorStream()
    var moved: Int64 = 0
    for second in 0...60 {
      moved += stream.take(try stride(120, 30, 7), at: Int64(second) * 1000).map { $0.to - $0.from } ?? 0
    }
    // It takes ten seconds to find out.
    #expect(moved == 9_000)
  }

  @Test(arguments: [(59, 0), (60, 9_000), (200, 9_000), (201, 0)] as [(UInt8, Int64)])
  func onlyStepsOfPeopleCount(cadence: UInt8, expected: Int64) throws {
    var stream = SensorStream()
    var moved: Int64 = 0
    for second in 0..<10 {
      moved += stream.take(try stride(cadence, 15, nil), at: Int64(second) * 1000).map { $0.to - $0.from } ?? 0
    }
    #expect(moved == expected)
  }
}
