import FocusWire
import SessionRehearsal
import Testing

/// Who ends a schedule's session early hears that it is left out this once, and when it begins again.
@Suite struct ScheduleEndTests {
  /// A desk on Monday, 23 November 2026 at 09:00, with hours from 10 to 12.
  private func desk(_ days: [Weekday]) throws -> Desk {
    let start = try #require(TimeOfDay(hour: 10, minute: 0))
    let end = try #require(TimeOfDay(hour: 12, minute: 0))
    let hours = Schedule(id: "mornings", days: WeekdaySet(days), start: start, end: end)
    return Desk(Settings(profiles: [Profile(policy: Policy(profile: "work"), schedules: [hours])], zone: .utc))
  }

  private func said(_ desk: inout Desk) -> [String] {
    desk.takeEvents().compactMap { $0.sentence(desk.machine.settings) }
  }

  @Test(arguments: [
    ([Weekday.monday, .tuesday], "tomorrow at 10:00"), ([.monday, .friday], "on Friday"), ([.monday], "on Monday"),
  ])
  func anEarlyEndSaysWhenTheScheduleBeginsAgain(days: [Weekday], next: String) throws {
    var desk = try desk(days)
    desk.pass(.minutes(90))
    #expect(desk.status.state == .focusing)
    desk.ask(.stop)
    desk.pass(.seconds(6))
    _ = said(&desk)
    desk.give(.confirm)
    #expect(
      said(&desk).last
        == "The session is over. 30 min of focus. The schedule is left out this once; it begins again \(next).")
    desk.start("work")
    #expect(desk.status.state == .focusing)
    // What begins tomorrow is not said as if it were today's.
    #expect(
      said(&desk).last
        == (next.hasPrefix("tomorrow")
          ? "Focusing on work. Its schedule begins tomorrow at 10:00; the session then ends with it, at 12:00."
          : "Focusing on work."))
  }

  @Test func anEndOutsideOfItsHoursSaysNothingOfThem() throws {
    var desk = try desk([.monday])
    desk.start("work", minutes: 30)
    desk.ask(.stop)
    desk.pass(.seconds(6))
    _ = said(&desk)
    desk.give(.confirm)
    #expect(said(&desk).last == "The session is over. 6 s of focus.")
    // A session that is complete has left nothing out.
    desk.pass(.hours(4))
    #expect(said(&desk).last == "The session is complete. 2 h of focus.")
  }
}
