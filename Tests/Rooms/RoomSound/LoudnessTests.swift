import Testing

@testable import RoomSound

/// When it is loud, by the levels of a microphone.
@Suite struct LoudnessTests {
  private static func feed(_ loudness: inout Loudness, _ decibels: Int, from: Int64, seconds: Int64, rate: Int64 = 25)
    -> (at: Int64, isLoud: Bool)?
  {
    var change: (Int64, Bool)?
    for step in 0..<(seconds * rate) {
      let moment = from + step * 1000 / rate
      if let isLoud = loudness.heed(Level(hundredths: decibels * 100), at: moment) { change = (moment, isLoud) }
    }
    return change
  }

  @Test(arguments: [25, 47]) func loudIsFifteenDecibelsAboveTheQuietRoomForTenSeconds(rate: Int64) throws {
    var loudness = Loudness(base: Level(hundredths: -5000))
    #expect(Self.feed(&loudness, -36, from: 0, seconds: 20, rate: rate) == nil)
    let loud = try #require(Self.feed(&loudness, -35, from: 20_000, seconds: 20, rate: rate))
    #expect(loud.isLoud)
    // The median of ten seconds turns when more than half of them are loud.
    #expect((25_000...32_000).contains(loud.at))
    // Quiet again is six decibels below, so that it does not go back and forth.
    #expect(Self.feed(&loudness, -40, from: 40_000, seconds: 20, rate: rate) == nil)
    let quiet = try #require(Self.feed(&loudness, -42, from: 60_000, seconds: 20, rate: rate))
    #expect(!quiet.isLoud)
  }

  @Test func aSlammedDoorIsNotLoud() {
    var loudness = Loudness(base: Level(hundredths: -5000))
    #expect(Self.feed(&loudness, -50, from: 0, seconds: 15) == nil)
    #expect(Self.feed(&loudness, -3, from: 15_000, seconds: 2) == nil)
    #expect(Self.feed(&loudness, -50, from: 17_000, seconds: 15) == nil)
    #expect(!loudness.isLoud)
  }

  @Test func theQuietRoomIsTheMedianOfTenSeconds() {
    var calibration = Calibration()
    var base: Level?
    for second in 0..<12 where base == nil {
      for step in 0..<25 {
        // One cough does not make a loud room.
        let level = second == 4 ? -1000 : -5200
        base = base ?? calibration.heed(Level(hundredths: level), at: Int64(second * 1000 + step * 40))
      }
    }
    #expect(base == Level(hundredths: -5200))
  }

  @Test func theToneNeverExceedsItsVolume() {
    for percent in [0, 30, 60, 80, 100, 400] {
      let slider = Float(min(percent, 100)) / 100
      let peak = Tone.samples(volume: percent).map(abs).max() ?? 0
      #expect(peak <= slider * slider * slider)
      #expect(peak >= slider * slider * slider * 0.9)
    }
    #expect(Tone.samples(volume: 30).count == Tone.rate * 400 / 1000)
  }
}
