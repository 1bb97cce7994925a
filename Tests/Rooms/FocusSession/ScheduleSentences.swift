import FocusSession
import SessionRehearsal
import Testing

/// Product.md 4, sentence by sentence: schedules.
@Suite struct ScheduleSentences {
  /// Monday to Friday, 09:00 to 12:00.
  let mornings = Schedule(id: "mornings", days: .weekdays, start: clock(9), end: clock(12))

  func desk(
    _ schedules: [Schedule], study: [Schedule] = [], at wall: String = "2026-11-23T08:00:00Z", end: EndRule = .confirm
  ) -> Desk {
    Desk(settings(end: end, schedules: schedules, studySchedules: study), at: wall)
  }

  @Test("days (weekdays, weekends, every day, any set)")
  func days() {
    let sets: [(WeekdaySet, [Int64])] = [
      (.weekdays, [0, 1, 2, 3, 4]), (.weekends, [5, 6]), (.everyDay, [0, 1, 2, 3, 4, 5, 6]),
      (WeekdaySet([.tuesday, .sunday]), [1, 6]),
    ]
    for (days, expected) in sets {
      var desk = desk([Schedule(id: "s", days: days, start: clock(9), end: clock(10))])
      var started: [Int64] = []
      for day in 0..<7 as Range<Int64> {
        desk.pass(.minutes(90))
        if desk.status.state == .focusing { started.append(day) }
        desk.pass(.days(1) - .minutes(90))
      }
      #expect(started == expected)
    }
  }

  @Test("start and end")
  func startAndEnd() {
    var desk = desk([mornings])
    desk.pass(.hours(1) - .milliseconds(1))
    #expect(desk.status.state == .idle)
    desk.pass(.milliseconds(1))
    #expect(desk.status.plannedEnd == time("2026-11-23T12:00:00Z"))
    desk.pass(.hours(3))
    #expect(desk.status.state == .idle)
    #expect(told(desk.events) == ["notice mornings", "started work", "ended completed"])
  }

  @Test("across midnight")
  func acrossMidnight() {
    let nights = Schedule(id: "nights", days: WeekdaySet([.monday]), start: clock(23), end: clock(7))
    var desk = desk([nights])
    desk.pass(.hours(16))
    #expect(desk.status.plannedEnd == time("2026-11-24T07:00:00Z"))
    desk.pass(.hours(6))
    #expect(desk.status.state == .focusing)
    desk.pass(.hours(1))
    #expect(desk.status.state == .idle)
    // Monday's night is over; Tuesday has none.
    desk.pass(.hours(20))
    #expect(desk.status.state == .idle)
  }

  @Test(
    "through daylight-saving changes",
    arguments: [
      // Berlin: clocks go forward on 2027-03-28 and back on 2026-10-25.
      ("2027-03-27T20:00:00Z", "2027-03-27T22:00:00Z", "2027-03-28T05:00:00Z"),
      ("2026-10-24T18:00:00Z", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"),
    ])
  func daylightSaving(from: String, start: String, end: String) throws {
    let berlin = try CivilTimeCheck.zone("Europe/Berlin")
    let nights = Schedule(id: "nights", days: .everyDay, start: clock(23), end: clock(7))
    var desk = Desk(settings(schedules: [nights], zone: berlin), at: from)
    desk.pass(.hours(6))
    #expect(desk.status.startedAt == time(start))
    #expect(desk.status.plannedEnd == time(end))
  }

  @Test(
    "a time that clocks skip is when they skip it; one that they show twice is the first",
    arguments: [
      ("2027-03-28T00:00:00Z", "2027-03-28T01:00:00Z"), ("2026-10-24T23:00:00Z", "2026-10-25T00:30:00Z"),
    ])
  func gapAndFold(from: String, start: String) throws {
    let berlin = try CivilTimeCheck.zone("Europe/Berlin")
    let early = Schedule(id: "early", days: WeekdaySet([.sunday]), start: clock(2, 30), end: clock(5))
    var desk = Desk(settings(schedules: [early], zone: berlin), at: from)
    desk.pass(.hours(2))
    #expect(desk.status.startedAt == time(start))
  }

  @Test("notice 5 minutes before")
  func notice() {
    var desk = desk([mornings])
    desk.pass(.minutes(55) - .milliseconds(1))
    #expect(desk.events.isEmpty)
    desk.pass(.milliseconds(1))
    #expect(told(desk.events) == ["notice mornings"])
    #expect(desk.status.next?.at == time("2026-11-23T09:00:00Z"))
  }

  @Test("Ended early: this occurrence stays ended, also after a restart; the next one comes.")
  func endedEarly() {
    var desk = desk([mornings])
    desk.pass(.hours(2))
    desk.end()
    #expect(desk.status.state == .idle)
    desk.crash(.minutes(5))
    desk.reboot(.minutes(5))
    desk.pass(.minutes(30))
    #expect(desk.status.state == .idle)
    desk.pass(.days(1))
    #expect(desk.status.state == .focusing)
    #expect(desk.status.startedAt == time("2026-11-24T09:00:00Z"))
  }

  @Test("Starts during a session of the same profile: the same session, its end moved out.")
  func sameProfile() {
    var desk = desk([mornings])
    desk.pass(.minutes(30))
    desk.start("work", minutes: 60)
    let session = desk.status.session
    desk.pass(.minutes(30))
    #expect(desk.status.session == session)
    #expect(desk.status.plannedEnd == time("2026-11-23T12:00:00Z"))
    #expect(told(desk.events).last == "extended")
    desk.pass(.hours(3))
    #expect(desk.status.state == .idle)
  }

  @Test("a session without an end that meets its own schedule ends with it, and that is said when it starts")
  func openEndedMeets() {
    var desk = desk([mornings])
    desk.start("work")
    #expect(desk.status.plannedEnd == nil)
    #expect(
      desk.machine.settings.meeting(of: "work", after: desk.now.wall)?.end == time("2026-11-23T12:00:00Z"))
    desk.pass(.hours(1))
    #expect(desk.status.plannedEnd == time("2026-11-23T12:00:00Z"))
    desk.pass(.hours(3))
    #expect(told(desk.events) == ["started work", "notice mornings", "extended", "ended completed"])
    // The next one is more than a day away from Friday's end on.
    #expect(desk.machine.settings.meeting(of: "work", after: time("2026-11-27T12:00:00Z")) == nil)
    #expect(desk.machine.settings.meeting(of: "study", after: desk.now.wall) == nil)
  }

  @Test("overlaps are found when a schedule is made, on which days and from when to when")
  func overlapsAreNamed() {
    let before = settings(schedules: [mornings])
    let late = Schedule(id: "late", days: WeekdaySet([.friday, .saturday]), start: clock(11, 30), end: clock(1))
    let after = settings(schedules: [mornings], studySchedules: [late])
    func told(_ settings: Settings) -> [String] {
      settings.overlaps(comparedTo: before).map {
        "\($0.one.text) \($0.other.text) \($0.days.days) \($0.start) \($0.minutes)"
      }
    }
    #expect(told(after) == ["study work \([Weekday.friday]) 690 30"])
    #expect(after.overlaps(comparedTo: after).isEmpty)
    // Over the end of the week: Sunday's night reaches into Monday.
    let nights = Schedule(id: "nights", days: WeekdaySet([.sunday]), start: clock(23), end: clock(9, 30))
    let weekly = settings(schedules: [mornings, nights])
    #expect(told(weekly) == ["work work \([Weekday.monday]) 540 30"])
    var off = nights
    off.isOn = false
    #expect(settings(schedules: [mornings, off]).overlaps(comparedTo: before).isEmpty)
  }

  @Test("a schedule that is switched on in the middle of its time asks whether to begin now")
  func beginsNow() {
    let before = settings()
    let after = settings(schedules: [mornings])
    let at = time("2026-11-23T11:00:00Z")
    #expect(after.begun(comparedTo: before, at: at).map { $0.end } == [time("2026-11-23T12:00:00Z")])
    #expect(after.begun(comparedTo: after, at: at).isEmpty)
    #expect(after.begun(comparedTo: before, at: time("2026-11-23T12:00:00Z")).isEmpty)
    var off = mornings
    off.isOn = false
    #expect(after.begun(comparedTo: settings(schedules: [off]), at: at).count == 1)
  }

  @Test(
    "a session that lasts longer than the schedule keeps its end",
    arguments: [
      600
    ])
  func longerThanSchedule(minutes: Int?) {
    var desk = desk([mornings])
    desk.start("work", minutes: minutes)
    let end = desk.status.plannedEnd
    desk.pass(.hours(5))
    #expect(desk.status.state == .focusing)
    #expect(desk.status.plannedEnd == end)
    #expect(told(desk.events) == ["started work", "notice mornings"])
  }

  @Test("Of another profile: the blocks add up while both last.")
  func otherProfile() {
    var desk = desk([], study: [mornings])
    desk.start("work", minutes: 120)
    desk.pass(.hours(1))
    #expect(desk.status.layers == ["work", "study"])
    #expect(desk.machine.shield?.profiles == ["work", "study"])
    desk.pass(.hours(1))
    // The session is over, the schedule is not.
    #expect(desk.status.layers == ["study"])
    #expect(desk.status.plannedEnd == time("2026-11-23T12:00:00Z"))
    desk.pass(.hours(2))
    #expect(desk.status.state == .idle)
    #expect(
      told(desk.events) == [
        "started work", "notice mornings", "layer+ study", "ended completed", "started study", "ended completed",
      ])
  }

  @Test("the blocks of a schedule come off when it is over and the session goes on")
  func layerEnds() {
    var desk = desk([], study: [mornings])
    desk.start("work")
    desk.pass(.hours(4))
    #expect(desk.status.layers == ["work"])
    #expect(told(desk.events).last == "layer- study")
  }

  @Test("ending a session by hand does not end what a schedule put on top of it")
  func endingDoesNotEndTheSchedule() {
    var desk = desk([], study: [mornings])
    desk.start("work")
    desk.pass(.minutes(90))
    desk.end()
    #expect(desk.status.profile == "study")
    desk.end()
    #expect(desk.status.state == .idle)
    desk.pass(.hours(2))
    #expect(desk.status.state == .idle)
  }

  @Test("back-to-back schedules of one profile are one session")
  func backToBack() {
    let noon = Schedule(id: "noon", days: .weekdays, start: clock(12), end: clock(14))
    var desk = desk([mornings, noon])
    desk.pass(.hours(1))
    let session = desk.status.session
    desk.pass(.hours(4))
    #expect(desk.status.session == session)
    #expect(desk.status.plannedEnd == time("2026-11-23T14:00:00Z"))
    desk.pass(.hours(1))
    #expect(desk.status.state == .idle)
  }

  @Test("back-to-back schedules of two profiles follow each other without a gap")
  func backToBackOfTwo() {
    let noon = Schedule(id: "noon", days: .weekdays, start: clock(12), end: clock(14))
    var desk = desk([mornings], study: [noon])
    desk.pass(.hours(4))
    #expect(desk.status.layers == ["study"])
    #expect(desk.status.startedAt == time("2026-11-23T12:00:00Z"))
  }

  @Test("overlapping schedules of one profile are one session")
  func overlapping() {
    let late = Schedule(id: "late", days: .weekdays, start: clock(11), end: clock(13))
    var desk = desk([mornings, late])
    desk.pass(.minutes(61))
    let session = desk.status.session
    desk.pass(.hours(3))
    #expect(desk.status.session == session)
    #expect(desk.status.plannedEnd == time("2026-11-23T13:00:00Z"))
  }
}
