/// Judges one foot pod's measurements: whether somebody walks or runs, and how far.
struct StrideWatch: Equatable, Sendable {
  /// The distance so far, in decimetres.
  private(set) var distance: Int64 = 0
  private var last: UInt32?
  /// Distance in the current ten seconds by counter (decimetres) and by speed (1/256 mm).
  private var window = (counted: Int64(0), expected: Int64(0), lasted: Int64(0))
  private var agrees = true

  private static let windowLength: Int64 = 10_000
  /// In m/s, faster than anyone runs: a counter that jumped by more was reset.
  private static let fastest: Int64 = 12

  /// Returns whether the wearer moves. The gap is in ms; `nil` for the first, and after a pause.
  mutating func take(_ measurement: RunningMeasurement, after gap: Int64?) -> Bool {
    defer { last = measurement.distance ?? last }
    if let gap {
      compare(measurement, gap)
    } else {
      window = (0, 0, 0)
      // After a pause the way in between is not known.
      last = nil
    }
    return agrees && (60...200).contains(measurement.cadence)
  }

  private mutating func compare(_ measurement: RunningMeasurement, _ gap: Int64) {
    guard let distance = measurement.distance, let last else { return }
    // Past the highest number the counter goes on from 0, which the difference does not notice.
    let way = Int64(distance &- last)
    guard way <= Self.fastest * gap / 100 + 20 else {
      window = (0, 0, 0)
      return
    }
    self.distance += way
    window.counted += way
    window.expected += Int64(measurement.speed) * gap
    window.lasted += gap
    guard window.lasted >= Self.windowLength else { return }
    let expected = window.expected / 25_600
    agrees = abs(window.counted - expected) <= expected / 5 + 20
    window = (0, 0, 0)
  }

  static func == (one: StrideWatch, other: StrideWatch) -> Bool {
    one.distance == other.distance && one.last == other.last && one.window == other.window
      && one.agrees == other.agrees
  }
}
