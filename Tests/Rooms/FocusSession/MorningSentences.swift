import FocusSession
import Guarding
import SessionRehearsal
import Testing

/// The morning: the report is shown once to a person who is there, and its question has one answer a night.
@Suite struct MorningSentences {
  private let day = CivilDay(year: 2026, month: 11, day: 23)

  private func desk(at wall: String = "2026-11-23T22:30:00Z") -> Desk {
    Desk(
      Settings(bedtime: Bedtime(from: TimeOfDay(hour: 23, minute: 0)!, to: TimeOfDay(hour: 7, minute: 0)!)), at: wall)
  }

  private func greetings(_ desk: Desk) -> [Fact] {
    desk.log.filter { fact in if case .guard(.greeted) = fact.body { true } else { false } }
  }

  private func tick(_ desk: Desk) -> Tick { desk.machine.tick(at: desk.now) }

  @Test("nobody is there at wake time: the first input shows the report, and only the first")
  func firstInput() {
    var desk = desk()
    #expect(desk.give(.greet) == .nothing)
    desk.give(.signal(.input(since: tick(desk))))
    desk.pass(.minutes(50))
    desk.give(.signal(.idle(since: tick(desk))))
    desk.pass(.hours(9))
    #expect(greetings(desk).isEmpty)
    desk.give(.signal(.input(since: tick(desk))))
    #expect(
      greetings(desk).map { $0.body } == [
        .guard(.greeted(NightReport(day: day, used: .minutes(20), times: 1, longest: .minutes(20))))
      ])
    desk.give(.signal(.idle(since: tick(desk))))
    desk.pass(.hours(1))
    desk.give(.signal(.input(since: tick(desk))))
    #expect(greetings(desk).count == 1)
  }

  @Test("where nothing tells whether somebody is there, it is shown at wake time")
  func unknown() {
    var desk = desk()
    desk.give(.greet)
    desk.pass(.hours(9))
    #expect(greetings(desk).map { $0.stamp.moment.wall } == [ISO8601.moment("2026-11-24T07:00:00Z")])
  }

  @Test("asleep, switched off or crashed at wake time: it is caught up once, on that day")
  func caughtUp() {
    let absences: [(inout Desk) -> Void] = [
      { desk in
        desk.give(.greet)
        desk.give(.signal(.asleep(true)))
        desk.suspend(.hours(10))
        desk.give(.signal(.asleep(false)))
      },
      { $0.crash(.hours(10)) }, { $0.reboot(.hours(10)) },
    ]
    for absence in absences {
      var desk = desk()
      absence(&desk)
      for _ in 0..<3 {
        desk.give(.greet)
        #expect(greetings(desk).count == 1)
        desk.crash(.minutes(1))
      }
    }
    // A day later it is not news any more.
    var late = desk()
    late.crash(.hours(30))
    late.give(.greet)
    #expect(greetings(late).isEmpty)
  }

  @Test("its question is answered on that day, the last answer counts, and a crash keeps it")
  func answered() {
    var desk = desk()
    #expect(desk.give(.feel(.fine)).rule == .notMorning)
    desk.pass(.hours(9))
    #expect(desk.machine.status(at: desk.now).morning?.eyes == nil)
    #expect(desk.give(.feel(.tired)) == .accepted)
    #expect(desk.give(.feel(.weary)) == .accepted)
    desk.crash(.minutes(5))
    let morning = desk.machine.status(at: desk.now).morning
    #expect(morning?.eyes == .weary && morning?.report.day == day)
    // Anyone who has answered need not be asked.
    desk.give(.greet)
    #expect(greetings(desk).isEmpty)
    desk.pass(.hours(18))
    #expect(desk.give(.feel(.fine)).rule == .notMorning)
  }
}
