/// How well a card was remembered.
public enum Grade: Int, Sendable, CaseIterable {
  /// Not at all.
  case again = 1
  /// With effort.
  case hard = 2
  /// As it should be.
  case good = 3
  /// At once.
  case easy = 4

  /// The word on buttons and in facts.
  public var word: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }
}

/// A moment on the wall clock. (Learning counts in days of 24 hours since the last review; a clock that was set moves
/// what is due, and nothing else.)
public struct StudyMoment: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970 in UTC.
  public var milliseconds: Int64

  /// A moment.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether one moment is before the other.
  public static func < (one: StudyMoment, other: StudyMoment) -> Bool { one.milliseconds < other.milliseconds }

  /// The moment that many seconds later; it stops at the ends of what 64 bits count.
  public func after(seconds: Int64) -> StudyMoment {
    let (span, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isTooLate) = milliseconds.addingReportingOverflow(span)
    guard !isTooLong, !isTooLate else { return StudyMoment(milliseconds: seconds < 0 ? .min : .max) }
    return StudyMoment(milliseconds: sum)
  }

  /// The whole days from an earlier moment to this one, rounded down: less than zero where the other is later.
  func days(since earlier: StudyMoment) -> Int64 {
    let (span, isTooLong) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    guard !isTooLong else { return milliseconds < earlier.milliseconds ? .min / 86_400_000 : .max / 86_400_000 }
    let days = span / 86_400_000
    return span % 86_400_000 < 0 ? days - 1 : days
  }
}
