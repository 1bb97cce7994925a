public import SessionTime

/// What was suggested to the person about movement, as it is kept for ever.
public enum NudgeFact: Equatable, Sendable {
  /// When movement is to be suggested on a day.
  case planned(NudgeDay)
  /// Movement was suggested.
  case told(Nudge)
  /// It was not, because the person was not to be disturbed at that quarter of an hour.
  case passed(quarter: Int)
  /// What followed the last suggestion.
  case answered(message: Int, moved: Bool)
  /// What followed each message for others who share it, in all.
  case heard([NudgeLedger.Outcome])
}

/// A day's plan of suggestions.
public struct NudgeDay: Equatable, Sendable {
  /// The day.
  public var day: CivilDay
  /// Its midnight, from which quarters of an hour are counted.
  public var began: Tick
  /// When the next day is planned: fixed, so that no clock that is set later brings more of them.
  public var ends: Tick
  /// The quarters of an hour that are still to come, rising.
  public var quarters: [Int]
  /// Why then, in words.
  public var reason: String

  /// A plan.
  public init(day: CivilDay, began: Tick, ends: Tick, quarters: [Int], reason: String) {
    self.day = day
    self.began = began
    self.ends = ends
    self.quarters = quarters
    self.reason = reason
  }

  /// When a quarter of an hour begins.
  public func tick(of quarter: Int) -> Tick { began + .minutes(Int64(quarter) * 15) }

  /// The quarter of an hour of a moment; `nil` outside the day.
  func quarter(at tick: Tick) -> Int? {
    let quarter = (tick - began).wholeSeconds / 900
    return tick >= began && quarter < 96 ? Int(quarter) : nil
  }
}

/// A suggestion to move.
public struct Nudge: Equatable, Sendable {
  /// Which of the messages, from 0.
  public var message: Int
  /// The chance that it had, in thousandths.
  public var chance: Int
  /// The quarter of an hour for which it was planned.
  public var quarter: Int
  /// The hours since the last movement.
  public var idleHours: Int
  /// Until when movement counts as its answer.
  public var until: Tick

  /// How many messages there are.
  public static let messages = 6
  /// How long movement counts as an answer.
  public static let answerTime = Lapse.minutes(30)

  /// A suggestion.
  public init(message: Int, chance: Int, quarter: Int, idleHours: Int, until: Tick) {
    self.message = message
    self.chance = chance
    self.quarter = quarter
    self.idleHours = idleHours
    self.until = until
  }
}
