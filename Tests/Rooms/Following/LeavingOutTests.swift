import DeviceRehearsal
import FocusHistory
import FocusSession
import Following
import SessionRehearsal
import SyncProtocol
import Testing

@Suite("What is left of a session that is to be forgotten")
struct LeavingOutTests {
  /// The sessions of a log that are over.
  private func ended(_ log: [Fact]) -> [SessionID] {
    log.compactMap { if case .sessionEnded(let ending) = $0.body { ending.id } else { nil } }
  }

  private func kept(_ log: [Fact], without gone: SessionID) -> [Fact] {
    var leaving = LeavingOut([gone])
    return log.compactMap { fact in
      switch leaving.keep(of: fact) {
      case .whole: fact
      case .part(let part): part
      case .nothing: nil
      }
    }
  }

  @Test("the history without it, and what limits are counted from, are the same; what was tried in it is gone")
  func sameForAll() throws {
    let keys = try RehearsalKeys()
    var (left, logs) = (0, 0)
    for seed: UInt64 in 0..<12 {
      var household = RandomHousehold(seed: 55 << 32 | seed, keys)
      household.live(steps: 200)
      for device in household.devices {
        let log = device.desk.log.filter(\.isShared)
        for gone in ended(log) {
          let rest = kept(log, without: gone)
          left += log.count - rest.count
          logs += 1
          try expectSame(log, rest, without: gone, on: device.id, "seed \(seed)")
        }
      }
    }
    #expect(logs > 30 && left > 10, "\(logs) sessions, \(left) facts left out")
  }

  private func expectSame(
    _ log: [Fact], _ rest: [Fact], without gone: SessionID, on device: DeviceID, _ note: Comment
  ) throws {
    let now = try #require(log.last).stamp.moment.wall
    let unions = [log, rest].map { facts in
      var history = DeviceHistory(device: device, zone: .utc)
      for fact in facts { history.take(fact, at: HybridTime(milliseconds: fact.stamp.moment.wall.milliseconds)) }
      return UnionHistory([history], without: [gone], at: now, in: .utc)
    }
    #expect(unions[0].statistics() == unions[1].statistics(), note)
    #expect(unions[0].sessions == unions[1].sessions && unions[0].strays == unions[1].strays, note)
    let peers = [log, rest].map { facts in
      var peer = Peer(device: device)
      let here = Here(wall: now, settings: SyncSettings(follow: true))
      for (place, fact) in facts.enumerated() { _ = peer.hear(fact, number: UInt64(place + 1), at: here) }
      return peer
    }
    #expect(peers[0].machine.ledger == peers[1].machine.ledger, note)
    #expect(peers[0].machine.state == peers[1].machine.state, note)
  }

  @Test("the task of a session is gone, of others it stays")
  func task() throws {
    var household = RandomHousehold(seed: 3, try RehearsalKeys())
    household.live(steps: 60)
    let log = household.devices[0].desk.log
    let starts = log.compactMap { if case .sessionStarted(let start) = $0.body { start } else { nil } }
    let gone = try #require(starts.first)
    for fact in kept(log, without: gone.id) {
      guard case .sessionStarted(let start) = fact.body else { continue }
      #expect(start.task == (start.id == gone.id ? nil : starts.first { $0.id == start.id }?.task))
    }
  }
}
