package import FocusSession

/// One hour of one civil day.
package struct HourOfDay: Hashable, Sendable {
  package var day: CivilDay
  /// 0 to 23.
  package var hour: Int

  /// That hour of that day.
  package init(day: CivilDay, hour: Int) {
    self.day = day
    self.hour = hour
  }
}

/// What is counted for one day.
package struct DayTotals: Equatable, Sendable {
  /// Focus without breaks.
  package var focused = Lapse.zero
  /// Sessions that began.
  package var sessions = 0
  /// Sessions that came to their planned end.
  package var completed = 0
  /// Breaks that began.
  package var breaks = 0
  /// How long breaks took that ended.
  package var breakTime = Lapse.zero
  /// Visits that began.
  package var visits = 0
  /// How long visits took that ended.
  package var visitTime = Lapse.zero
  /// Questions after which the focus went on.
  package var questionsKept = 0
  /// Questions that ended a session.
  package var questionsEnded = 0
  /// Attempts on blocked things.
  package var attempts = 0
  /// Sessions that were broken off by an emergency exit.
  package var emergencies = 0

  /// Nothing.
  package init() {}

  /// What is left without another's.
  package static func - (left: DayTotals, right: DayTotals) -> DayTotals {
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
  package static func + (left: DayTotals, right: DayTotals) -> DayTotals {
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
