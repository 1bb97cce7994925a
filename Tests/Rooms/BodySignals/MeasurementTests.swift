import BodySignals
import Testing

/// The bytes of both characteristics, against values worked out by hand and a writer of their own.
@Suite struct MeasurementTests {
  @Test func aHeartRateWithIntervalsIsRead() throws {
    let read = try HeartRateMeasurement([0x16, 0x34, 0xE4, 0x04])
    #expect(read.rate == 52 && read.contact == .skin && read.energy == nil && read.intervals == [1252])
  }

  @Test func aWideHeartRateWithEnergyIsRead() throws {
    let read = try HeartRateMeasurement([0x0D, 0x2C, 0x01, 0x10, 0x27])
    #expect(read.rate == 300 && read.contact == .none && read.energy == 10_000 && read.intervals.isEmpty)
  }

  @Test func aFootPodIsRead() throws {
    let read = try RunningMeasurement([0x07, 0x00, 0x03, 0xA0, 0x78, 0x00, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(read.speed == 768 && read.cadence == 160 && read.stride == 120)
    #expect(read.distance == .max && read.isRunning)
  }

  @Test(
    arguments: [
      ([], BodySignalError.tooShort), ([0x00], .tooShort), ([0x01, 0x50], .tooShort), ([0x08, 0x50, 0x01], .tooShort),
      ([0x00, 0x50, 0x50], .tooLong), ([0x10, 0x50, 0x01, 0x02, 0x03], .tooShort), ([0x20, 0x50], .unknownFlags(0x20)),
    ] as [([UInt8], BodySignalError)])
  func badHeartRatesAreOneError(_ bytes: [UInt8], _ error: BodySignalError) {
    #expect(throws: error) { try HeartRateMeasurement(bytes) }
  }

  @Test(
    arguments: [
      ([], BodySignalError.tooShort), ([0x00, 0x00, 0x01], .tooShort), ([0x02, 0, 1, 90, 1, 2, 3], .tooShort),
      ([0x00, 0, 1, 90, 1], .tooLong), ([0x08, 0, 1, 90], .unknownFlags(0x08)),
    ] as [([UInt8], BodySignalError)])
  func badStridesAreOneError(_ bytes: [UInt8], _ error: BodySignalError) {
    #expect(throws: error) { try RunningMeasurement(bytes) }
  }

  /// Every string of up to ten random bytes is what a second reader says: the length that its flags ask for.
  @Test(arguments: 0..<4 as Range<UInt64>) func randomBytesAreReadOrRefused(seed: UInt64) {
    var dice = BodyDice(seed)
    for _ in 0..<20_000 {
      let bytes = (0..<dice.below(11)).map { _ in UInt8(dice.below(256)) }
      #expect(((try? HeartRateMeasurement(bytes)) != nil) == Self.isHeartRate(bytes))
      #expect(((try? RunningMeasurement(bytes)) != nil) == Self.isStride(bytes))
    }
  }

  private static func isHeartRate(_ bytes: [UInt8]) -> Bool {
    guard let flags = bytes.first, flags < 32 else { return false }
    let least = 2 + Int(flags & 1) + (flags & 8 == 0 ? 0 : 2)
    return flags & 16 == 0 ? bytes.count == least : bytes.count >= least && (bytes.count - least) % 2 == 0
  }

  private static func isStride(_ bytes: [UInt8]) -> Bool {
    guard let flags = bytes.first, flags < 8 else { return false }
    return bytes.count == 4 + (flags & 1 == 0 ? 0 : 2) + (flags & 2 == 0 ? 0 : 4)
  }
}

/// Numbers that are the same in every run of a test.
struct BodyDice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
