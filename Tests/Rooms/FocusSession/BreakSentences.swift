import FocusSession
import SessionRehearsal
import Testing

/// Product.md 4, sentence by sentence: breaks.
@Suite struct BreakSentences {
  func desk(_ rules: BreakRules) -> Desk {
    var desk = Desk(settings(breaks: rules))
    desk.start("work")
    return desk
  }

  @Test("a refused break never names a time after the end of its session")
  func neverAfterTheEnd() {
    var desk = Desk(settings(breaks: BreakRules(length: .minutes(5), after: .minutes(25))))
    desk.start("work", minutes: 20)
    guard case .refused(let refusal) = desk.ask(.takeBreak(minutes: nil)) else {
      Issue.record("a break was granted")
      return
    }
    #expect(refusal.nextAt == nil)
    #expect(desk.status.breaks?.nextAt == nil)
    #expect(desk.status.breaks?.left == 0)
    desk.give(.extend(minutes: 20))
    #expect(desk.status.breaks?.nextAt == desk.now.wall + .minutes(25))
  }

  @Test("granted only within the quota", arguments: 0..<20 as Range<UInt64>)
  func onlyWithinTheQuota(seed: UInt64) {
    // Rules of which each bites now and then, and a book kept in whole minutes beside the machine.
    var chance = Chance(state: seed)
    var desk = desk(
      BreakRules(
        length: .minutes(5), perSession: 3, perSessionBudget: .minutes(11), dayBudget: .minutes(25), gap: .minutes(4)))
    var ofSession: [Int] = []
    var ofDay = 0
    var day = desk.now.wall.milliseconds / 86_400_000
    var sinceLast = Int.max
    for _ in 0..<200 {
      let waits = 1 + Int(chance.below(40))
      desk.pass(.minutes(Int64(waits)))
      if sinceLast < .max { sinceLast += waits }
      if desk.now.wall.milliseconds / 86_400_000 != day { (day, ofDay) = (desk.now.wall.milliseconds / 86_400_000, 0) }
      if chance.below(6) == 0 {
        desk.end()
        desk.pass(.seconds(55))
        desk.start("work")
        if sinceLast < .max { sinceLast += 1 }
        ofSession = []
      }
      let wish = 1 + Int(chance.below(7))
      let fits =
        wish <= 5 && ofSession.count < 3 && ofSession.reduce(wish, +) <= 11 && ofDay + wish <= 25 && sinceLast >= 4
      let answer = desk.ask(.takeBreak(minutes: wish))
      #expect((answer == .accepted) == fits, "\(wish) minutes after \(ofSession), \(ofDay) today, \(sinceLast) since")
      guard answer == .accepted else {
        #expect(answer.breakRule != nil)
        continue
      }
      let used = 1 + Int(chance.below(UInt64(wish)))
      desk.pass(.minutes(Int64(used)))
      desk.ask(.resume)
      ofSession.append(used)
      ofDay += used
      sinceLast = 0
    }
  }

  @Test("the shield goes down")
  func shieldDown() {
    var desk = desk(BreakRules(length: .minutes(5)))
    #expect(desk.machine.shield != nil)
    desk.ask(.takeBreak(minutes: nil))
    #expect(desk.machine.shield == nil)
    #expect(desk.status.breakRemaining == .minutes(5))
  }

  @Test("auto-return when it is over, with a notice 30 s before")
  func autoReturn() {
    var desk = desk(BreakRules(length: .minutes(5)))
    desk.ask(.takeBreak(minutes: nil))
    desk.pass(.seconds(270))
    #expect(told(desk.events).last == "break notice")
    desk.pass(.seconds(30))
    #expect(told(desk.events).last == "break over")
    #expect(desk.status.state == .focusing)
    #expect(desk.machine.shield != nil)
    #expect(desk.status.focused == .zero)
  }

  @Test("`resume` or a tap returns early")
  func returnsEarly() {
    var desk = desk(BreakRules())
    desk.ask(.takeBreak(minutes: 10))
    desk.pass(.minutes(1))
    desk.ask(.resume)
    #expect(desk.status.state == .focusing)
    desk.ask(.takeBreak(minutes: 10))
    desk.pass(.minutes(1))
    desk.tap(deskKey)
    #expect(desk.status.state == .focusing)
    #expect(told(desk.events).filter { $0 == "break resumed" }.count == 2)
  }

  @Test("what is unused goes back to the minutes budget")
  func unusedReturns() {
    var desk = desk(BreakRules(length: .minutes(5), perSessionBudget: .minutes(10)))
    for _ in 0..<5 {
      #expect(desk.ask(.takeBreak(minutes: 5)) == .accepted)
      desk.pass(.minutes(1))
      desk.ask(.resume)
    }
    // Five minutes are left of ten.
    #expect(desk.ask(.takeBreak(minutes: 5)) == .accepted)
    desk.pass(.minutes(5))
    #expect(desk.ask(.takeBreak(minutes: 1)).breakRule == .sessionBudget)
  }

  @Test("Stop during a break asks the same question.")
  func stopDuringBreak() {
    var desk = desk(BreakRules())
    desk.ask(.takeBreak(minutes: 10))
    desk.ask(.stop)
    #expect(desk.status.state == .onBreak)
    #expect(desk.status.question != nil)
    desk.pass(.seconds(5))
    desk.give(.confirm)
    #expect(told(desk.events).suffix(3) == ["answer end", "break sessionEnded", "ended confirmed"])
  }

  @Test("a question during a break closes and the break goes on")
  func questionClosesOnBreak() {
    var desk = desk(BreakRules())
    desk.ask(.takeBreak(minutes: 10))
    desk.ask(.stop)
    desk.pass(.seconds(30))
    #expect(desk.status.state == .onBreak)
    #expect(desk.status.question == nil)
  }

  @Test("length of one break")
  func length() {
    var desk = desk(BreakRules(length: .minutes(5)))
    let answer = desk.ask(.takeBreak(minutes: 6))
    #expect(answer.rule == .breaks(.length, atMost: .minutes(5)))
    #expect(answer.nextAt == nil)
    #expect(desk.ask(.takeBreak(minutes: 5)) == .accepted)
  }

  @Test("how many in one session")
  func perSession() {
    var desk = desk(BreakRules(length: .minutes(1), perSession: 2))
    for _ in 0..<2 {
      desk.ask(.takeBreak(minutes: nil))
      desk.pass(.minutes(1))
    }
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.breakRule == .perSession)
    #expect(answer.nextAt == nil)
    #expect(desk.status.breaks?.taken == 2)
    #expect(desk.status.breaks?.left == 0)
    #expect(desk.status.breaks?.nextAt == nil)
    desk.end()
    desk.start("work")
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("at most one per window (e.g. each hour)")
  func every() {
    var desk = desk(BreakRules(length: .minutes(5), every: .hours(1)))
    desk.pass(.minutes(10))
    desk.ask(.takeBreak(minutes: nil))
    desk.pass(.minutes(30))
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.breakRule == .every)
    #expect(answer.nextAt == time("2026-11-23T10:10:00Z"))
    // A new session opens no new window.
    desk.end()
    desk.start("work")
    #expect(desk.ask(.takeBreak(minutes: nil)).breakRule == .every)
    desk.pass(.minutes(30))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("minutes per session")
  func sessionBudget() {
    var desk = desk(BreakRules(length: .minutes(5), perSessionBudget: .minutes(7)))
    desk.ask(.takeBreak(minutes: nil))
    desk.pass(.minutes(5))
    #expect(desk.ask(.takeBreak(minutes: 5)).rule == .breaks(.sessionBudget, atMost: .minutes(2)))
    // Without a wish the rest is granted.
    desk.ask(.takeBreak(minutes: nil))
    #expect(desk.status.breakRemaining == .minutes(2))
  }

  @Test("minutes per day")
  func dayBudget() {
    var desk = desk(BreakRules(length: .minutes(5), dayBudget: .minutes(5)))
    desk.ask(.takeBreak(minutes: nil))
    desk.pass(.minutes(5))
    desk.end()
    desk.start("work")
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.breakRule == .dayBudget)
    #expect(answer.nextAt == time("2026-11-24T00:00:00Z"))
    desk.pass(answer.nextAt! - desk.now.wall)
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("minutes per week")
  func weekBudget() {
    var desk = desk(BreakRules(length: .minutes(5), weekBudget: .minutes(10)))
    for _ in 0..<2 {
      desk.ask(.takeBreak(minutes: nil))
      desk.pass(.days(1))
    }
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.breakRule == .weekBudget)
    #expect(answer.nextAt == time("2026-11-30T00:00:00Z"))
    desk.pass(answer.nextAt! - desk.now.wall)
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("setting the clock brings no budget back", arguments: [1, 14, 24, 24 * 8])
  func noRefillByTheClock(hours: Int64) {
    var desk = desk(BreakRules(length: .minutes(5), dayBudget: .minutes(5), weekBudget: .minutes(5)))
    desk.ask(.takeBreak(minutes: nil))
    desk.pass(.minutes(5))
    desk.setClock(by: .hours(hours))
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.rule != nil)
    desk.pass(.minutes(5))
    desk.setClock(by: .zero - .hours(hours))
    #expect(desk.ask(.takeBreak(minutes: nil)).rule != nil)
    desk.setClock(by: .hours(hours))
    desk.end()
    desk.start("work")
    #expect(desk.ask(.takeBreak(minutes: nil)).rule != nil)
  }

  @Test("focus needed before the first")
  func after() {
    var desk = desk(BreakRules(length: .minutes(5), after: .minutes(25)))
    desk.pass(.minutes(10))
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.breakRule == .after)
    #expect(answer.nextAt == time("2026-11-23T09:25:00Z"))
    #expect(desk.status.breaks?.nextAt == time("2026-11-23T09:25:00Z"))
    desk.pass(.minutes(15))
    #expect(desk.status.breaks?.nextAt == nil)
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
    desk.pass(.minutes(5))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("minimum gap")
  func gap() {
    var desk = desk(BreakRules(length: .minutes(5), gap: .minutes(20)))
    desk.ask(.takeBreak(minutes: nil))
    desk.pass(.minutes(2))
    desk.ask(.resume)
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.breakRule == .gap)
    #expect(answer.nextAt == time("2026-11-23T09:22:00Z"))
    desk.pass(.minutes(20))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("minutes earned per focused hour")
  func earn() {
    var desk = desk(BreakRules(earn: .init(time: .minutes(5), perFocused: .minutes(30))))
    desk.pass(.minutes(29))
    let answer = desk.ask(.takeBreak(minutes: 5))
    #expect(answer.breakRule == .earn)
    #expect(answer.nextAt == time("2026-11-23T09:30:00Z"))
    desk.pass(.minutes(1))
    #expect(desk.ask(.takeBreak(minutes: 6)).rule == .breaks(.earn, atMost: .minutes(5)))
    #expect(desk.ask(.takeBreak(minutes: 5)) == .accepted)
    desk.pass(.minutes(5))
    #expect(desk.ask(.takeBreak(minutes: 5)).nextAt == time("2026-11-23T10:05:00Z"))
    desk.pass(.minutes(120))
    // Five portions of focus have passed in all, the first of them is spent.
    #expect(desk.ask(.takeBreak(minutes: 21)).breakRule == .earn)
    #expect(desk.ask(.takeBreak(minutes: 20)) == .accepted)
  }
}
