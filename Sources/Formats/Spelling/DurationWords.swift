/// How a duration becomes a number of minutes.
public enum DurationRounding: Sendable {
  /// For time that has passed: 119 seconds are 1 min.
  case elapsed
  /// For time that is left: 119 seconds are 2 min, so that no minute is shown after it is over.
  case left

  func minutes(of seconds: Int64) -> Int64 {
    switch self {
    case .elapsed: seconds / 60
    case .left: seconds / 60 + (seconds % 60 > 0 ? 1 : 0)
    }
  }
}

/// A duration in words: `40 s`, `50 min`, `1 h 20 min`, `2 h`. Negative durations are shown as `0 s`.
///
/// - Parameters:
///   - seconds: the whole seconds of the duration.
///   - rounding: whether they have passed or are left.
public func durationWords(seconds: Int64, _ rounding: DurationRounding = .elapsed) -> String {
  let seconds = max(0, seconds)
  if seconds < 60 { return "\(seconds) s" }
  let minutes = rounding.minutes(of: seconds)
  if minutes < 60 { return "\(minutes) min" }
  return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
}

/// A duration in as few letters as a status bar has room for: `1m`, `50m`, `1h20m`, `2h`; seconds that have passed or
/// are left count as minutes.
public func shortDuration(seconds: Int64, _ rounding: DurationRounding = .elapsed) -> String {
  let minutes = rounding.minutes(of: max(0, seconds))
  if minutes < 60 { return "\(minutes)m" }
  return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes / 60)h\(minutes % 60)m"
}
