/// Levels in hundredths of a decibel below full scale, as microphones tell them: how loud the room is depends on the
/// microphone's gain, so a level means something only beside another of the same microphone.
struct Level: Comparable, Sendable {
  var hundredths: Int

  static let silence = Level(hundredths: -12000)

  static func < (left: Level, right: Level) -> Bool { left.hundredths < right.hundredths }

  static func + (level: Level, decibels: Int) -> Level { Level(hundredths: level.hundredths + decibels * 100) }
}

/// Judges from peaks whether it is loud: the median of the last ten one-second peaks is 15 dB above what the room was
/// when it was quiet; it is quiet again 6 dB below that.
///
/// Time is counted, not numbers: servers send between 25 and 50 of them a second.
struct Loudness: Sendable {
  static let louderBy = 15
  static let quieterBy = 6
  static let seconds = 10

  let base: Level
  private(set) var isLoud = false
  private var peaks = OneSecondPeaks()
  private var recent: [Level] = []

  init(base: Level) {
    self.base = base
  }

  /// Adds a peak, at a moment in ms; returns whether it is loud, `nil` if that has not changed.
  mutating func heed(_ level: Level, at moment: Int64) -> Bool? {
    guard let peak = peaks.heed(level, at: moment) else { return nil }
    recent.append(peak)
    if recent.count > Self.seconds { recent.removeFirst() }
    guard recent.count == Self.seconds else { return nil }
    let median = Self.median(of: recent)
    let limit = base + Self.louderBy
    let isLoud = self.isLoud ? median > limit + -Self.quieterBy : median >= limit
    guard isLoud != self.isLoud else { return nil }
    self.isLoud = isLoud
    return isLoud
  }

  static func median(of levels: [Level]) -> Level {
    let sorted = levels.sorted()
    guard !sorted.isEmpty else { return .silence }
    return sorted[(sorted.count - 1) / 2]
  }
}

/// Measures how quiet a quiet room is: the median of ten one-second peaks.
struct Calibration: Sendable {
  private var peaks = OneSecondPeaks()
  private var seen: [Level] = []

  /// Adds a peak; returns the level of the quiet room once it is known.
  mutating func heed(_ level: Level, at moment: Int64) -> Level? {
    guard let peak = peaks.heed(level, at: moment) else { return nil }
    seen.append(peak)
    return seen.count == Loudness.seconds ? Loudness.median(of: seen) : nil
  }
}

private struct OneSecondPeaks: Sendable {
  private var began: Int64?
  private var highest = Level.silence

  /// Returns the peak of a second as soon as a level of a later second ends it.
  mutating func heed(_ level: Level, at moment: Int64) -> Level? {
    guard let start = began else {
      began = moment
      highest = level
      return nil
    }
    guard moment - start >= 1000 else {
      highest = max(highest, level)
      return nil
    }
    let peak = highest
    // A microphone that said nothing for a while has no seconds in between.
    began = moment - start >= 2000 ? moment : start + 1000
    highest = level
    return peak
  }
}
