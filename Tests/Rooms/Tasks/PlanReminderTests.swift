import FocusSession
import Tasks
import Testing

/// What a day's plan is reminded of in the morning.
@Suite struct PlanReminderTests {
  private let today = CivilDay(year: 2026, month: 11, day: 23)

  private func time(_ hour: Int, _ minute: Int = 0, ahead: Int = 0) -> Timestamp {
    CivilZone.utc.moment(day: today + ahead, minuteOfDay: hour * 60 + minute)
  }

  private func plan(_ hours: [Int], hasOpenTask: Bool, lastFocus: Timestamp? = nil) -> DayPlan {
    DayPlan(
      sessions: { day in hours.map { CivilZone.utc.moment(day: day, minuteOfDay: $0 * 60) } },
      hasOpenTask: hasOpenTask, lastFocus: lastFocus)
  }

  @Test func aSessionWithoutATaskIsToldAtEightOrAnHourBefore() {
    let late = plan([10, 14], hasOpenTask: false)
    #expect(late.next(after: time(7), in: .utc) == time(8))
    #expect(late.missed(since: time(7), until: time(8), in: .utc) == [.noTask(session: time(10))])
    #expect(plan([6], hasOpenTask: false).next(after: time(1), in: .utc) == time(5))
    // Before midnight would be another day.
    #expect(plan([0], hasOpenTask: false).next(after: time(20), in: .utc) == time(0, ahead: 1))
    #expect(plan([10], hasOpenTask: true).next(after: time(7), in: .utc) == nil)
    #expect(plan([], hasOpenTask: false).next(after: time(7), in: .utc) == nil)
  }

  @Test func whatCameToNothingIsNotTold() {
    // The computer came up after the session began.
    #expect(plan([10], hasOpenTask: false).missed(since: time(7), until: time(10), in: .utc) == [])
    #expect(plan([10], hasOpenTask: false).missed(since: time(8), until: time(9), in: .utc) == [])
  }

  @Test func aWeekWithoutFocusIsToldOnceIfThereIsATask() {
    let quiet = plan([], hasOpenTask: true, lastFocus: time(20))
    #expect(quiet.next(after: time(21), in: .utc) == time(8, ahead: 7))
    let week = time(9, ahead: 7)
    #expect(quiet.missed(since: time(21), until: week, in: .utc) == [.nothingRecorded(days: 7)])
    #expect(quiet.missed(since: week, until: time(9, ahead: 8), in: .utc) == [])
    #expect(plan([], hasOpenTask: false, lastFocus: time(20)).next(after: time(21), in: .utc) == nil)
    #expect(plan([], hasOpenTask: true).next(after: time(21), in: .utc) == nil)
  }
}
