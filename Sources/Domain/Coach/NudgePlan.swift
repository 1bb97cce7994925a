internal import Numbers

/// When the computer was in use, and what followed a nudge.
public struct NudgeRecord: Sendable {
  /// The quarters of an hour, from 0 to 95, in which the computer was in use on a day.
  public var day: CoachDay
  /// Which quarters.
  public var open: Set<Int>
  /// The nudges of that day.
  public var nudges: [Nudge]

  /// A nudge and what followed.
  public struct Nudge: Sendable {
    /// When, as a quarter of an hour from 0 to 95.
    public var quarter: Int
    /// The hours since the last movement.
    public var idleHours: Double
    /// Whether movement followed within half an hour.
    public var moved: Bool

    /// A nudge.
    public init(quarter: Int, idleHours: Double, moved: Bool) {
      self.quarter = quarter
      self.idleHours = idleHours
      self.moved = moved
    }
  }

  /// A day.
  public init(day: CoachDay, open: Set<Int>, nudges: [Nudge] = []) {
    self.day = day
    self.open = open
    self.nudges = nudges
  }
}

/// When to suggest movement on a day.
public struct NudgePlan: Equatable, Sendable {
  /// Quarters of an hour from 0 to 95, rising.
  public var quarters: [Int]
  /// Why then.
  public var reason: String

  private static let most = 4
  /// In quarters of an hour: there are at least two hours between two nudges.
  private static let gap = 8
  private static let hours = 32..<88
  private static let cold = [40, 48, 64, 80]
  private static let leastDays = 7

  /// Plans a day: at most four times between 8 and 22, at least two hours apart, where the computer is usually in use
  /// and movement usually follows.
  ///
  /// - Parameters:
  ///   - isDone: whether the day's challenge is met, after which nothing is suggested.
  ///   - lead: the quarter at which the window of the person's hour of exercise begins, which goes before all others.
  public static func planned(
    for day: CoachDay, from all: [NudgeRecord], isDone: Bool = false, lead: Int? = nil
  ) -> NudgePlan {
    let lead = lead.flatMap { hours.contains($0) ? $0 : nil }
    let before = lead.map { " Half an hour before the hour of exercise: \(clock(Double($0) / 4))." } ?? ""
    if isDone { return NudgePlan(quarters: [], reason: "The day's challenge is met.") }
    let past = all.filter { $0.day < day }
    guard past.count >= leastDays else {
      let times = spread(cold, after: lead)
      return NudgePlan(quarters: times, reason: "Only \(count(past.count, "day")) known, so the usual times.\(before)")
    }
    let open = openRates(past, day)
    let answered = answers(past, day)
    var scores = hours.map { quarter in (quarter: quarter, score: open[quarter] * answered(quarter)) }
    scores.sort { one, other in one.score != other.score ? one.score > other.score : one.quarter < other.quarter }
    let times = spread(scores.filter { $0.score > 0 }.map { $0.quarter }, after: lead)
    let spoken = times.map { clock(Double($0) / 4) }.joined(separator: ", ")
    return NudgePlan(
      quarters: times, reason: "From \(count(past.count, "day")), in use and answered most at: \(spoken).\(before)")
  }

  /// Picks the first of the wanted quarters that are far enough apart, in rising order.
  private static func spread(_ wanted: [Int], after lead: Int?) -> [Int] {
    var picked = lead.map { [$0] } ?? []
    for quarter in wanted where picked.count < most {
      if picked.allSatisfy({ abs($0 - quarter) >= gap }) { picked.append(quarter) }
    }
    return picked.sorted()
  }

  /// The share of days on which the computer was in use, newer days counting more.
  private static func openRates(_ past: [NudgeRecord], _ day: CoachDay) -> [Double] {
    var rates = [Double](repeating: 0, count: 96)
    var total = 0.0
    for record in past {
      let weight = half(toThe: Double(day.number - record.day.number) / 14)
      total += weight
      for quarter in record.open where rates.indices.contains(quarter) { rates[quarter] += weight }
    }
    return rates.map { $0 / total }
  }

  /// The probability that movement follows a nudge at a quarter of an hour.
  private static func answers(_ past: [NudgeRecord], _ day: CoachDay) -> (Int) -> Double {
    func features(_ quarter: Int, _ idle: Double, _ isWeekend: Bool) -> [Double] {
      let once = circle(2 * .pi * Double(quarter) / 96)
      let twice = circle(4 * .pi * Double(quarter) / 96)
      return [1, once.cosine, once.sine, twice.cosine, twice.sine, idle, isWeekend ? 1 : 0]
    }
    var regression = RidgeRegression(width: 7, ridge: 5)
    var (nudges, idle) = (0, 0.0)
    for record in past {
      for nudge in record.nudges {
        regression.add(features(nudge.quarter, nudge.idleHours, record.day.isWeekend), nudge.moved ? 1 : 0, weight: 1)
        nudges += 1
        idle += nudge.idleHours
      }
    }
    guard nudges > 0 else { return { _ in 0.5 } }
    let (coefficients, usualIdle) = (regression.solved(), idle / Double(nudges))
    return { quarter in
      min(max(RidgeRegression.value(coefficients, features(quarter, usualIdle, day.isWeekend)), 0.02), 0.9)
    }
  }
}
