import FocusSession
import Guarding
import SessionRehearsal
import Testing

/// Nights: what is recorded, and the report that comes whatever happens.
@Suite struct NightSentences {
  private func desk(at wall: String = "2026-11-23T22:00:00Z") -> Desk {
    Desk(
      Settings(bedtime: Bedtime(from: TimeOfDay(hour: 23, minute: 0)!, to: TimeOfDay(hour: 7, minute: 0)!)), at: wall)
  }

  private func use(_ desk: inout Desk, _ length: Lapse) {
    desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
    desk.pass(length)
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
  }

  private func reports(_ desk: Desk) -> [NightReport] {
    desk.log.compactMap { fact in if case .guard(.nightReported(let report)) = fact.body { report } else { nil } }
  }

  private let day = CivilDay(year: 2026, month: 11, day: 23)

  @Test("use in bedtime hours is recorded to the last input; a minute or less is none")
  func recorded() {
    var desk = desk()
    use(&desk, .minutes(75))
    desk.pass(.hours(1))
    use(&desk, .seconds(60))
    desk.pass(.hours(1))
    use(&desk, .minutes(10))
    desk.pass(.hours(12))
    #expect(reports(desk) == [NightReport(day: day, used: .minutes(25), times: 2, longest: .minutes(15))])
  }

  @Test("twenty minutes of one touch every ten seconds are twenty minutes")
  func touches() {
    var desk = desk(at: "2026-11-23T23:30:00Z")
    var seen: [Lapse] = []
    for _ in 0..<60 {
      desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
      desk.pass(.seconds(10))
      seen.append(desk.status.night?.used ?? .zero)
      desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
      seen.append(desk.status.night?.used ?? .zero)
      desk.pass(.seconds(10))
      seen.append(desk.status.night?.used ?? .zero)
    }
    desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
    #expect(desk.status.night?.used == .minutes(20))
    #expect(seen == seen.sorted { $0 < $1 })
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
    desk.pass(.hours(8))
    #expect(reports(desk) == [NightReport(day: day, used: .minutes(20), times: 1, longest: .minutes(20))])
  }

  @Test("a pause of more than a minute ends a use; touches two minutes apart are none")
  func pauses() {
    var desk = desk(at: "2026-11-23T23:30:00Z")
    for _ in 0..<20 {
      desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
      desk.pass(.seconds(10))
      desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
      desk.pass(.seconds(110))
    }
    desk.pass(.hours(8))
    #expect(reports(desk) == [NightReport(day: day, used: .zero, times: 0, longest: .zero)])
  }

  @Test("a source that tells of a pause ten seconds late takes nothing back")
  func neverFalls() {
    var desk = desk(at: "2026-11-23T23:30:00Z")
    desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
    desk.pass(.minutes(10))
    let before = desk.status.night?.used
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now) - .seconds(10))))
    #expect(desk.status.night?.used == before)
    desk.pass(.minutes(2))
    #expect(desk.status.night?.used == before)
  }

  @Test("a screen that a film keeps on counts without a touch")
  func keptAwake() {
    var desk = desk(at: "2026-11-23T23:30:00Z")
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
    desk.give(.signal(.keptAwake(true)))
    desk.pass(.hours(1))
    desk.give(.signal(.keptAwake(false)))
    desk.pass(.hours(8))
    #expect(reports(desk) == [NightReport(day: day, used: .hours(1), times: 1, longest: .hours(1))])
  }

  @Test("where nothing watches for input nobody says that the computer was at rest")
  func notNoticed() {
    var desk = desk()
    desk.pass(.hours(2))
    #expect(desk.status.night?.isNoticed == false)
    desk.pass(.hours(8))
    #expect(reports(desk).map { $0.isNoticed } == [false])
    // Watched from then on, also where the computer is off at night.
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
    desk.pass(.hours(12))
    desk.reboot(.hours(12))
    #expect(reports(desk).map { $0.isNoticed } == [false, true])
    #expect(desk.folded.ledger == desk.machine.ledger)
    // The source is lost in the middle of a night.
    desk.pass(.hours(16))
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
    desk.give(.signal(.inputWatched(false)))
    #expect(desk.status.night?.isNoticed == false)
    desk.pass(.hours(12))
    #expect(reports(desk).map { $0.isNoticed } == [false, true, false])
  }

  @Test("a locked screen is no use, and a film is")
  func whatUseIs() {
    var desk = desk(at: "2026-11-23T23:30:00Z")
    desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
    desk.pass(.minutes(10))
    desk.give(.signal(.locked(true)))
    desk.pass(.hours(1))
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
    desk.give(.signal(.locked(false)))
    desk.give(.signal(.playing(true)))
    desk.pass(.minutes(30))
    desk.give(.signal(.playing(false)))
    desk.pass(.hours(8))
    #expect(reports(desk) == [NightReport(day: day, used: .minutes(40), times: 2, longest: .minutes(30))])
  }

  @Test("good night ends the record; later input for more than a minute is a new one")
  func goodNight() {
    var desk = desk(at: "2026-11-23T23:30:00Z")
    desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
    desk.pass(.minutes(10))
    desk.give(.bed)
    desk.pass(.minutes(20))
    desk.crash(.minutes(1))
    use(&desk, .minutes(5))
    desk.pass(.hours(8))
    #expect(reports(desk) == [NightReport(day: day, used: .minutes(15), times: 2, longest: .minutes(10))])
  }

  @Test("up ends the night; it is not night twice")
  func up() {
    var desk = desk(at: "2026-11-23T23:30:00Z")
    desk.pass(.hours(7))
    #expect(desk.give(.up) == .accepted)
    #expect(desk.give(.up).rule == .notNight)
    desk.pass(.hours(3))
    #expect(reports(desk).count == 1)
    desk.pass(.hours(24))
    #expect(reports(desk).map { $0.day } == [day, day + 1])
  }

  @Test("the report comes once and at its own time, whatever happens at night")
  func survives() {
    let disturbances: [(inout Desk) -> Void] = [
      { $0.pass(.hours(9)) }, { $0.suspend(.hours(9)) }, { $0.crash(.hours(9)) }, { $0.reboot(.hours(9)) },
      { desk in
        for _ in 0..<9 {
          desk.crash(.minutes(5))
          desk.pass(.minutes(55))
        }
      },
    ]
    for disturb in disturbances {
      var desk = desk(at: "2026-11-23T22:50:00Z")
      use(&desk, .minutes(30))
      desk.pass(.minutes(10))
      disturb(&desk)
      desk.crash(.hours(1))
      #expect(reports(desk) == [NightReport(day: day, used: .minutes(20), times: 1, longest: .minutes(20))])
      let report = desk.log.last { fact in if case .guard(.nightReported) = fact.body { true } else { false } }
      #expect(report?.stamp.moment.wall == ISO8601.moment("2026-11-24T07:00:00Z"))
    }
  }

  @Test(
    "one use that a crash, a reboot or suspend interrupts is one use; a computer that was off for long was not used")
  func interruptedUse() {
    let down: [((inout Desk) -> Void, Lapse, Int)] = [
      ({ $0.suspend(.minutes(5)) }, .minutes(25), 1), ({ $0.crash(.minutes(5)) }, .minutes(25), 1),
      ({ $0.reboot(.minutes(5)) }, .minutes(25), 1), ({ $0.reboot(.minutes(50)) }, .minutes(20), 2),
    ]
    for (interrupt, used, times) in down {
      var desk = desk(at: "2026-11-23T23:10:00Z")
      let began = desk.machine.tick(at: desk.now)
      desk.give(.signal(.input(since: began)))
      desk.pass(.minutes(10))
      interrupt(&desk)
      desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
      desk.pass(.minutes(10))
      desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
      desk.pass(.hours(9))
      #expect(reports(desk).map { $0.used } == [used])
      #expect(reports(desk).map { $0.times } == [times])
    }
  }

  @Test("the alarm of a session is silent at night")
  func silent() {
    var desk = Desk(
      Settings(
        profiles: [Profile(policy: Policy(profile: "work", apps: ["editor"]))],
        bedtime: Bedtime(from: TimeOfDay(hour: 23, minute: 0)!, to: TimeOfDay(hour: 7, minute: 0)!)),
      at: "2026-11-23T22:59:00Z")
    desk.start("work")
    desk.give(.signal(.front(Front(app: ["game"]))))
    desk.pass(.minutes(10))
    #expect(told(desk.events).filter { $0.contains("ring ") }.count == 2)
  }
}
