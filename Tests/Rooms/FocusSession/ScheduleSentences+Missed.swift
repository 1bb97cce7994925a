import FocusSession
import SessionRehearsal
import Testing

extension ScheduleSentences {
  @Test("a schedule whose time passed wholly while the computer was off is skipped and says so")
  func missed() {
    var desk = desk([mornings])
    desk.reboot(.hours(5))
    #expect(desk.status.state == .idle)
    #expect(told(desk.events) == ["skipped mornings missed", "recovered 18000"])
    desk.pass(.hours(20))
    #expect(desk.status.state == .focusing)
  }

  @Test("a schedule that began while the computer was off has begun at its own time")
  func begunWhileOff() {
    var desk = desk([mornings])
    desk.reboot(.hours(2))
    #expect(desk.status.startedAt == time("2026-11-23T09:00:00Z"))
    #expect(desk.status.plannedEnd == time("2026-11-23T12:00:00Z"))
  }

  @Test("weeks off list the last week's occurrences as missed, not more")
  func longAway() {
    var desk = desk([mornings])
    desk.reboot(.days(200))
    #expect(told(desk.events).filter { $0 == "skipped mornings missed" }.count <= 6)
    #expect(desk.log.count < 20)
  }

  @Test("a schedule of a profile that has no way out yet is skipped and says so")
  func unproven() {
    var desk = desk([mornings], end: .key)
    desk.pass(.hours(1))
    #expect(desk.status.state == .idle)
    #expect(told(desk.events).last == "skipped mornings unproven")
    desk.tap(stopKey)
    desk.pass(.days(1))
    #expect(desk.status.state == .focusing)
  }

  @Test("a schedule that is accepted in the middle of its time begins the next day")
  func acceptedInTheMiddle() {
    var desk = desk([], at: "2026-11-23T10:00:00Z")
    desk.give(.configure(settings(schedules: [mornings])))
    desk.pass(.minutes(10))
    #expect(desk.status.state == .idle)
    desk.pass(.days(1))
    #expect(desk.status.startedAt == time("2026-11-24T09:00:00Z"))
  }

  @Test("a schedule that is off does not start")
  func off() {
    var suggestion = mornings
    suggestion.isOn = false
    var desk = desk([suggestion])
    desk.pass(.days(3))
    #expect(desk.events.isEmpty)
  }

  @Test("\"start in N minutes\"")
  func startLater() {
    var desk = desk([])
    #expect(desk.start("work", minutes: 30, in: 20) == .accepted)
    #expect(desk.status.next?.at == time("2026-11-23T08:20:00Z"))
    desk.pass(.minutes(20))
    #expect(desk.status.plannedEnd == time("2026-11-23T08:50:00Z"))
    desk.pass(.minutes(30))
    desk.start("work", in: 20)
    #expect(desk.ask(.stop) == .accepted)
    desk.pass(.hours(1))
    #expect(desk.status.state == .idle)
  }

  @Test("a start that was to happen while the service was down has happened at its own time")
  func startLaterCrash() {
    var desk = desk([])
    desk.start("work", minutes: 30, in: 20)
    desk.crash(.minutes(25))
    #expect(desk.status.startedAt == time("2026-11-23T08:20:00Z"))
    #expect(desk.status.remaining == .minutes(25))
  }

  @Test("setting the clock past a schedule skips it")
  func clockPast() {
    var desk = desk([mornings])
    desk.setClock(by: .hours(6))
    #expect(desk.status.state == .idle)
    #expect(told(desk.events) == ["jump 21600", "skipped mornings missed"])
  }

  @Test("setting the clock into a schedule begins it, and setting it back does not end it")
  func clockInto() {
    var desk = desk([mornings])
    desk.setClock(by: .hours(2))
    #expect(desk.status.remaining == .hours(2))
    desk.setClock(by: .zero - .hours(2))
    #expect(desk.status.remaining == .hours(2))
    desk.pass(.hours(2))
    #expect(desk.status.state == .idle)
    // It is 10:00 on Monday again, and this occurrence was.
    #expect(told(desk.events).filter { $0.hasPrefix("started") }.count == 1)
  }

  @Test("a start that was planned moves the end of its profile's session out, and asks nothing")
  func plannedForTheSame() {
    var desk = desk([])
    desk.start("work", minutes: 30)
    #expect(desk.start("work", minutes: 60, in: 20) == .accepted)
    #expect(desk.status.question == nil)
    #expect(desk.status.next?.at == time("2026-11-23T08:20:00Z"))
    desk.pass(.minutes(20))
    #expect(desk.status.remaining == .minutes(60))
    #expect(told(desk.events) == ["started work", "start planned", "extended"])
    // A shorter one brings no end nearer; an open one leaves the end to the person.
    desk.start("work", minutes: 5, in: 5)
    desk.pass(.minutes(5))
    #expect(desk.status.remaining == .minutes(55))
    desk.start("work", in: 5)
    desk.pass(.minutes(120))
    #expect(desk.status.state == .focusing)
    #expect(desk.status.plannedEnd == nil)
  }

  @Test("a start that was planned for another profile adds its blocks, also where a switch is allowed")
  func plannedForAnother() {
    var desk = Desk(settings(switchTo: ["study"]))
    desk.start("work", minutes: 60)
    #expect(desk.start("study", minutes: 10, in: 20) == .accepted)
    desk.pass(.minutes(20))
    #expect(desk.status.layers == ["work", "study"])
    #expect(desk.status.question == nil)
    desk.pass(.minutes(10))
    #expect(desk.status.layers == ["work"])
    // What could not start then is refused now.
    #expect(desk.start("exam", in: 5).rule == .unproven)
    // Nobody's session is there any more: it is a session of its own.
    desk.start("study", in: 60)
    desk.pass(.minutes(61))
    #expect(desk.status.profile == "study")
  }
}
