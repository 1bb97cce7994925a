import Allowance
import FocusWire
import Guarding
import SessionTime
import Testing

/// What is said of suggestions to move (Product.md 13), each sentence a test. The days begin at nine in the morning.
@Suite struct NudgeSentences {
  private func reminded(_ change: (inout Settings) -> Void = { _ in }) -> AllowanceRig {
    var rig = AllowanceRig([])
    var settings = rig.machine.settings
    settings.coach.nudges = true
    change(&settings)
    rig.submit(.configure(settings))
    rig.pass(.zero)
    return rig
  }

  /// The times of day at which movement was suggested.
  private func told(_ rig: AllowanceRig) -> [String] {
    rig.events.filter { $0.name == "nudged" }.map { event in
      let minutes = Int(event.at.milliseconds / 60_000 % 1440)
      return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
  }

  @Test("Off by default; on, at most four a day, two hours apart, one half an hour before the hour of exercise.")
  func fourADay() {
    var off = AllowanceRig([])
    off.pass(.hours(30))
    #expect(told(off).isEmpty && off.machine.status(at: off.now).nudges == nil)
    var rig = reminded()
    #expect(rig.machine.status(at: rig.now).nudges?.times.count == 4)
    rig.pass(.hours(13))
    #expect(told(rig) == ["10:00", "12:00", "17:30", "20:00"])
    // The same the next day, with other words each time.
    rig.pass(.hours(24))
    #expect(told(rig).count == 8)
    var last: Int?
    for fact in rig.log {
      guard case .move(.nudge(.told(let nudge))) = fact.body else { continue }
      #expect(nudge.message != last && (1...1000).contains(nudge.chance))
      last = nudge.message
    }
    #expect(rig.machine.ledger.movement.nudges.outcomes.map(\.stayed).reduce(0, +) == 8)
  }

  @Test("The hour that the person chose has its own.") func chosenHour() {
    var rig = reminded { $0.coach.hour = TimeOfDay(hour: 14, minute: 15) }
    rig.pass(.hours(13))
    #expect(told(rig) == ["10:00", "13:45", "16:00", "20:00"])
    #expect(rig.machine.status(at: rig.now).nudges?.reason.contains("13:45") == true)
  }

  @Test("None in a session, in a call, while nobody is there, just after moving, and once the challenge is met.")
  func silence() {
    var session = reminded { $0.profiles = [Profile(policy: Policy(profile: "work"))] }
    session.submit(.ask(.start(StartRequest(profile: "work", minutes: 240)), by: .localUser))
    session.pass(.hours(13))
    #expect(told(session) == ["17:30", "20:00"])
    var call = reminded()
    call.submit(.signal(.call(true)))
    call.pass(.hours(2))
    call.submit(.signal(.call(false)))
    call.pass(.hours(11))
    #expect(told(call) == ["12:00", "17:30", "20:00"])
    var away = reminded()
    away.submit(.signal(.locked(true)))
    away.pass(.hours(13))
    #expect(told(away).isEmpty)
    var moved = reminded()
    moved.pass(.minutes(45))
    moved.submit(.moved("squat", 5, .measured))
    moved.pass(.hours(12))
    #expect(told(moved) == ["12:00", "17:30", "20:00"])
    var met = reminded()
    met.submit(.moved("squat", 20, .measured))
    met.pass(.hours(13))
    #expect(told(met).isEmpty && met.machine.status(at: met.now).nudges?.reason == "The day's challenge is met.")
  }

  @Test("None at night.") func night() throws {
    let (from, to) = (try #require(TimeOfDay(hour: 19, minute: 0)), try #require(TimeOfDay(hour: 5, minute: 0)))
    var rig = reminded { $0.bedtime = Bedtime(from: from, to: to) }
    rig.pass(.hours(13))
    #expect(told(rig) == ["10:00", "12:00", "17:30"])
  }

  @Test("What followed is learned, over restarts; nothing is suggested twice, and nothing that was slept through.")
  func learned() {
    var rig = reminded()
    rig.pass(.minutes(61))
    rig.crash(.seconds(1))
    rig.pass(.minutes(10))
    #expect(told(rig) == ["10:00"])
    // Moved 11 minutes after it.
    rig.submit(.moved("squat", 5, .measured))
    // The checkpoint has all of it.
    let kept = rig.machine.checkpoint.flatMap { Checkpoint(octets: $0.json.octets) }
    #expect(kept?.ledger.movement.nudges == rig.machine.ledger.movement.nudges)
    rig.crash(.seconds(1), reboots: true)
    var outcomes = rig.machine.ledger.movement.nudges.outcomes
    #expect(outcomes.map(\.moved).reduce(0, +) == 1 && outcomes.map(\.stayed).reduce(0, +) == 0)
    #expect(rig.machine.ledger.movement.nudges.days.last?.nudges.map(\.moved) == [true])
    // The computer sleeps from 10:11 to 12:21, and the service dies before 17:30 for an hour.
    rig.crash(.minutes(130))
    rig.pass(.hours(5))
    rig.crash(.hours(1))
    rig.pass(.hours(3))
    #expect(told(rig) == ["10:00", "20:00"])
    // A set that came too late does not answer.
    rig.pass(.minutes(40))
    rig.submit(.moved("squat", 5, .measured))
    outcomes = rig.machine.ledger.movement.nudges.outcomes
    #expect(outcomes.map(\.moved).reduce(0, +) == 1 && outcomes.map(\.stayed).reduce(0, +) == 1)
  }

  @Test("A clock that is set brings no more of them, and turning them off ends them at once.") func clocks() {
    var rig = reminded()
    rig.pass(.minutes(61))
    rig.now.wall = rig.now.wall - .hours(2)
    rig.submit(.clockChanged)
    rig.pass(.minutes(90))
    #expect(told(rig).count == 1)
    var settings = rig.machine.settings
    settings.coach.nudges = false
    rig.submit(.configure(settings))
    rig.pass(.hours(30))
    #expect(told(rig).count == 1 && rig.machine.status(at: rig.now).nudges == nil)
  }

  @Test("The plan moves to where the computer is used and movement follows.") func moves() {
    var rig = reminded { $0.profiles = [Profile(policy: Policy(profile: "work"))] }
    for _ in 0..<9 {
      // At nine the person works for an hour and a half, and moves at a quarter past seven in the evening.
      rig.submit(.ask(.start(StartRequest(profile: "work", minutes: 90)), by: .localUser))
      rig.pass(.hours(10) + .minutes(15))
      rig.submit(.moved("squat", 5, .measured))
      rig.pass(.hours(13) + .minutes(45))
    }
    rig.submit(.ask(.start(StartRequest(profile: "work", minutes: 30)), by: .localUser))
    let reason = rig.machine.status(at: rig.now).nudges?.reason ?? ""
    #expect(reason.hasPrefix("From 9 days, in use and answered most at: "), "\(reason)")
    let kept = rig.machine.ledger.movement.nudges.days.last { !$0.moves.isEmpty }
    #expect(kept?.moves == [77])
  }
}
