import Allowance
import FocusSession
import Guarding
import Testing

/// Minutes by weekday, by week, carried over, and what never counts (Product.md 13), each sentence a test. The rig
/// begins on a Friday at nine.
@Suite struct MinutesSentences {
  private func rig(hour: Int64 = 9, _ rules: (inout AllowanceRules) -> Void) -> AllowanceRig {
    AllowanceRig([AllowanceRig.allowance(30, rules)], hour: hour)
  }

  private func lifts(_ rig: AllowanceRig) -> [LiftWay] {
    rig.events.compactMap { event in
      guard case .recorded(let fact) = event.kind, case .move(.lifted(_, let way, _)) = fact.body else { return nil }
      return way
    }
  }

  @Test("Of the words for a day the most special wins.") func table() {
    var minutes = DayMinutes(weekdays: 30, weekend: 60, usual: 10)
    minutes.days[Weekday.sunday.rawValue] = 0
    #expect(Weekday.allCases.map { minutes[$0] } == [30, 30, 30, 30, 30, 60, 0])
    #expect(DayMinutes(weekend: 60, usual: nil)[.monday] == nil && DayMinutes(20).only == 20 && minutes.only == nil)
  }

  @Test("Each day has the minutes of its weekday.") func weekdays() {
    var rig = rig { $0.minutes = DayMinutes(weekend: 60, usual: 30) }
    #expect(rig.state.minutes == 30 && rig.state.left == .minutes(30))
    rig.pass(.hours(19))
    #expect(rig.state.minutes == 60)
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(60))
    #expect(rig.state.state == .shut)
    rig.pass(.days(2))
    #expect(rig.state.minutes == 30)
  }

  @Test("A day of no minutes is shut from its beginning, one that nothing names has no limit.") func emptyDays() {
    var rig = rig {
      $0.minutes = DayMinutes(weekdays: nil, weekend: 0, usual: nil)
      $0.minutes.days[Weekday.friday.rawValue] = 30
    }
    rig.pass(.hours(19) - Lapse(milliseconds: 1))
    #expect(rig.state.state == .open && rig.machine.shield == nil)
    rig.pass(Lapse(milliseconds: 1))
    #expect(rig.state.state == .shut && rig.machine.shield?.profiles == ["social"])
    #expect(rig.names("allowance-reached") == 1)
    // Sunday has none either: it stays shut, and nothing new is told.
    rig.pass(.days(1))
    #expect(rig.state.state == .shut && rig.names("allowance-reached") == 1 && lifts(rig).isEmpty)
    rig.crash(.hours(1), reboots: true)
    #expect(rig.state.state == .shut)
    rig.show(AllowanceRig.social)
    rig.pass(.hours(27))
    #expect(rig.state.state == .open && rig.state.minutes == nil && rig.state.left == nil && lifts(rig) == [.day])
    rig.pass(.hours(19))
    #expect(rig.state.state == .open && rig.state.used == .hours(23))
  }

  @Test("A week limits on top: used up, it stays shut until Monday, and says so.") func week() {
    var rig = rig { $0.minutesPerWeek = 60 }
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    #expect(rig.state.state == .shut && rig.state.weekLeft == .minutes(30))
    rig.pass(.hours(18) + .minutes(30))
    #expect(lifts(rig) == [.day] && rig.state.left == .minutes(30))
    rig.pass(.minutes(30))
    #expect(rig.state.state == .shut && rig.state.weekLeft == .zero)
    rig.pass(.days(1))
    #expect(rig.state.state == .shut && lifts(rig) == [.day] && rig.names("allowance-reached") == 2)
    let monday = rig.now.wall + .hours(23) + .minutes(30)
    #expect(rig.state.opens == monday)
    var settings = rig.machine.settings
    settings.allowances[0].rules.minutesPerWeek = nil
    let decision = rig.machine.decide(.configure(settings), at: rig.now, entropy: Entropy(high: 1, low: 2))
    guard case .refused(let refusal) = decision.answer else { return #expect(Bool(false), "a wider week was taken") }
    #expect(refusal.nextAt == monday)
    rig.pass(.hours(23) + .minutes(30))
    #expect(lifts(rig) == [.day, .week] && rig.state.weekLeft == .minutes(60) && rig.state.state == .open)
  }

  @Test("Movement opens a used-up week as it opens a day, and what was earned is not taken off the week.")
  func lifted() {
    var rig = rig { $0.minutesPerWeek = 40 }
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    rig.submit(.moved("squat", 10, .measured))
    #expect(rig.state.earned == 35 && rig.state.state == .open && rig.state.left == .minutes(35))
    rig.pass(.minutes(20))
    rig.show(nil)
    rig.pass(.hours(19))
    // Ten of the week's are left, and none of what was earned.
    #expect(rig.state.left == .minutes(10) && rig.state.weekLeft == .minutes(10) && rig.state.earned == 0)
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(5))
    #expect(rig.state.state == .warned)
    rig.pass(.minutes(5))
    #expect(rig.state.state == .shut)
    rig.submit(.moved("squat", 3, .measured))
    #expect(rig.state.state != .shut && rig.state.left == .minutes(Int64(rig.state.earned)) && rig.state.earned > 0)
  }

  @Test("What was left goes over into the next days, at most so much, over unused days and Mondays.") func rollOver() {
    var rig = rig { $0.rollOver = 25 }
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(10))
    rig.submit(.moved("squat", 3, .measured))
    rig.show(nil)
    rig.pass(.hours(19))
    #expect(rig.state.rolledOver == .minutes(20) && rig.state.left == .minutes(50))
    for _ in 0..<3 {
      rig.pass(.days(1))
      #expect(rig.state.rolledOver == .minutes(25) && rig.state.left == .minutes(55))
    }
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(55))
    #expect(rig.state.state == .shut)
    rig.show(nil)
    rig.pass(.days(1))
    #expect(rig.state.rolledOver == .zero && rig.state.left == .minutes(30))
  }

  @Test("What the week withholds does not go over.") func withheld() {
    var rig = rig {
      $0.rollOver = 30
      $0.minutesPerWeek = 40
    }
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    rig.show(nil)
    rig.pass(.hours(19))
    #expect(rig.state.left == .minutes(10) && rig.state.rolledOver == .zero)
    rig.pass(.days(1))
    #expect(rig.state.left == .minutes(10) && rig.state.rolledOver == .minutes(10))
  }

  @Test("What gives more holds from the next day on, what is stricter at once.") func widening() {
    var rig = rig { _ in }
    func set(_ minutes: Int) {
      var settings = rig.machine.settings
      settings.allowances[0].rules.minutes = DayMinutes(minutes)
      rig.submit(.configure(settings))
    }
    let next = rig.now.wall + .hours(19)
    set(60)
    #expect(rig.state.minutes == 30 && rig.state.from == next)
    set(20)
    #expect(rig.state.minutes == 20 && rig.state.from == nil)
    set(30)
    rig.crash(.minutes(1))
    #expect(rig.state.minutes == 20 && rig.state.from == next)
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(20))
    #expect(rig.state.state == .shut)
    rig.show(nil)
    rig.pass(.hours(19))
    #expect(rig.state.minutes == 30 && rig.state.from == nil && rig.state.state == .open)
  }

  @Test("What is excepted neither counts nor is shut; an exception holds from the next day on.") func exceptions() {
    var rig = rig { _ in }
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(5))
    var settings = rig.machine.settings
    settings.allowances[0].except = ["old.reddit.com", "game"]
    rig.submit(.configure(settings))
    rig.pass(.minutes(5))
    #expect(rig.state.used == .minutes(10))
    rig.pass(.minutes(20))
    #expect(rig.state.state == .shut && rig.machine.shield?.blocks == [Blocks(sites: ["reddit.com"])])
    rig.pass(.hours(19))
    #expect(rig.state.state == .open && rig.state.used == .zero)
    rig.show(Front(app: ["firefox"], site: "www.reddit.com"))
    rig.pass(.minutes(30))
    var closed = Blocks(sites: ["reddit.com"])
    closed.except = ["old.reddit.com", "game"]
    #expect(rig.state.state == .shut && rig.machine.shield?.blocks == [closed])
    // While it is shut no other one is taken; to leave one out counts at once.
    settings.allowances[0].except = ["old.reddit.com", "game", "new.reddit.com"]
    rig.submit(.configure(settings))
    #expect(rig.names("refused") == 1)
    settings.allowances[0].except = ["game"]
    rig.submit(.configure(settings))
    closed.except = ["game"]
    #expect(rig.machine.shield?.blocks == [closed])
  }

  @Test("A clock that is set to another day or week gives the minutes of neither.") func clock() {
    var rig = rig {
      $0.minutes = DayMinutes(weekend: 120, usual: 10)
      $0.minutesPerWeek = 200
    }
    rig.pass(.days(4))
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(10))
    let left = rig.state.weekLeft
    // Tuesday becomes Saturday, a week and more away.
    rig.now.wall = rig.now.wall + .days(11)
    rig.submit(.clockChanged)
    rig.pass(.days(1))
    #expect(rig.state.minutes == 10 && rig.state.weekLeft ?? .zero < left ?? .zero)
  }

  @Test("A day of 23 hours is a day, and so is one of 25.", arguments: [3600, -3600]) func summerTime(move: Int) {
    var rig = rig(hour: 3) { $0.minutesPerWeek = 600 }
    var settings = rig.machine.settings
    let saturday: Int64 = 1_763_683_200 + 86_400
    settings.zone = CivilZone(first: 0, moves: [(at: saturday + 3600, offset: move)])
    rig.submit(.configure(settings))
    rig.pass(.hours(1))
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(30))
    #expect(rig.state.state == .shut)
    let rest = Lapse.hours(24) - Lapse.seconds(Int64(move)) - .minutes(30)
    rig.pass(rest - Lapse(milliseconds: 1))
    #expect(rig.state.state == .shut)
    rig.pass(Lapse(milliseconds: 1))
    #expect(rig.state.state == .open && rig.state.weekLeft == .minutes(570))
  }

  @Test("A log of before has days without terms, which go on under the rules.") func earlierLog() {
    var rig = rig { $0.minutesPerWeek = 25 }
    rig.show(AllowanceRig.social)
    rig.pass(.minutes(10))
    rig.log.removeAll { if case .move(.termsSet) = $0.body { true } else { false } }
    rig.crash(.zero)
    #expect(rig.state.used == .minutes(10) && rig.state.left == .minutes(15))
    rig.pass(.minutes(15))
    #expect(rig.state.state == .shut)
  }
}
