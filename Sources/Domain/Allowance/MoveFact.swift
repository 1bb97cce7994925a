public import SessionTime

/// What happened to allowances and in movement, as it is kept for ever.
public enum MoveFact: Equatable, Sendable {
  /// The day of an allowance begins, with its first use or by itself, and ends then.
  case dayBegan(AllowanceID, CivilDay, ends: Tick)
  /// What holds on that day, from now on.
  case termsSet(AllowanceID, DayTerms)
  /// What an allowance names is in use.
  case useBegan(AllowanceID)
  case useEnded(AllowanceID, at: Tick)
  /// Little is left.
  case warned(AllowanceID, left: Lapse)
  /// Nothing is left.
  case reached(AllowanceID)
  /// There is more: minutes that were earned, or the rest of the day.
  case lifted(AllowanceID, by: LiftWay, minutes: Int)
  /// The day of an allowance is over.
  case dayEnded(AllowanceID)
  /// The person moved.
  case moved(MovementRecord)
  /// The day, which ends then, asks for as many repetitions.
  case challengeSet(CivilDay, target: Int, ends: Tick)
  /// They are done.
  case challengeMet(CivilDay, target: Int)
  /// A condition was asked for, and lifts then.
  case overrideAsked(String, due: Tick)
  /// Its wait is over.
  case overrideDue(String)
  /// The person exercised at that minute of that day: what the hour of exercise is predicted from.
  case exercised(CivilDay, minute: Int)
  /// What waits for exercise is closed from that minute of that day on, until movement or until then.
  case windowOpened(CivilDay, start: Int, ends: Tick)
  /// It is open again: the person moved, or the time is over.
  case windowClosed(moved: Bool)
  /// Laps between two readers take at least that long, as three of the person's own laps showed.
  case lapsCalibrated(least: Lapse)
  /// Movement was suggested, or is to be.
  case nudge(NudgeFact)
}

/// A set of movement.
public struct MovementRecord: Equatable, Sendable {
  /// What was done: `squat`, `laps`.
  public var kind: String
  /// How often.
  public var amount: Int
  /// How it was proven.
  public var trust: MovementTrust
  /// How many count: none of a set of fewer than three.
  public var booked: Int
  /// What they are worth.
  public var points: Int

  /// A set.
  public init(kind: String, amount: Int, trust: MovementTrust, booked: Int, points: Int) {
    self.kind = kind
    self.amount = amount
    self.trust = trust
    self.booked = booked
    self.points = points
  }
}
