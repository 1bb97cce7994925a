/// How experienced a person is, by all repetitions that they ever did.
public enum MovementLevel: String, CaseIterable, Sendable {
  /// Fewer than 50.
  case beginner
  /// Fewer than 200.
  case intermediate
  /// 200 or more.
  case experienced

  /// The level of somebody who did that many.
  public init(repetitions: Int) {
    self = repetitions < 50 ? .beginner : repetitions < 200 ? .intermediate : .experienced
  }
}

/// The points that a repetition is worth.
public enum MovementPoints: Sendable {
  /// As in the paper's program: the level decides, and the experienced earn least.
  case paper(MovementLevel)
  /// More towards the day's challenge, more for what is harder (in tenths of a jumping jack), no less with experience.
  case own(challenge: Int, effort: Int)

  /// The points of a set's repetition, the first being 1: always a multiple of 5.
  public func points(repetition: Int) -> Int {
    let repetition = min(max(repetition, 1), 1_000_000)
    switch self {
    case .paper(let level):
      // In thousandths: base, span and step.
      let (base, span, step) =
        switch level {
        case .beginner: (20_000, 20_000, 200)
        case .intermediate: (15_000, 17_500, 400)
        case .experienced: (10_000, 15_000, 1)
        }
      return Self.roundedUp(base * 1_000 + span * min(max(repetition * step, 100), 900), in: 1_000_000)
    case .own(let challenge, let effort):
      let share = min(max(repetition * 1_000 / max(1, challenge), 100), 900)
      return Self.roundedUp((10 * 1_000 + 10 * share) * effort, in: 10_000)
    }
  }

  /// The points of a whole set.
  public func points(set repetitions: Int) -> Int {
    guard repetitions > 0 else { return 0 }
    var sum = 0
    for repetition in 1...min(repetitions, 10_000) { sum += points(repetition: repetition) }
    return sum
  }

  private static func roundedUp(_ value: Int, in unit: Int) -> Int { (value + 5 * unit - 1) / (5 * unit) * 5 }
}
