public import FocusSession

/// One hour of one civil day.
public struct HourOfDay: Hashable, Sendable {
  /// The day.
  public var day: CivilDay
  /// 0 to 23.
  public var hour: Int

  /// That hour of that day.
  public init(day: CivilDay, hour: Int) {
    self.day = day
    self.hour = hour
  }
}

/// What is counted for one day.
public struct DayTotals: Equatable, Sendable {
  /// Focus without breaks.
  public var focused = Lapse.zero
  /// Sessions that began.
  public var sessions = 0
  /// Sessions that came to their planned end.
  public var completed = 0
  /// Breaks that began.
  public var breaks = 0
  /// How long breaks took that ended.
  public var breakTime = Lapse.zero
  /// Visits that began.
  public var visits = 0
  /// How long visits took that ended.
  public var visitTime = Lapse.zero
  /// Questions after which the focus went on.
  public var questionsKept = 0
  /// Questions that ended a session.
  public var questionsEnded = 0
  /// Attempts on blocked things.
  public var attempts = 0
  /// Sessions that were broken off by an emergency exit.
  public var emergencies = 0

  /// Nothing.
  public init() {}

  /// What is left without another's.
  public static func - (left: DayTotals, right: DayTotals) -> DayTotals {
    var rest = left
    rest.focused = left.focused - right.focused
    rest.sessions -= right.sessions
    rest.completed -= right.completed
    rest.breaks -= right.breaks
    rest.breakTime = left.breakTime - right.breakTime
    rest.visits -= right.visits
    rest.visitTime = left.visitTime - right.visitTime
    rest.questionsKept -= right.questionsKept
    rest.questionsEnded -= right.questionsEnded
    rest.attempts -= right.attempts
    rest.emergencies -= right.emergencies
    return rest
  }

  /// Both together.
  public static func + (left: DayTotals, right: DayTotals) -> DayTotals {
    var sum = left
    sum.focused = left.focused + right.focused
    sum.sessions += right.sessions
    sum.completed += right.completed
    sum.breaks += right.breaks
    sum.breakTime = left.breakTime + right.breakTime
    sum.visits += right.visits
    sum.visitTime = left.visitTime + right.visitTime
    sum.questionsKept += right.questionsKept
    sum.questionsEnded += right.questionsEnded
    sum.attempts += right.attempts
    sum.emergencies += right.emergencies
    return sum
  }
}
