package import FocusSession

package struct HourOfDay: Hashable, Sendable {
  package var day: CivilDay
  /// 0 to 23.
  package var hour: Int
}

package struct DayTotals: Equatable, Sendable {
  /// Focus without breaks.
  package var focused = Lapse.zero
  /// Sessions that began.
  package var sessions = 0
  /// Sessions that came to their planned end.
  package var completed = 0
  package var breaks = 0
  /// How long the breaks that ended took.
  package var breakTime = Lapse.zero
  /// Visits that began.
  package var visits = 0
  /// How long the visits that ended took.
  package var visitTime = Lapse.zero
  package var questionsKept = 0
  package var questionsEnded = 0
  package var attempts = 0
  package var emergencies = 0

  package init() {}

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
