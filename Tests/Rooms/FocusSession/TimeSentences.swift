import FocusSession
import SessionRehearsal
import Testing

/// Product.md 4, sentence by sentence: time, crashes, the log.
@Suite struct TimeSentences {
  var desk = Desk(settings())

  @Test("a session's clock cannot be cheated", arguments: 0..<50 as Range<UInt64>)
  func cannotBeCheated(seed: UInt64) {
    // Setting the clock, sleeping, killing the service in any order: the end comes when sixty minutes have passed, and
    // not before.
    var chance = Chance(state: seed)
    var desk = Desk(settings())
    desk.start("work", minutes: 60)
    let began = desk.now.steady
    while desk.now.steady - began < 3_600_000 {
      #expect(desk.status.state == .focusing)
      #expect(desk.status.focused == .milliseconds(desk.now.steady - began))
      #expect(desk.status.remaining == .milliseconds(3_600_000 - (desk.now.steady - began)))
      let lapse = Lapse.seconds(Int64(chance.below(900)))
      switch chance.below(4) {
      case 0: desk.setClock(by: .minutes(Int64(chance.below(40_000)) - 20_000))
      case 1: desk.suspend(lapse)
      case 2: desk.crash(lapse)
      default: desk.pass(lapse)
      }
    }
    #expect(desk.status.state == .idle)
    #expect(
      desk.log.contains { if case .sessionEnded(let ending) = $0.body { ending.focused == .hours(1) } else { false } })
  }

  @Test("Focus and break time run on a clock that counts through suspend")
  mutating func suspend() {
    desk.start("work", minutes: 60)
    desk.suspend(.minutes(20))
    #expect(desk.status.focused == .minutes(20))
    desk.ask(.takeBreak(minutes: 10))
    desk.suspend(.minutes(4))
    #expect(desk.status.breakRemaining == .minutes(6))
    desk.suspend(.minutes(30))
    #expect(desk.status.state == .focusing)
    #expect(desk.status.focused == .minutes(44))
  }

  @Test("and ignores changes of the wall clock", arguments: [3, -3, 1000, -1000])
  func wallClock(hours: Int64) {
    var desk = Desk(settings())
    desk.start("work", minutes: 60)
    desk.pass(.minutes(20))
    desk.setClock(by: .hours(hours))
    #expect(desk.status.remaining == .minutes(40))
    #expect(desk.status.focused == .minutes(20))
    desk.ask(.takeBreak(minutes: 10))
    desk.setClock(by: .hours(hours))
    #expect(desk.status.breakRemaining == .minutes(10))
    desk.pass(.minutes(40))
    #expect(desk.status.state == .idle)
  }

  @Test("a jump is detected, logged and re-anchored", arguments: [3600, -3600, 2, -2])
  func jump(seconds: Int64) {
    var desk = Desk(settings())
    desk.start("work", minutes: 60)
    desk.setClock(by: .seconds(seconds))
    #expect(told(desk.events).last == "jump \(seconds)")
    #expect(desk.status.plannedEnd == time("2026-11-23T10:00:00Z") + .seconds(seconds))
    // Once is enough.
    desk.pass(.minutes(1))
    desk.ask(.status)
    #expect(told(desk.events).filter { $0.hasPrefix("jump") }.count == 1)
  }

  @Test("a jump is detected by any command, told of it or not")
  mutating func jumpUntold() {
    desk.start("work", minutes: 60)
    desk.crash()
    desk.setClock(by: .hours(1))
    desk.give(.timer(generation: 0))
    #expect(told(desk.events).filter { $0 == "jump 3600" }.count == 1)
  }

  @Test("After a reboot the wall clock decides")
  mutating func reboot() {
    desk.start("work", minutes: 60)
    desk.pass(.minutes(10))
    desk.reboot(.minutes(20))
    #expect(desk.status.remaining == .minutes(30))
    #expect(desk.status.focused == .minutes(30))
    desk.pass(.minutes(30))
    #expect(desk.status.state == .idle)
  }

  @Test("never in favour of an earlier end than planned", arguments: [-1, -600, -100_000])
  func rebootWithClockBehind(minutes: Int64) {
    var desk = Desk(settings())
    desk.start("work", minutes: 60)
    desk.pass(.minutes(10))
    // The computer forgot the time while it was off.
    desk.reboot(.zero, wallSetBy: .minutes(minutes))
    #expect(desk.status.remaining == .minutes(50))
  }

  @Test("a clock that was set forward before a reboot brings no end nearer")
  mutating func jumpThenReboot() {
    desk.start("work", minutes: 60)
    desk.setClock(by: .hours(5))
    desk.reboot(.minutes(10))
    #expect(desk.status.remaining == .minutes(50))
  }

  @Test(
    "After `kill -9`, power loss or reboot the service comes up in the state that it would be in had it lived",
    arguments: [false, true])
  func hadItLived(reboots: Bool) {
    // A session with a break, a question and a planned end, cut at every half minute.
    for cut in stride(from: 30, through: 3600, by: 70) as StrideThrough<Int64> {
      for down in [1, 240, 4000] as [Int64] {
        var lived = Desk(
          settings(schedules: [Schedule(id: "ten", days: .everyDay, start: clock(9, 40), end: clock(9, 55))]))
        var died = lived
        for step in 0..<2 {
          func live(_ desk: inout Desk) {
            desk.start("work", minutes: 30)
            desk.pass(.minutes(5))
            desk.ask(.takeBreak(minutes: 7))
            desk.pass(.minutes(2))
            desk.ask(.stop)
          }
          if step == 0 { live(&lived) } else { live(&died) }
        }
        lived.pass(.seconds(cut) + .seconds(down))
        died.pass(.seconds(cut))
        if reboots { died.reboot(.seconds(down)) } else { died.crash(.seconds(down)) }
        var expected = lived.status
        var found = died.status
        // A schedule that was missed wholly is not made up; the next one is the same.
        if expected.state == .idle { expected.next = nil; found.next = nil }
        #expect(found == expected, "cut after \(cut) s, down for \(down) s")
      }
    }
  }

  @Test("due breaks are over, due ends have ended at their own time, the shield matches")
  mutating func ownTime() {
    desk.start("work", minutes: 30)
    desk.ask(.takeBreak(minutes: 5))
    desk.crash(.hours(10))
    #expect(desk.status.state == .idle)
    #expect(desk.machine.shield == nil)
    let ends = desk.log.compactMap { fact -> Timestamp? in
      switch fact.body {
      case .breakEnded, .sessionEnded: return fact.stamp.moment.wall
      default: return nil
      }
    }
    #expect(ends == [time("2026-11-23T09:05:00Z"), time("2026-11-23T09:30:00Z")])
    #expect(told(desk.events).last == "recovered 36000")
  }

  @Test("what was announced is on disk")
  mutating func announcedIsRecorded() {
    desk.start("work", minutes: 30)
    desk.ask(.takeBreak(minutes: 5))
    desk.pass(.minutes(3))
    desk.ask(.stop)
    desk.pass(.hours(1))
    for event in desk.events {
      guard case .recorded(let fact) = event.kind else { continue }
      #expect(desk.log.contains(fact))
    }
  }

  @Test("a late timer changes nothing")
  mutating func lateTimer() {
    desk.start("work", minutes: 30)
    let before = desk.machine
    for generation in -1...50 { desk.give(.timer(generation: generation)) }
    #expect(desk.machine.state == before.state)
    #expect(desk.log.count == 2)
  }

  @Test("the time for which the service was not running is logged", arguments: [0, 90])
  func gap(seconds: Int64) {
    var desk = Desk(settings())
    desk.start("work")
    desk.crash(.seconds(seconds))
    #expect(told(desk.events).last == "recovered \(seconds)")
  }

  @Test("attempts on blocked things are counted while the shield is up")
  mutating func attempts() {
    desk.give(.attempt(Attempt(kind: .site, name: "reddit.com")))
    desk.start("work")
    desk.give(.attempt(Attempt(kind: .site, name: "reddit.com")))
    desk.give(.attempt(Attempt(kind: .app, name: "steam")))
    desk.ask(.takeBreak(minutes: 5))
    desk.give(.attempt(Attempt(kind: .site, name: "reddit.com")))
    #expect(desk.status.attempts == 2)
  }
}
