import FocusSession
import SessionRehearsal
import Testing

extension BreakSentences {
  @Test("any of these together")
  func together() {
    var desk = desk(
      BreakRules(
        length: .minutes(5), perSession: 3, every: .hours(1), perSessionBudget: .minutes(15),
        dayBudget: .minutes(30), weekBudget: .minutes(120), after: .minutes(25), gap: .minutes(20),
        earn: .init(time: .minutes(5), perFocused: .minutes(30))))
    desk.pass(.minutes(25))
    // The first break is not too early any more, but nothing is earned yet.
    #expect(desk.ask(.takeBreak(minutes: nil)).breakRule == .earn)
    desk.pass(.minutes(5))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
    desk.pass(.minutes(10))
    // The gap opens at 09:55, the hour at 10:30, what is earned at 10:05: the hour decides.
    let answer = desk.ask(.takeBreak(minutes: nil))
    #expect(answer.breakRule == .every)
    #expect(answer.nextAt == time("2026-11-23T10:30:00Z"))
  }

  @Test("A refusal says which rule, and when the next break opens.")
  func refusalSaysWhen() {
    let all: [BreakRules] = [
      BreakRules(length: .minutes(5), every: .hours(1)), BreakRules(length: .minutes(5), gap: .minutes(33)),
      BreakRules(length: .minutes(5), dayBudget: .minutes(5)),
      BreakRules(length: .minutes(5), weekBudget: .minutes(5)),
      BreakRules(length: .minutes(5), earn: .init(time: .minutes(5), perFocused: .minutes(40))),
      BreakRules(
        length: .minutes(5), every: .minutes(70), gap: .minutes(66),
        earn: .init(time: .minutes(5), perFocused: .minutes(40))),
    ]
    for rules in all {
      var desk = desk(rules)
      desk.pass(.minutes(40))
      desk.ask(.takeBreak(minutes: nil))
      desk.pass(.minutes(5))
      guard let opens = desk.ask(.takeBreak(minutes: nil)).nextAt else {
        Issue.record("\(rules) does not say when")
        continue
      }
      // A moment before it is still refused; then it is granted.
      desk.pass(opens - desk.now.wall - .milliseconds(1))
      #expect(desk.ask(.takeBreak(minutes: nil)).rule != nil)
      desk.pass(.milliseconds(1))
      #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
    }
  }

  @Test("what comes on top during a break is in force at once")
  func tighteningDuringBreak() {
    var desk = desk(BreakRules())
    desk.ask(.takeBreak(minutes: 10))
    desk.start("study")
    #expect(desk.machine.shield?.profiles == ["study"])
    desk.ask(.resume)
    #expect(desk.machine.shield?.profiles == ["work", "study"])
  }

  @Test("the next break is foretold during a break")
  func foretold() {
    var desk = desk(BreakRules(length: .minutes(5), gap: .minutes(20)))
    desk.ask(.takeBreak(minutes: nil))
    #expect(desk.status.breaks?.nextAt == time("2026-11-23T09:25:00Z"))
  }
}
