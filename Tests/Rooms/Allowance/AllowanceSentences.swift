import Allowance
import Coach
import FocusWire
import Guarding
import Learning
import RealParts
import Testing

/// What is said of allowances (Product.md 13), each sentence a test.
@Suite struct AllowanceSentences {
  @Test("Only what is in front, with somebody there or for a minute after, is counted.") func whatCounts() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(7))
    rig.show(AllowanceRig.editor)
    rig.pass(.hours(1))
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(1))
    rig.quiet(true)
    rig.pass(.hours(1))
    rig.quiet(false)
    rig.pass(.minutes(2))
    rig.submit(.signal(.locked(true)))
    rig.pass(.hours(1))
    #expect(rig.state.used == .minutes(11))
    #expect(rig.state.left == .minutes(19))
    #expect(rig.machine.shield == nil)
  }

  @Test("Near the limit a notice, then the shield, without a session.") func warnedThenShut() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(25))
    #expect(rig.names("allowance-warned") == 1 && rig.state.state == .warned)
    rig.pass(.minutes(5) - Lapse(milliseconds: 1))
    #expect(rig.names("allowance-reached") == 0)
    rig.pass(Lapse(milliseconds: 1))
    #expect(rig.names("allowance-reached") == 1 && rig.state.state == .shut)
    #expect(rig.machine.shield?.blocks == [Blocks(sites: ["reddit.com"])])
    rig.pass(.hours(3))
    #expect(rig.state.used == .minutes(30) && rig.names("allowance-warned") == 1)
  }

  @Test("Movement lifts it, as much as it is worth and as is allowed on a day.") func movementLifts() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    rig.submit(.moved("squat", 2, .measured))
    #expect(rig.state.state == .shut && rig.state.earned == 0)
    rig.submit(.moved("squat", 10, .claimed))
    #expect(rig.state.state == .shut)
    // Ten repetitions of 12 tenths at 10 + 10 x k / 20, rounded up to fives: 15 or 20 points each.
    rig.submit(.moved("squat", 10, .measured))
    #expect(rig.state.state != .shut && rig.state.earned == 35, "\(rig.state.earned)")
    #expect(rig.machine.shield == nil)
    rig.submit(.moved("squat", 100, .proof))
    #expect(rig.state.earned == 60)
    rig.submit(.moved("squat", 100, .proof))
    #expect(rig.state.earned == 60)
    rig.pass(.minutes(60))
    #expect(rig.state.state == .shut)
  }

  @Test("What is handed in as it is done is worth what the whole set is.") func parts() {
    func earned(_ parts: [Int], _ price: Int) -> (minutes: Int, repetitions: Int) {
      var rig = AllowanceRig([AllowanceRig.allowance { $0.lift = LiftRules(pointsPerMinute: price, most: 600) }])
      var done = 0
      for part in parts {
        rig.submit(.moved("laps", part, .measured, after: done))
        done += part
      }
      return (rig.state.earned, rig.machine.ledger.movement.repetitions)
    }
    for price in [1, 5, 7, 40, 90] {
      let whole = earned([12], price)
      #expect(earned([3] + Array(repeating: 1, count: 9), price) == whole, "\(price)")
      #expect(earned([5, 4, 3], price) == whole && whole.repetitions == 12, "\(price)")
    }
  }

  @Test("While it is blocked neither laps get shorter nor the challenge another.") func lockedChoices() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.submit(.lapsCalibrated(least: .seconds(20)))
    rig.submit(.lapsCalibrated(least: .seconds(10)))
    #expect(rig.machine.ledger.movement.leastLap == .seconds(10))
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    rig.submit(.lapsCalibrated(least: .seconds(5)))
    #expect(rig.machine.ledger.movement.leastLap == .seconds(10) && rig.names("refused") == 1)
    rig.submit(.lapsCalibrated(least: .seconds(15)))
    #expect(rig.machine.ledger.movement.leastLap == .seconds(15))
    var settings = rig.machine.settings
    settings.coach.challenge = 1
    rig.submit(.configure(settings))
    #expect(rig.machine.settings.coach.challenge == nil && rig.names("refused") == 2)
    settings.coach = CoachPins(hour: TimeOfDay(hour: 18, minute: 0))
    rig.submit(.configure(settings))
    #expect(rig.machine.settings.coach.hour?.hour == 18)
  }

  @Test("A challenge that the person chose is kept for its day, and holds from the next one on.") func chosen() {
    var rig = AllowanceRig([])
    func now() -> DayChallenge? { rig.machine.status(at: rig.now).challenge }
    #expect(now()?.target == 20 && now()?.reason == "The first challenge is 20.")
    rig.submit(.moved("squat", 5, .measured))
    var settings = rig.machine.settings
    settings.coach.challenge = 33
    rig.submit(.configure(settings))
    #expect(now()?.target == 20 && now()?.done == 5 && now()?.isMet == false)
    rig.pass(.days(1))
    #expect(now()?.target == 33 && now()?.done == 0 && now()?.reason == "You chose 33.")
    rig.submit(.moved("squat", 33, .measured))
    #expect(now()?.isMet == true && now()?.level == .beginner && now()?.repetitions == 38)
    rig.submit(.moved("squat", 20, .measured))
    #expect(now()?.level == .intermediate)
  }

  @Test("A challenge is set once a day, and met by all sets together.") func challenge() {
    var rig = AllowanceRig([])
    for _ in 0..<3 { rig.submit(.moved("jumping_jack", 9, .measured)) }
    #expect(rig.names("challenge-set") == 1 && rig.names("challenge-met") == 1)
    // A clock that is set brings no other one.
    rig.now.wall = rig.now.wall + .days(1)
    rig.submit(.moved("jumping_jack", 3, .measured))
    #expect(rig.names("challenge-set") == 1)
    rig.now.wall = rig.now.wall + .days(-1)
    rig.pass(.days(1))
    rig.submit(.moved("jumping_jack", 9, .measured))
    #expect(rig.names("challenge-set") == 2 && rig.names("challenge-met") == 1)
    #expect(rig.machine.ledger.movement.challenges.map { $0.target } == [20, 21])
  }

  @Test("An override lifts when its wait is over, as often as was set.") func overrides() {
    var rig = AllowanceRig([
      AllowanceRig.allowance { $0.overrides = [OverrideRule(name: "ill", perMonth: 2, wait: .minutes(1))] }
    ])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    rig.submit(.override("ill"))
    rig.pass(.seconds(59))
    #expect(rig.state.state == .shut)
    rig.crash(.zero)
    rig.pass(.seconds(1))
    #expect(rig.state.state == .open && rig.machine.shield == nil)
    rig.pass(.hours(5))
    #expect(rig.state.state == .open)
    rig.submit(.override("ill"))
    rig.pass(.minutes(1))
    rig.submit(.override("ill"))
    #expect(rig.names("refused") == 1)
    rig.submit(.override("holiday"))
    #expect(rig.names("refused") == 2)
    rig.pass(.days(31))
    rig.submit(.override("ill"))
    #expect(rig.names("refused") == 2)
  }

  @Test("A card earns minutes as it counts at a gate: after two seconds in view, and once an hour.") func cards() {
    var rig = AllowanceRig([AllowanceRig.allowance { $0.lift = LiftRules(by: [.learn], pointsPerMinute: 5) }])
    func card(_ took: Int64, _ name: String = "a") -> Command {
      .learned([.reviewed(CardID(deck: "d", card: name), .good, took: took)])
    }
    rig.submit(card(1999))
    #expect(rig.state.earned == 0)
    rig.submit(card(2000))
    rig.submit(card(2000))
    #expect(rig.state.earned == 2)
    rig.submit(card(2000, "b"))
    rig.pass(.hours(1))
    rig.submit(card(2000))
    #expect(rig.state.earned == 6)
  }

  @Test("A new day opens it; no clock, crash, reboot or suspend does.") func onlyTheDay() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    rig.now.wall = rig.now.wall + .days(2)
    rig.submit(.clockChanged)
    #expect(rig.state.state == .shut)
    rig.now.wall = rig.now.wall + .days(-5)
    rig.submit(.clockChanged)
    rig.crash(.minutes(1))
    #expect(rig.state.state == .shut)
    rig.crash(.minutes(5), reboots: true)
    #expect(rig.state.state == .shut)
    rig.step(Lapse.hours(3).milliseconds)
    rig.submit(.timer(generation: rig.machine.generation))
    #expect(rig.state.state == .shut)
    var other = AllowanceRig([AllowanceRig.allowance()])
    other.show(AllowanceRig.social)
    other.pass(.hours(19) - Lapse(milliseconds: 1))
    #expect(other.state.state == .shut)
    other.pass(Lapse(milliseconds: 1))
    #expect(other.state.state == .open && other.state.used == .zero)
    #expect(other.names("allowance-lifted") == 1)
  }

  @Test("While it is shut, nothing that would loosen it is taken.") func noLoosening() {
    var rig = AllowanceRig([AllowanceRig.allowance()])
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    for changed in [
      [], [AllowanceRig.allowance(60)], [AllowanceRig.allowance { $0.lift?.most = 90 }],
      [AllowanceRig.allowance { $0.overrides = [OverrideRule(name: "ill", perMonth: 9)] }],
    ] {
      var settings = rig.machine.settings
      settings.allowances = changed
      rig.submit(.configure(settings))
      #expect(rig.machine.settings.allowances == [AllowanceRig.allowance()])
    }
    #expect(rig.names("refused") == 4)
    var settings = rig.machine.settings
    settings.allowances = [AllowanceRig.allowance(20)]
    rig.submit(.configure(settings))
    #expect(rig.machine.settings.allowances == [AllowanceRig.allowance(20)])
  }

  @Test("A day of random use, crashes and clock changes agrees with a plain sum, to the millisecond.", .longWork)
  func randomDays() {
    for seed in UInt64(1)...60 {
      var luck = seed &* 0x9E37_79B9_7F4A_7C15
      func draw(_ below: UInt64) -> Int64 {
        luck = luck &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int64((luck >> 33) % below)
      }
      var rig = AllowanceRig([AllowanceRig.allowance(600)], hour: 5)
      // The day begins with a first look, and ends 23 hours later, whatever clocks show then.
      rig.show(AllowanceRig.social)
      rig.show(nil)
      var (used, passed): (Int64, Int64) = (0, 0)
      var quietSince: Int64 = 0
      while passed < 20 * 3_600_000 {
        let isInFront = rig.front == AllowanceRig.social
        let lapse = draw(900_000)
        switch draw(8) {
        case 0: rig.show(AllowanceRig.social)
        case 1: rig.show(draw(2) == 0 ? AllowanceRig.editor : nil)
        case 2:
          rig.quiet(!rig.isQuiet)
          quietSince = passed
        case 3:
          rig.now.wall = rig.now.wall + Lapse(milliseconds: draw(100_000_000) - 50_000_000)
          rig.submit(.clockChanged)
        case 4:
          rig.crash(Lapse(milliseconds: lapse))
          passed += lapse
          // It is said again as if it had begun just then.
          quietSince = passed
        default:
          rig.pass(Lapse(milliseconds: lapse))
          // Who is quiet still looks for a minute.
          let looked = rig.isQuiet ? max(0, min(lapse, quietSince + 60_000 - passed)) : lapse
          passed += lapse
          if isInFront { used += looked }
        }
        #expect(rig.state.used.milliseconds == min(used, 36_000_000), "seed \(seed)")
        #expect((rig.state.state == .shut) == (used >= 36_000_000), "seed \(seed)")
      }
    }
  }
}
