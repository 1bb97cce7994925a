internal import Numbers

/// A day's challenge as it was, and what was done.
public struct ChallengeRecord: Sendable {
  /// The day.
  public var day: CoachDay
  /// The repetitions that were asked for.
  public var target: Int
  /// The repetitions that were done.
  public var done: Int

  /// A record of one day.
  public init(day: CoachDay, target: Int, done: Int) {
    self.day = day
    self.target = target
    self.done = done
  }
}

/// The repetitions that a day asks for: a staircase that settles where seven of ten days are met, held near to what
/// the person does.
public struct DailyChallenge: Equatable, Sendable {
  /// The first challenge.
  public static let first = 20

  /// The repetitions asked for.
  public var target: Int
  /// Why as many.
  public var reason: String

  private static let step = 0.045
  /// The share of days on which the challenge should be met.
  private static let share = 0.7

  /// The challenge of the day after these, which are in the order of their days.
  ///
  /// - Parameter pinned: the repetitions that the person chose; then nothing is predicted.
  public static func next(after records: [ChallengeRecord], pinned: Int? = nil) -> DailyChallenge {
    if let pinned { return DailyChallenge(target: pinned, reason: "You chose \(pinned).") }
    guard let last = records.last else {
      return DailyChallenge(target: first, reason: "The first challenge is \(first).")
    }
    var exact = Double(first)
    for record in records {
      // The fraction is kept from day to day, unless the day's challenge was another one.
      if rounded(exact) != record.target { exact = Double(record.target) }
      if record.done >= record.target {
        exact *= 1 + step
      } else if record.done > 0 {
        exact *= 1 - step * share / (1 - share)
      }
      exact = max(exact, 1)
      if let level = level(records, upTo: record) { exact = min(max(exact, 0.7 * level), 1.4 * level) }
    }
    let target = rounded(exact)
    let how =
      last.done >= last.target
      ? "met, so a little more" : last.done > 0 ? "missed, so less" : "a day of rest, so the same"
    return DailyChallenge(target: target, reason: "\(last.target) asked and \(last.done) done: \(how), \(target).")
  }

  private static func rounded(_ exact: Double) -> Int { max(1, Int((exact + 0.5).rounded(.down))) }

  /// What the person will probably do on the day after a record; needs five active days.
  private static func level(_ records: [ChallengeRecord], upTo last: ChallengeRecord) -> Double? {
    var active: [ChallengeRecord] = []
    for record in records.reversed() where record.done > 0 && record.day <= last.day {
      active.append(record)
      if active.count == 14 { break }
    }
    guard active.count >= 5 else { return nil }
    var regression = RidgeRegression(width: 2, ridge: 2)
    let next = last.day.number + 1
    for record in active {
      let age = Double(next - record.day.number)
      regression.add(
        [1, -age], logarithm(max(Double(record.done), .leastNormalMagnitude)), weight: half(toThe: age / 7))
    }
    return exponential(RidgeRegression.value(regression.solved(), [1, 0]))
  }
}
