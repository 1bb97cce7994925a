import FocusHistory
import FocusSession
import Following
import SessionRehearsal
import SyncProtocol
import Testing

private func device(_ number: UInt64) -> DeviceID { DeviceID(halves: SyncHalves(high: 0xD, low: number)) }

private func history(_ desk: Desk, _ number: UInt64, offset: Int64 = 0) -> DeviceHistory {
  var history = DeviceHistory(device: device(number), zone: .utc)
  history.take(Hello(name: "d", offset: offset, halfTrip: 0, seen: Heads()))
  for fact in desk.log { history.take(fact, at: HybridTime(milliseconds: fact.stamp.moment.wall.milliseconds)) }
  return history
}

@Suite("The history over all devices")
struct UnionTests {
  private let settings = Settings(profiles: [
    Profile(policy: Policy(profile: "work")), Profile(policy: Policy(profile: "study")),
  ])

  @Test("of one device it is that device's own", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func oneDevice(seed: UInt64) {
    let desk = RandomDays.desk(seed: seed, steps: 120)
    let stamp = desk.machine.stamp(at: desk.now)
    let own = Statistics(of: desk.log, at: stamp, in: .utc)
    let union = UnionHistory([history(desk, 1)], at: desk.now.wall, in: .utc)
    #expect(union.statistics() == own)
    #expect(union.sessions.count == own.all.sessions)
  }

  @Test("two screens at once count once; attempts, breaks and exits are sums")
  func union() {
    var one = Desk(settings, chance: 1)
    var two = Desk(settings, chance: 2)
    one.start("work", minutes: 60)
    two.pass(.minutes(30))
    two.start("study", minutes: 60)
    two.give(.attempt(Attempt(kind: .site, name: "x")))
    one.pass(.minutes(90))
    two.pass(.minutes(60))
    let union = UnionHistory([history(one, 1), history(two, 2)], at: one.now.wall, in: .utc)
    let statistics = union.statistics()
    #expect(statistics.all.focused == .minutes(90))
    #expect(statistics.all.sessions == 2 && statistics.all.completed == 2 && statistics.all.attempts == 1)
    #expect(UnionHistory([history(two, 2)], at: one.now.wall, in: .utc).statistics().all.focused == .minutes(60))
  }

  @Test("sessions of one profile that overlap are one, under the name of the earliest")
  func joined() {
    var one = Desk(settings, chance: 1)
    var two = Desk(settings, chance: 2)
    two.pass(.minutes(10))
    one.start("work", minutes: 30)
    two.start("work", minutes: 60)
    one.pass(.minutes(100))
    two.pass(.minutes(90))
    let histories = [history(two, 1), history(one, 2)]
    for order in [histories, histories.reversed()] {
      let union = UnionHistory(order, at: one.now.wall, in: .utc)
      #expect(union.sessions.count == 1)
      #expect(union.sessions[0].id == histories[1].sessions.keys.first)
      #expect(union.statistics().all.sessions == 1 && union.statistics().all.focused == .minutes(70))
    }
  }

  @Test("a clock that is a day off changes nothing once it was compared with the mailbox's")
  func skew() {
    var one = Desk(settings, chance: 1)
    var two = Desk(settings, at: "2026-11-24T09:00:00Z", chance: 2)
    one.start("work", minutes: 60)
    two.start("study", minutes: 60)
    one.pass(.minutes(60))
    two.pass(.minutes(60))
    let union = UnionHistory([history(one, 1), history(two, 2, offset: -86_400_000)], at: one.now.wall, in: .utc)
    #expect(union.statistics().all.focused == .minutes(60) && union.statistics().days == 1)
  }

  @Test("a session that is forgotten is in no list and no total")
  func forgotten() {
    var desk = Desk(settings)
    desk.start("work", minutes: 30)
    desk.give(.attempt(Attempt(kind: .site, name: "x")))
    desk.pass(.minutes(40))
    desk.start("study", minutes: 20)
    desk.pass(.minutes(20))
    let history = history(desk, 1)
    let work = history.sessions.values.first { $0.profile == "work" }
    let union = UnionHistory([history], without: [work!.id], at: desk.now.wall, in: .utc)
    #expect(union.sessions.map(\.profile) == ["study"])
    #expect(union.statistics().all.focused == .minutes(20) && union.statistics().all.attempts == 0)
  }

  @Test("of a device that is away, a session counts up to its planned end, else up to what was last heard")
  func away() {
    var planned = Desk(settings, chance: 1)
    planned.start("work", minutes: 30)
    var open = Desk(settings, chance: 2)
    open.start("study")
    open.pass(.minutes(10))
    open.give(.attempt(Attempt(kind: .site, name: "x")))
    let later = planned.now.wall + .days(3)
    func focused(_ desk: Desk) -> Lapse {
      UnionHistory([history(desk, 1)], at: later, in: .utc).statistics().all.focused
    }
    #expect(focused(planned) == .minutes(30))
    #expect(focused(open) == .minutes(10))
  }

  @Test("a session of several devices is one line, told by the device that looks, with all focus and attempts")
  func lines() {
    var one = Desk(settings, chance: 1)
    var two = Desk(settings, chance: 2)
    let reddit = Attempt(kind: .site, name: "reddit.com")
    one.start("work", minutes: 60)
    one.give(.attempt(reddit))
    two.pass(.minutes(30))
    two.start("work", minutes: 60)
    two.give(.attempt(reddit))
    two.give(.attempt(Attempt(kind: .app, name: "steam")))
    one.pass(.minutes(100))
    two.pass(.minutes(200))
    two.start("study", minutes: 10)
    two.pass(.minutes(20))
    let union = UnionHistory(
      [history(one, 1, offset: 5000), history(two, 2, offset: 5000)], at: two.now.wall, in: .utc)
    // Its clock was compared again since: what was here stays at its own times.
    let lines = union.lines(for: device(2), offset: Lapse(milliseconds: 4999))
    #expect(lines.map { $0.devices } == [[device(1), device(2)], [device(2)]])
    let work = lines[0].record
    let own = history(two, 2).sessions.values.first { $0.profile == "work" }?.record
    #expect(work.id == own?.id && work.ended == own?.ended && work.why == .completed)
    #expect(work.started == history(one, 1).sessions.values.first?.began)
    #expect(work.focused == .minutes(90) && work.attempts == 3)
    #expect(
      work.details.attempts == [
        .init(what: reddit, times: 2), .init(what: Attempt(kind: .app, name: "steam"), times: 1),
      ])
    #expect(lines[1].record == history(two, 2).sessions.values.first { $0.profile == "study" }?.record)
  }
}
