import FocusHistory
import FocusSession
import Following
import SessionRehearsal
import SyncProtocol
import Testing

private func device(_ number: UInt64) -> DeviceID { DeviceID(halves: SyncHalves(high: 0xD, low: number)) }

extension DeviceHistory {
  fileprivate mutating func take(_ facts: some Sequence<Fact>) {
    for fact in facts { take(fact, at: HybridTime(milliseconds: fact.stamp.moment.wall.milliseconds)) }
  }
}

/// Two homes with one past: a desk, and itself as it was when a backup was made.
@Suite("A home that was restored or copied, as the others see it")
struct ContinuingTests {
  private let settings = Settings(profiles: [
    Profile(policy: Policy(profile: "work")), Profile(policy: Policy(profile: "study")),
  ])

  /// What both came to: the history under the id before, and the one under the new id.
  private func histories(_ before: Desk, _ on: Desk, _ restored: Desk) -> [DeviceHistory] {
    var past = DeviceHistory(device: device(1), zone: .utc)
    past.take(before.log)
    var other = past
    other.take(on.log[before.log.count...])
    var new = DeviceHistory(continuing: past, as: device(2))
    new.take(restored.log[before.log.count...])
    return [other, new]
  }

  @Test("a session that was under way at the backup counts once, with the time that it had on either")
  func sessionUnderWay() {
    var desk = Desk(settings)
    desk.start("study", minutes: 10)
    desk.give(.attempt(Attempt(kind: .site, name: "x")))
    desk.pass(.minutes(20))
    desk.start("work", minutes: 60)
    desk.give(.attempt(Attempt(kind: .site, name: "x")))
    desk.pass(.minutes(20))
    let before = desk
    // As it went on: to its end.
    desk.pass(.minutes(50))
    // Restored: an attempt more, and to its end too.
    var restored = before
    restored.give(.attempt(Attempt(kind: .site, name: "x")))
    restored.pass(.minutes(50))
    let union = UnionHistory(histories(before, desk, restored), at: desk.now.wall, in: .utc)
    let all = union.statistics().all
    #expect(all.sessions == 2 && all.completed == 2 && all.attempts == 3)
    #expect(all.focused == .minutes(70))
    let new = UnionHistory([histories(before, desk, restored)[1]], at: desk.now.wall, in: .utc).statistics().all
    #expect(new.sessions == 1 && new.completed == 1 && new.attempts == 1 && new.focused == .minutes(60))
  }

  @Test("what happened on one of them only counts all the same")
  func apart() {
    var desk = Desk(settings)
    desk.start("work", minutes: 10)
    desk.pass(.minutes(20))
    let before = desk
    desk.start("work", minutes: 30)
    desk.pass(.minutes(60))
    var restored = before
    restored.pass(.minutes(100))
    restored.start("study", minutes: 5)
    restored.pass(.minutes(5))
    let all = UnionHistory(histories(before, desk, restored), at: restored.now.wall, in: .utc).statistics().all
    #expect(all.sessions == 3 && all.focused == .minutes(45))
  }

  @Test("under a new id a session goes on where it was, and its asks are the new id's own")
  func peer() {
    var desk = Desk(settings)
    desk.start("work", minutes: 60)
    let here = Here(wall: desk.now.wall, settings: SyncSettings(follow: true, oneCardEndsAll: false))
    var past = Peer(device: device(1))
    for (number, fact) in desk.log.enumerated() { _ = past.hear(fact, number: UInt64(number + 1), at: here) }
    var peer = Peer(continuing: past, as: device(2))
    #expect(peer.device == device(2) && peer.machine.state == past.machine.state)
    let told = desk.log.count
    desk.give(.extend(minutes: 5))
    let asks = desk.log[told...].flatMap { peer.hear($0, number: 2, at: here) }
    guard case .session(let session)? = asks.first?.what else { return #expect(Bool(false), "\(asks)") }
    #expect(asks[0].source.device.text == device(2).text && session.left == .minutes(65))
  }
}
