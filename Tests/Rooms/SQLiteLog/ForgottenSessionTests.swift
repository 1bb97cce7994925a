import FocusHistory
import FocusPorts
import FocusWire
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// A session that is forgotten is in no line and no total, and what limits are counted from is as before.
@Suite(.realParts) struct ForgottenSessionTests {
  private func open(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  private func made(_ path: String) throws -> [String] {
    try ["sessions", "days", "hours"].map { table in
      let order = table == "hours" ? "WHERE focused > 0 ORDER BY 1" : "ORDER BY 1"
      return try BuiltProgram(at: "/usr/bin/sqlite3").run([path, "SELECT * FROM \(table) \(order)"]).output
    }
  }

  /// The wish to forget a session.
  private func fact(_ record: SessionRecord, after last: Fact) throws -> Fact {
    let ended = try #require(record.ended)
    return Fact(
      stamp: last.stamp,
      body: .plan(.forgotten(ForgottenSession(id: record.id, began: record.started, ended: ended))))
  }

  @Test("lines and totals are as a fold over the rest has them", arguments: 1...8 as ClosedRange<UInt64>)
  func totals(seed: UInt64) async throws {
    let folder = TemporaryFolder()
    let path = folder("log.sqlite")
    let desk = RandomDays.desk(seed: seed, steps: 300)
    let log = try open(path)
    try await log.record(desk.log, settings: nil, at: desk.now)
    let records = try await log.sessions(since: nil, until: nil, profile: nil).filter { $0.ended != nil }
    try #require(records.count > 2)
    let gone = records.enumerated().filter { $0.offset % 3 == Int(seed % 3) }.map { $0.element }
    var facts = desk.log
    // Each one twice: the second time there is nothing to forget.
    for record in gone + gone {
      let wish = try fact(record, after: try #require(facts.last))
      try await log.record([wish], settings: nil, at: desk.now)
      facts.append(wish)
    }
    let left = try await log.sessions(since: nil, until: nil, profile: nil)
    #expect(left.allSatisfy { one in !gone.contains { $0.id == one.id } })
    #expect(left.filter { $0.ended != nil }.count == records.count - gone.count)
    let stamp = desk.machine.stamp(at: desk.now)
    let statistics = try await log.statistics(at: desk.now)
    #expect(statistics == Statistics(of: facts, at: stamp, in: .utc))
    #expect(statistics != Statistics(of: desk.log, at: stamp, in: .utc))

    // Made again from the facts it is the same.
    let before = try made(path)
    _ = try BuiltProgram(at: "/usr/bin/sqlite3").run(
      [path, "DELETE FROM projected; DELETE FROM sessions; DELETE FROM days; DELETE FROM hours"])
    _ = try await open(path).recall()
    #expect(try made(path) == before)
  }

  @Test("no exit, no break and no lock comes back by forgetting")
  func limits() async throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let desk = RandomDays.desk(seed: seed, steps: 300)
      var machine = desk.machine
      let last = try #require(desk.log.last)
      var history = HistoryFold(zone: .utc)
      for fact in desk.log {
        for case .ended(let record) in history.fold(fact) { machine.apply(try self.fact(record, after: last)) }
      }
      #expect(machine.ledger == desk.machine.ledger && machine.state == desk.machine.state)
    }
  }

  @Test("an episode of straying goes with its session")
  func strays() throws {
    func stray(_ began: Int64) throws -> Fact {
      let text = """
        {"at":\(began + 5000),"boot":"b","steady":\(began + 5000),"tick":\(began + 5000),"v":4,"fact":"stray-ended",\
        "began":\(began),"ended":\(began + 5000),"causes":["offTask"],"why":"returned","rings":0}
        """
      return try Fact(octets: Array(text.utf8))
    }
    let facts = [try stray(10_000), try stray(60_000)]
    let gone = ForgottenSession(
      id: SessionID("01KAQ00000000000000000000Z"), began: Timestamp(milliseconds: 50_000),
      ended: Timestamp(milliseconds: 90_000))
    #expect(StraySpan.all(of: facts).count == 2)
    let left = StraySpan.all(of: facts + [Fact(stamp: facts[1].stamp, body: .plan(.forgotten(gone)))])
    #expect(left.map { $0.began.milliseconds } == [10_000])
  }
}
