import FocusHistory
import FocusPorts
import FocusWire
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// What is kept beside the facts: it is nothing but what they come to, after whatever happened to the file.
@Suite(.realParts) struct ProjectionTests {
  private let sqlite = BuiltProgram(at: "/usr/bin/sqlite3")

  private func open(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  private func ask(_ path: String, _ sql: String) throws -> String {
    let outcome = try sqlite.run([path, sql])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output
  }

  private func made(_ path: String) throws -> [String] {
    try ["sessions", "days", "hours"].map { try ask(path, "SELECT * FROM \($0) ORDER BY 1") }
  }

  /// Hands facts in and stops, which keeps what they came to.
  private func recordAndStop(_ facts: [Fact], in log: SQLiteLog) async throws {
    try await record(facts, in: log)
    try await log.noteStop(at: try #require(facts.last).stamp.moment)
  }

  /// Hands facts in as an engine does: a few at a time.
  private func record(_ facts: [Fact], in log: SQLiteLog) async throws {
    var rest = facts[...]
    while let first = rest.first {
      let portion = rest.prefix(1 + Int(first.stamp.tick.milliseconds % 3))
      rest = rest.dropFirst(portion.count)
      try await log.record(Array(portion), settings: nil, at: portion.last?.stamp.moment ?? first.stamp.moment)
    }
  }

  @Test("days and hours are what a plain reckoning gives", arguments: 1...6 as ClosedRange<UInt64>)
  func daysAndHours(seed: UInt64) async throws {
    let folder = TemporaryFolder()
    let facts = RandomDays.desk(seed: seed, steps: 120).log
    try await recordAndStop(facts, in: try open(folder("log.sqlite")))
    let plain = PlainReckoning(facts)
    let days = plain.days.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.key)|\($0.value)\n" }.joined()
    let hours = plain.hours.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.key)|\($0.value)\n" }
      .joined()
    #expect(try ask(folder("log.sqlite"), "SELECT day, focused FROM days WHERE focused > 0 ORDER BY day") == days)
    #expect(try ask(folder("log.sqlite"), "SELECT hour, focused FROM hours ORDER BY hour") == hours)
    let counted = try ask(
      folder("log.sqlite"),
      "SELECT sum(sessions), sum(completed), sum(breaks), sum(kept), sum(ended), sum(attempts) FROM days")
    #expect(counted == plain.counts.map { "\($0)" }.joined(separator: "|") + "\n")
  }

  @Test("a start goes on from a checkpoint and comes to the same")
  func checkpoint() async throws {
    let folder = TemporaryFolder()
    let desk = RandomDays.desk(seed: 4, steps: 900)
    try await record(desk.log, in: try open(folder("log.sqlite")))
    let recollection = try await open(folder("log.sqlite")).recall()
    #expect(recollection.checkpoint != nil)
    #expect(recollection.facts.count < desk.log.count / 2)
    var machine = SessionMachine(settings: desk.machine.settings, checkpoint: recollection.checkpoint)
    for fact in recollection.facts { machine.apply(fact) }
    #expect(machine.state == desk.folded.state)
    #expect(machine.ledger == desk.folded.ledger)
    #expect(machine.last == desk.folded.last)
  }

  @Test("a note about a session that ended is with it, also after all is made again from the facts")
  func notes() async throws {
    let folder = TemporaryFolder()
    let desk = RandomDays.desk(seed: 7, steps: 300)
    let ended = desk.log.compactMap { fact in if case .sessionEnded(let ending) = fact.body { ending.id } else { nil } }
    let last = try #require(desk.log.last)
    let path = folder("log.sqlite")
    let log = try open(path)
    try await record(desk.log, in: log)
    try #require(ended.count > 1)
    for (session, words) in [(ended[0], "first"), (ended[1], "gone"), (ended[0], "second"), (ended[1], "")] {
      let fact = Fact(stamp: last.stamp, body: .plan(.noted(session, words)))
      try await log.record([fact], settings: nil, at: fact.stamp.moment)
    }
    let records = try await log.sessions(since: nil, until: nil, profile: nil)
    #expect(records.first { $0.id == ended[0] }?.details.note == "second")
    #expect(records.filter { $0.details.note != nil }.count == 1)
    try await log.noteStop(at: last.stamp.moment)
    let before = try made(path)
    _ = try ask(path, "DELETE FROM projected; DELETE FROM sessions; DELETE FROM days; DELETE FROM hours")
    _ = try await open(path).recall()
    #expect(try made(path) == before)
  }

  @Test("a checkpoint that cannot be read is made anew from the facts")
  func foreignCheckpoint() async throws {
    let folder = TemporaryFolder()
    let desk = RandomDays.desk(seed: 5, steps: 900)
    try await record(desk.log, in: try open(folder("log.sqlite")))
    _ = try ask(folder("log.sqlite"), "UPDATE checkpoint SET body = '{\"v\":77}'")
    let recollection = try await open(folder("log.sqlite")).recall()
    #expect(recollection.checkpoint == nil)
    #expect(recollection.facts == desk.log)
  }

  @Test("a log of the first layout is brought up to date: sessions, days and hours are made from its facts")
  func firstLayout() async throws {
    let folder = TemporaryFolder()
    let desk = RandomDays.desk(seed: 6, steps: 300)
    try await recordAndStop(desk.log, in: try open(folder("new.sqlite")))
    var script = FirstLayout.sql
    for fact in desk.log {
      let body = fact.json.text.replacing("'", with: "''")
      script +=
        "INSERT INTO facts (wall, kind, body) VALUES (\(fact.stamp.moment.wall.milliseconds), 'x', '\(body)');\n"
    }
    // As the first layout kept a session: less than today, and not all of it right.
    script += "INSERT INTO sessions (id, profile, started) VALUES ('01OLD', 'work', 5);\n"
    let made = try sqlite.run([folder("old.sqlite")], input: Array(script.utf8))
    #expect(made.exitCode == 0, "\(made.errors)")

    let log = try open(folder("old.sqlite"))
    let recollection = try await log.recall()
    #expect(recollection.lastAlive == desk.log.last?.stamp.moment)
    #expect(recollection.settings?.promise == "old")
    try await log.noteStop(at: try #require(desk.log.last).stamp.moment)
    #expect(try self.made(folder("old.sqlite")) == self.made(folder("new.sqlite")))
    #expect(try ask(folder("old.sqlite"), "PRAGMA user_version") == ask(folder("new.sqlite"), "PRAGMA user_version"))
    let columns = """
      SELECT s.type, s.name, c.* FROM sqlite_schema s LEFT JOIN pragma_table_xinfo(s.name) c ORDER BY s.name, c.cid
      """
    #expect(try ask(folder("old.sqlite"), columns) == ask(folder("new.sqlite"), columns))
  }

  /// Lets nothing be written to a table from now on.
  private func refuseWrites(to table: String, in path: String) throws {
    _ = try ask(
      path,
      """
      CREATE TRIGGER fi BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'no space left'); END;
      CREATE TRIGGER fu BEFORE UPDATE ON \(table) BEGIN SELECT RAISE(ABORT, 'no space left'); END;
      """)
  }

  @Test("when the disk fails, what is in memory is as before too", arguments: ["facts", "settings"])
  func failingDisk(table: String) async throws {
    let folder = TemporaryFolder()
    let facts = RandomDays.desk(seed: 9, steps: 160).log
    let log = try open(folder("log.sqlite"))
    let half = facts.count / 2
    try await record(Array(facts[..<half]), in: log)
    let before = try await log.sessions(since: nil, until: nil, profile: nil)
    let moment = try #require(facts.last?.stamp.moment)
    try refuseWrites(to: table, in: folder("log.sqlite"))
    for _ in 0..<3 {
      await #expect(throws: LogError.self) {
        try await log.record(Array(facts[half...]), settings: .shipped, at: moment)
      }
    }
    _ = try ask(folder("log.sqlite"), "DROP TRIGGER fi; DROP TRIGGER fu")
    #expect(try await log.sessions(since: nil, until: nil, profile: nil) == before)
    #expect(try ask(folder("log.sqlite"), "SELECT count(*) FROM facts") == "\(half)\n")
    #expect(try ask(folder("log.sqlite"), "SELECT count(*) FROM settings") == "0\n")

    // The rest goes in as if nothing had been.
    try await recordAndStop(Array(facts[half...]), in: log)
    try await recordAndStop(facts, in: try open(folder("other.sqlite")))
    #expect(try made(folder("log.sqlite")) == made(folder("other.sqlite")))
    #expect(try await log.statistics(at: moment) == open(folder("other.sqlite")).recalled().statistics(at: moment))
  }

  @Test(
    "facts are recorded and told also while nothing can be kept beside them",
    arguments: ["sessions", "days", "hours", "projected", "checkpoint"])
  func nothingKept(table: String) async throws {
    let folder = TemporaryFolder()
    let facts = RandomDays.desk(seed: 9, steps: 300).log
    let (log, other) = (try open(folder("log.sqlite")), try open(folder("other.sqlite")))
    let third = facts.count / 3
    try await record(Array(facts[..<third]), in: log)
    try refuseWrites(to: table, in: folder("log.sqlite"))
    try await record(Array(facts[third..<2 * third]), in: log)
    try await record(Array(facts[..<(2 * third)]), in: other)
    let moment = facts[2 * third - 1].stamp.moment
    #expect(
      try await log.sessions(since: nil, until: nil, profile: nil)
        == other.sessions(since: nil, until: nil, profile: nil))
    #expect(try await log.statistics(at: moment) == other.statistics(at: moment))
    _ = try ask(folder("log.sqlite"), "DROP TRIGGER fi; DROP TRIGGER fu")
    try await recordAndStop(Array(facts[(2 * third)...]), in: log)
    try await recordAndStop(facts, in: try open(folder("whole.sqlite")))
    #expect(try made(folder("log.sqlite")) == made(folder("whole.sqlite")))
  }

  @Test("what an older program left unmade is made at the next start")
  func leftBehind() async throws {
    let folder = TemporaryFolder()
    let facts = RandomDays.desk(seed: 10, steps: 200).log
    try await recordAndStop(facts, in: try open(folder("log.sqlite")))
    let whole = try made(folder("log.sqlite"))
    for damage in [
      "DELETE FROM projected; DELETE FROM sessions; DELETE FROM days; DELETE FROM hours",
      "UPDATE projected SET seq = 7; UPDATE days SET focused = 1",
    ] {
      _ = try ask(folder("log.sqlite"), damage)
      _ = try await open(folder("log.sqlite")).recall()
      #expect(try made(folder("log.sqlite")) == whole)
    }
  }
}

extension SQLiteLog {
  /// The log once it has been recalled.
  fileprivate func recalled() throws -> SQLiteLog {
    _ = try recall()
    return self
  }
}

/// Focus by day and hour the slow way: every stretch of focus is walked through in steps of at most a second.
private struct PlainReckoning {
  var days: [Int64: Int64] = [:]
  var hours: [Int64: Int64] = [:]
  /// Sessions, completed ones, breaks, questions after which the focus went on, questions that ended it, attempts.
  var counts = [0, 0, 0, 0, 0, 0]

  init(_ facts: [Fact]) {
    var since: Int64?
    for fact in facts {
      let now = fact.stamp.moment.wall.milliseconds
      switch fact.body {
      case .sessionStarted:
        counts[0] += 1
        since = now
      case .breakStarted:
        counts[2] += 1
        walk(since, now)
        since = nil
      case .breakEnded: since = now
      case .sessionEnded(let ending):
        if ending.why == .completed { counts[1] += 1 }
        walk(since, now)
        since = nil
      case .questionAnswered(let answer, _): counts[answer == .end || answer == .switchProfile ? 4 : 3] += 1
      case .attempted: counts[5] += 1
      default: break
      }
    }
  }

  private mutating func walk(_ since: Int64?, _ end: Int64) {
    guard var now = since else { return }
    while now < end {
      let next = min(end, (now / 1000 + 1) * 1000)
      days[now / 86_400_000, default: 0] += next - now
      hours[now / 3_600_000 % 24, default: 0] += next - now
      now = next
    }
  }
}

/// The first layout, as it stood when the first logs were written with it.
private enum FirstLayout {
  static let sql = """
    PRAGMA application_id = 1179338073; PRAGMA user_version = 1;
    CREATE TABLE facts (seq INTEGER PRIMARY KEY, wall INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL) STRICT;
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, profile TEXT NOT NULL, task TEXT, started INTEGER NOT NULL, ended INTEGER,
      planned_end INTEGER, why TEXT, focused INTEGER NOT NULL DEFAULT 0, breaks INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE INDEX sessions_by_start ON sessions (started);
    CREATE TABLE settings (seq INTEGER PRIMARY KEY, wall INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
    CREATE TABLE alive (
      id INTEGER PRIMARY KEY CHECK (id = 1), wall INTEGER NOT NULL, steady INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
    INSERT INTO alive VALUES (1, 77, 5, 'boot');
    INSERT INTO settings (wall, body) VALUES (0, '{"profiles":[{"id":"work"}],"keys":[],"promise":"old"}');

    """
}
