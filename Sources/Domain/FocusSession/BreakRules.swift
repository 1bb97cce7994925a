/// When a break is granted. Every rule is optional; all that stand must agree.
public struct BreakRules: Equatable, Sendable {
  /// The longest that one break may be, and how long it is when nothing else is asked.
  public var length: Lapse?
  /// How many breaks one session may have; 0 means none at all.
  public var perSession: Int?
  /// Within any stretch of this length at most one break begins.
  public var every: Lapse?
  /// How much break time there is in one session.
  public var perSessionBudget: Lapse?
  /// How much break time there is in one day.
  public var dayBudget: Lapse?
  /// How much break time there is in one week, which begins on Monday.
  public var weekBudget: Lapse?
  /// How much focus a session needs before its first break.
  public var after: Lapse?
  /// How much time must lie between two breaks.
  public var gap: Lapse?
  /// How break time is earned.
  public var earn: Earning?

  /// Break time that is earned by focus, in whole portions.
  public struct Earning: Equatable, Sendable {
    /// What one portion of focus earns.
    public var time: Lapse
    /// How much focus one portion takes.
    public var perFocused: Lapse

    /// So much break time for each stretch of focus.
    public init(time: Lapse, perFocused: Lapse) {
      self.time = time
      self.perFocused = perFocused
    }
  }

  /// Rules; without any, a break is granted whenever one is asked for.
  public init(
    length: Lapse? = nil, perSession: Int? = nil, every: Lapse? = nil, perSessionBudget: Lapse? = nil,
    dayBudget: Lapse? = nil, weekBudget: Lapse? = nil, after: Lapse? = nil, gap: Lapse? = nil, earn: Earning? = nil
  ) {
    self.length = length
    self.perSession = perSession
    self.every = every
    self.perSessionBudget = perSessionBudget
    self.dayBudget = dayBudget
    self.weekBudget = weekBudget
    self.after = after
    self.gap = gap
    self.earn = earn
  }

  /// How long a break is when neither the person nor the profile says so.
  public static let usualLength = Lapse.minutes(5)
}

/// The rules of ``BreakRules`` by name, as refusals name them.
public enum BreakRule: String, Sendable, CaseIterable {
  /// One break may not be longer.
  case length = "minutes"
  /// The session has had its breaks.
  case perSession
  /// Too soon after the start of the last break.
  case every
  /// The session's break time is used up.
  case sessionBudget = "budget.session"
  /// The day's break time is used up.
  case dayBudget = "budget.day"
  /// The week's break time is used up.
  case weekBudget = "budget.week"
  /// Too little focus yet.
  case after
  /// Too soon after the end of the last break.
  case gap
  /// Too little break time earned yet.
  case earn
}
