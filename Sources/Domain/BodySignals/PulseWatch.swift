/// Judges one sensor's heart rates: whether a heart is at work, and whether it is a heart at all.
struct PulseWatch: Equatable, Sendable {
  private let range: PulseRange
  private var intervals: [UInt16] = []

  private static let kept = 16
  private static let judged = 8

  init(_ range: PulseRange) { self.range = range }

  /// Adds a measurement, and returns whether it is that of somebody who moves.
  mutating func take(_ measurement: HeartRateMeasurement) -> Bool {
    intervals.append(contentsOf: measurement.intervals.suffix(Self.kept))
    if intervals.count > Self.kept { intervals.removeFirst(intervals.count - Self.kept) }
    let rate = Int(measurement.rate)
    return measurement.contact != .none && rate >= range.threshold && rate <= 230 && isOfHeart
  }

  /// Measurements before a gap say nothing about the present.
  mutating func forget() { intervals = [] }

  /// A heart's beats are not alike for long; a sensor that tells no intervals is believed.
  private var isOfHeart: Bool {
    guard intervals.count >= Self.judged, let first = intervals.first else { return true }
    return !intervals.allSatisfy { $0 == first }
  }
}
