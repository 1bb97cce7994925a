import Guarding
import SessionTime
import Testing

/// A guard with a clock in the hand of the test; outcomes are short words with their second.
struct GuardDesk {
  var watch: Watch
  var told: [String] = []
  var second: Int64 = 0

  init(_ rules: GuardRules = .straying) {
    watch = Watch(rules: rules)
    give(.watch(since: tick))
  }

  var tick: Tick { Tick(milliseconds: second * 1000) }

  mutating func give(_ command: Watch.Command) { note(watch.step(command, at: tick), at: tick) }

  mutating func turn(_ cause: Cause, _ isTrue: Bool = true) { give(.turned(cause, isTrue, since: tick)) }

  mutating func pass(_ seconds: Int64) {
    let end = tick + .seconds(seconds)
    while let due = watch.nextDeadline, due <= end { note(watch.step(.due, at: due), at: due) }
    second += seconds
  }

  private mutating func note(_ outcomes: [GuardOutcome], at now: Tick) {
    let at = now.milliseconds / 1000
    for outcome in outcomes {
      switch outcome {
      case .began(let episode): told.append("\(at) began \(episode.began.milliseconds / 1000) \(episode.causes[0])")
      case .joined(let certainty): told.append("\(at) joined \(certainty.cause)")
      case .ended(let episode, let end, let why):
        told.append("\(at) ended \(end.milliseconds / 1000) \(why) \(episode.causes) \(episode.rings)")
      case .rang(let number): told.append("\(at) ring \(number)")
      case .noticed(let cause): told.append("\(at) noticed \(cause)")
      case .snoozed: told.append("\(at) snoozed")
      case .hushed: told.append("\(at) hushed")
      }
    }
  }

  mutating func takeTold() -> [String] {
    defer { told = [] }
    return told
  }
}

@Suite struct GuardSentences {
  @Test("exactly the tolerance is still a glance; longer is straying, from when it became true")
  func tolerance() {
    var desk = GuardDesk()
    desk.pass(5)
    desk.turn(.offTask)
    desk.pass(20)
    desk.turn(.offTask, false)
    #expect(desk.takeTold() == [])
    desk.turn(.offTask)
    desk.pass(21)
    #expect(desk.takeTold() == ["45 began 25 offTask", "45 ring 1"])
  }

  @Test("what was true before is judged anew from the stretch's first moment")
  func stretches() {
    var desk = GuardDesk()
    desk.turn(.offTask)
    desk.pass(15)
    desk.give(.rest(.onBreak))
    desk.pass(100)
    desk.give(.watch(since: desk.tick))
    desk.pass(21)
    #expect(desk.takeTold() == ["135 began 115 offTask", "135 ring 1"])
    desk.give(.rest(.sessionEnded))
    #expect(desk.takeTold() == ["136 ended 136 sessionEnded [Guarding.Cause.offTask] 1"])
  }

  @Test("one attempt is a temptation resisted; another within 30 s is straying since the first")
  func attempts() {
    var desk = GuardDesk()
    desk.give(.tempted)
    desk.pass(100)
    #expect(desk.takeTold() == [])
    desk.give(.tempted)
    desk.pass(30)
    desk.give(.tempted)
    desk.pass(60)
    #expect(desk.takeTold() == ["130 began 100 attempt", "170 ended 160 returned [Guarding.Cause.attempt] 0"])
  }

  @Test("a cause within its tolerance keeps an episode open; absence only once it is certain")
  func staysOpen() {
    var desk = GuardDesk()
    desk.turn(.offTask)
    desk.pass(30)
    desk.turn(.presence)
    desk.turn(.offTask, false)
    desk.pass(10)
    desk.turn(.presence, false)
    desk.turn(.away)
    desk.pass(200)
    #expect(
      desk.takeTold() == [
        "20 began 0 offTask", "20 ring 1", "50 ended 40 returned [Guarding.Cause.offTask] 1", "220 began 40 away",
      ])
  }

  @Test("an episode begins neither before the stretch nor before the end of the one before")
  func backdatedNoFurther() {
    var desk = GuardDesk()
    desk.turn(.away)
    desk.pass(100)
    desk.turn(.offTask)
    desk.pass(50)
    desk.turn(.offTask, false)
    desk.pass(50)
    #expect(desk.takeTold().last == "180 began 150 away")
  }

  @Test("idle since then, said later, comes to the same as quiet at its moment")
  func bothForms() {
    var now = GuardDesk()
    now.pass(7)
    now.turn(.away)
    now.pass(300)
    var later = GuardDesk()
    later.pass(180)
    later.give(.turned(.away, true, since: Tick(milliseconds: 7000)))
    later.pass(127)
    #expect(now.takeTold() == later.takeTold())
  }

  @Test("a notice is told once each time and makes no episode")
  func notices() {
    var desk = GuardDesk()
    for _ in 0..<2 {
      desk.turn(.noise)
      desk.pass(40)
      desk.turn(.noise, false)
    }
    #expect(desk.takeTold() == ["10 noticed noise", "50 noticed noise"])
  }

  @Test("causes of the same second are told in their own order")
  func orderOfCauses() {
    var desk = GuardDesk()
    desk.turn(.offTask)
    desk.pass(5)
    desk.turn(.presence)
    desk.pass(16)
    #expect(desk.takeTold() == ["20 began 0 offTask", "20 joined presence", "20 ring 1"])
  }

  @Test("attempts that were excused before a break do not excuse those after it")
  func excusedBeforeBreak() {
    var desk = GuardDesk()
    desk.give(.tempted)
    desk.pass(20)
    desk.give(.tempted)
    desk.pass(15)
    desk.give(.excuse)
    desk.give(.rest(.onBreak))
    desk.pass(60)
    desk.give(.watch(since: desk.tick))
    desk.give(.tempted)
    desk.pass(20)
    desk.give(.tempted)
    desk.pass(11)
    #expect(desk.takeTold().last == "125 began 95 attempt")
  }

  @Test("an excuse ends the episode, and what is true is fine while it lasts")
  func excuse() {
    var desk = GuardDesk()
    desk.turn(.presence)
    desk.pass(20)
    desk.give(.excuse)
    desk.pass(100)
    #expect(
      desk.takeTold() == ["15 began 0 presence", "15 ring 1", "20 ended 20 excused [Guarding.Cause.presence] 1"])
    desk.turn(.presence, false)
    desk.turn(.presence)
    desk.pass(16)
    #expect(desk.takeTold() == ["135 began 120 presence", "135 ring 1"])
  }
}

@Suite struct AlarmSentences {
  private func strayed(_ rules: GuardRules = .straying) -> GuardDesk {
    var desk = GuardDesk(rules)
    desk.turn(.offTask)
    return desk
  }

  private func rings(_ desk: GuardDesk) -> [String] { desk.told.filter { $0.contains("ring") } }

  @Test("it rings when the cause is certain, then every 20 s, and at most 30 times an episode")
  func schedule() {
    var desk = strayed()
    desk.pass(2000)
    #expect(rings(desk).count == 30)
    #expect(rings(desk).prefix(3) == ["20 ring 1", "40 ring 2", "60 ring 3"])
    #expect(rings(desk).last == "600 ring 30")
  }

  @Test("a ring that falls into the settling time waits, and rings at the moment of relapse")
  func relapse() {
    var desk = strayed()
    desk.pass(35)
    desk.turn(.offTask, false)
    desk.pass(8)
    desk.turn(.offTask)
    desk.pass(25)
    #expect(rings(desk) == ["20 ring 1", "43 ring 2", "63 ring 3"])
  }

  @Test("an empty room is not rung at: three rings in one absence, and again when somebody is there")
  func emptyRoom() {
    var desk = strayed()
    desk.turn(.away)
    desk.pass(300)
    #expect(rings(desk).count == 8 + 3)
    desk.turn(.away, false)
    desk.pass(1)
    #expect(rings(desk).last == "300 ring 12")
  }

  @Test("nothing rings in a call or in bedtime hours; what was due rings after them")
  func silence() {
    var desk = strayed()
    desk.give(.silence(true))
    desk.pass(100)
    #expect(rings(desk) == [])
    desk.give(.silence(false))
    desk.pass(1)
    #expect(rings(desk) == ["100 ring 1"])
  }

  @Test("a snooze is for a minute, three times a session, and only while it rings")
  func snooze() {
    var desk = strayed()
    desk.give(.snooze)
    desk.pass(21)
    for _ in 0..<4 {
      desk.give(.snooze)
      desk.give(.snooze)
      desk.pass(60)
    }
    desk.pass(1)
    #expect(
      desk.told.dropFirst() == [
        "20 ring 1", "21 snoozed", "81 snoozed", "141 snoozed", "201 ring 2", "221 ring 3", "241 ring 4",
        "261 ring 5",
      ])
  }

  @Test("a hush silences the rest of the session")
  func hush() {
    var desk = strayed()
    desk.pass(21)
    desk.give(.hush)
    desk.give(.hush)
    desk.pass(100)
    desk.turn(.offTask, false)
    desk.pass(20)
    desk.turn(.offTask)
    desk.pass(100)
    #expect(rings(desk) == ["20 ring 1"])
    #expect(desk.told.filter { $0.contains("hushed") } == ["21 hushed"])
  }

  @Test("after suspend there is one ring and not many")
  func suspend() {
    var desk = strayed()
    desk.pass(21)
    desk.give(.postpone(until: desk.tick + .seconds(3600)))
    desk.pass(3601)
    #expect(rings(desk) == ["20 ring 1", "3621 ring 2"])
  }

  @Test("it begins softly and grows to its cap")
  func volume() {
    let alarm = AlarmRules()
    #expect((1...6).map { alarm.volume(ofRing: $0) } == [30, 40, 50, 60, 60, 60])
  }
}
