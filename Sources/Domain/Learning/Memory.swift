/// What is known of one card's place in memory after its reviews.
public struct Memory: Equatable, Sendable {
  /// Where a card is on its way.
  public enum Phase: Equatable, Sendable {
    /// New, at this step of minutes.
    case learning(step: Int)
    /// Known, repeated after days.
    case review
    /// Forgotten once known, at this step of minutes.
    case relearning(step: Int)
  }

  /// The days after which the card is still known with 90 % probability.
  public var stability: Double
  /// How hard the card is, from 1 to 10.
  public var difficulty: Double
  /// Where the card is on its way.
  public var phase: Phase
  /// When it was reviewed last.
  public var reviewed: StudyMoment
  /// When it is due again.
  public var due: StudyMoment
  /// How often it was reviewed.
  public var reviews: Int
  /// How often it was forgotten once it was known.
  public var lapses: Int
}

/// When a card comes again: FSRS-6 with steps of minutes before the first interval of days.
public struct StudySchedule: Equatable, Sendable {
  /// How memory fades.
  public var model = MemoryModel.standard
  /// The probability with which a card is to be known when it is due.
  public var retention = 0.9
  /// The steps of a new card, in seconds.
  public var learningSteps: [Int64] = [60, 600]
  /// The steps of a forgotten card, in seconds.
  public var relearningSteps: [Int64] = [600]
  /// The most days.
  public var longestInterval: Int64 = 36_500
  /// Whether cards that were learned together are spread over neighboring days.
  public var spreads = false

  /// The usual schedule, without spreading.
  public init() {}

  /// The memory after a review.
  ///
  /// - Parameters:
  ///   - memory: what was before; `nil` for a card that was never reviewed.
  ///   - seed: what the card is told apart by where intervals are spread.
  public func review(_ memory: Memory?, _ grade: Grade, at moment: StudyMoment, seed: UInt64 = 0) -> Memory {
    guard let memory else {
      let first = Memory(
        stability: model.firstStability(grade), difficulty: model.firstDifficulty(grade), phase: .learning(step: 0),
        reviewed: moment, due: moment, reviews: 1, lapses: 0)
      return advance(first, grade, seed)
    }
    var next = memory
    let days = moment.days(since: memory.reviewed)
    next.stability =
      days < 1
      ? model.stabilityOnSameDay(memory.stability, after: grade)
      : model.stability(memory.stability, difficulty: memory.difficulty, after: grade, days: days)
    next.difficulty = model.difficulty(memory.difficulty, after: grade)
    next.reviewed = moment
    next.reviews += 1
    return advance(next, grade, seed)
  }

  /// How likely the card is still known at that moment.
  public func recall(_ memory: Memory, at moment: StudyMoment) -> Double {
    model.recall(after: moment.days(since: memory.reviewed), stability: memory.stability)
  }

  private func advance(_ memory: Memory, _ grade: Grade, _ seed: UInt64) -> Memory {
    var next = memory
    let wait: Wait
    switch (memory.phase, grade) {
    case (.review, .again):
      next.lapses += 1
      wait = relearningSteps.first.map { .step(0, seconds: $0) } ?? .days
      if case .step = wait { next.phase = .relearning(step: 0) }
    case (.review, .hard), (.review, .good), (.review, .easy): wait = .days
    case (.learning(let step), _):
      wait = self.wait(at: step, of: learningSteps, grade)
      if case .step(let step, _) = wait { next.phase = .learning(step: step) } else { next.phase = .review }
    case (.relearning(let step), _):
      wait = self.wait(at: step, of: relearningSteps, grade)
      if case .step(let step, _) = wait { next.phase = .relearning(step: step) } else { next.phase = .review }
    }
    switch wait {
    case .step(_, let seconds): next.due = memory.reviewed.after(seconds: seconds)
    case .days: next.due = memory.reviewed.after(seconds: days(next, seed) * 86_400)
    }
    return next
  }

  private enum Wait {
    case step(Int, seconds: Int64)
    case days
  }

  private func wait(at step: Int, of steps: [Int64], _ grade: Grade) -> Wait {
    guard !steps.isEmpty, step < steps.count || grade == .again else { return .days }
    switch grade {
    case .again: return .step(0, seconds: steps[0])
    case .hard:
      if step > 0 { return .step(step, seconds: steps[step]) }
      return .step(0, seconds: steps.count == 1 ? steps[0] * 3 / 2 : (steps[0] + steps[1]) / 2)
    case .good: return step + 1 == steps.count ? .days : .step(step + 1, seconds: steps[step + 1])
    case .easy: return .days
    }
  }

  private func days(_ memory: Memory, _ seed: UInt64) -> Int64 {
    let days = model.interval(stability: memory.stability, retention: retention, longest: longestInterval)
    return spreads ? spread(days, seed ^ UInt64(truncatingIfNeeded: memory.reviews)) : days
  }

  /// Varies an interval, a longer one by more. The same seed gives the same.
  private func spread(_ days: Int64, _ seed: UInt64) -> Int64 {
    guard days >= 3 else { return days }
    var reach = 1.0
    for (start, end, share) in [(2.5, 7.0, 0.15), (7, 20, 0.1), (20, .infinity, 0.05)] {
      reach += share * max(min(Double(days), end) - start, 0)
    }
    let latest = min(Int64((Double(days) + reach).rounded(.toNearestOrEven)), longestInterval)
    let earliest = min(max(2, Int64((Double(days) - reach).rounded(.toNearestOrEven))), latest)
    return earliest + Int64(mixed(seed) % UInt64(latest - earliest + 1))
  }
}

/// Mixes the bits of a number so that the result looks unrelated to it.
private func mixed(_ seed: UInt64) -> UInt64 {
  var x = seed &+ 0x9E37_79B9_7F4A_7C15
  x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
  x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
  return x ^ (x >> 31)
}
