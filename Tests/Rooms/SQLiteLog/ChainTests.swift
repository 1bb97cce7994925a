import FocusPorts
import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import SQLiteLog
import SessionRehearsal
import TestSupport
import Testing

/// What happened to a log while no service ran is told at the next start, in one line.
@Suite(.realParts) struct ChainTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("log.sqlite") }

  private func open(_ path: String) throws -> SQLiteLog { try SQLiteLog(path: path) { _ in .fault("no links here") } }

  private func sqlite(_ sql: String) throws -> [String] {
    let outcome = try BuiltProgram(at: "/usr/bin/sqlite3").run([path, sql])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.lines
  }

  /// A service that ran and was stopped, or killed.
  private func run(_ facts: [Fact], settings: Settings? = .shipped, stops: Bool = true) async throws {
    let log = try open(path)
    _ = try await log.recall()
    await log.beginTending()
    for fact in facts { try await log.record([fact], settings: settings, at: fact.stamp.moment) }
    let moment = try #require(facts.last).stamp.moment
    if stops { return try await log.noteStop(at: moment) }
    // What is left behind where nobody closes anything.
    await log.tend()
    for ending in ["", "-wal", "-anchor"] {
      try Files.replace(folder("kept\(ending)"), with: Files.read(path + ending))
    }
    try await log.noteStop(at: moment)
    for ending in ["", "-wal", "-anchor"] {
      try Files.replace(path + ending, with: Files.read(folder("kept\(ending)")))
    }
  }

  /// What the next start tells, and the one after it.
  private func told() async throws -> [String?] {
    var told: [String?] = []
    for _ in 0..<2 {
      let log = try open(path)
      _ = try await log.recall()
      await log.beginTending()
      while await log.followOn() {}
      told.append(log.incident?.sentence)
      try await log.noteStop(at: Moment(wall: Timestamp(milliseconds: 2_000_000_000_000), steady: 1, boot: BootID("b")))
    }
    return told
  }

  private func days(_ seed: UInt64, steps: Int = 120) -> [Fact] { RandomDays.desk(seed: seed, steps: steps).log }

  @Test("a person can make the digests, too")
  func besideCoreutils() async throws {
    let facts = Array(days(31).prefix(12))
    try await run(facts)
    for table in ["facts", "settings"] {
      var before = ""
      let kind = table == "facts" ? "kind" : "'settings'"
      let rows = try sqlite("SELECT lower(hex(chain)) || ' ' || wall || ' ' || \(kind) || ' ' || body FROM \(table)")
      #expect(rows.count == facts.count)
      for row in rows {
        let digest = String(row.prefix(32))
        let script = "printf '%s' \"$0\" | b2sum -l 128"
        let outcome = try BuiltProgram(at: "/bin/sh").run(["-c", script, before + row.dropFirst(32)])
        #expect(outcome.output.prefix(32) == digest)
        before = digest
      }
    }
  }

  @Test("a log that nobody touched is told of by nobody", arguments: [true, false])
  func untouched(stops: Bool) async throws {
    try await run(days(32), stops: stops)
    #expect(try await told() == [nil, nil])
    try await run(days(32), stops: stops)
    #expect(try await told() == [nil, nil])
  }

  /// A deed, and what is told of it.
  @Test(
    "each deed is told once",
    arguments: [
      ("DELETE FROM facts WHERE seq > (SELECT max(seq) - 7 FROM facts)", "The log lacks its last 7 entries: "),
      ("DELETE FROM facts WHERE seq = (SELECT max(seq) FROM facts)", "The log lacks its last entry: "),
      ("DELETE FROM facts", "The log is empty, and had "),
      ("DELETE FROM facts WHERE seq BETWEEN 11 AND 19", "Entries 11 to 19 of the log are missing."),
      ("DELETE FROM facts WHERE seq = 1", "Entry 1 of the log is missing."),
      (
        "UPDATE facts SET body = replace(body, '\"tick\":', '\"tick\": ') WHERE seq = 12", "Entry 12 of the log is not "
      ),
      ("UPDATE facts SET wall = wall + 1 WHERE seq = 13", "Entry 13 of the log is not "),
      ("UPDATE facts SET kind = 'x' WHERE seq = 14", "Entry 14 of the log is not "),
      ("UPDATE facts SET chain = zeroblob(16) WHERE seq = (SELECT max(seq) FROM facts)", "The log is not the one "),
      (
        "INSERT INTO facts (wall, kind, body) SELECT wall, kind, body FROM facts ORDER BY seq DESC LIMIT 1",
        " was not written by FocusKey."
      ),
      ("DELETE FROM settings WHERE seq = (SELECT max(seq) FROM settings)", "The log lacks the newest settings: "),
      ("UPDATE settings SET body = body || ' '", "The settings in the log are not as FocusKey wrote them."),
    ])
  func deeds(sql: String, words: String) async throws {
    try await run(days(33))
    _ = try sqlite(sql)
    let told = try await told()
    #expect(told[0]?.contains(words) == true, "\(told)")
    #expect(told[1] == nil)
    // Nothing that comes later is told of for it.
    try await run(Array(days(34).prefix(5)))
    #expect(try await self.told() == [nil, nil])
  }

  @Test("an older copy laid over the log is told, with what it lacks")
  func olderCopy() async throws {
    try await run(Array(days(35).prefix(20)))
    try Files.replace(folder("older"), with: Files.read(path))
    try await run(Array(days(35).dropFirst(20).prefix(9)))
    try Files.replace(path, with: Files.read(folder("older")))
    let log = try open(path)
    _ = try await log.recall()
    #expect(log.incident?.word == "incomplete" && log.incident?.cause == .cut)
    #expect(log.incident?.sentence.hasPrefix("The log lacks its last 9 entries: ") == true)
  }

  @Test("a write-ahead log that is emptied after a kill is told", arguments: [0, 32, 9000])
  func emptiedAfterAKill(length: off_t) async throws {
    try await run(days(36), stops: false)
    try #require(unsafe truncate(path + "-wal", length) == 0)
    let told = try await told()
    #expect(told[0]?.hasPrefix("The log ") == true && told[0]?.contains("cut it") == true, "\(told)")
    #expect(told[1] == nil)
  }

  @Test("an empty file in place of the log is not a new log without a word")
  func emptyFile() async throws {
    let facts = days(37)
    try await run(facts)
    try Files.remove(path)
    #expect(try await told()[0]?.hasPrefix("The log is empty, and had \(facts.count) entries: ") == true)
  }

  @Test("without its anchor a log says that it cannot tell, once; one that was put there on purpose says nothing")
  func noAnchor() async throws {
    try await run(days(38))
    try Files.replace(path + "-anchor", with: Array("focuskey-log\nfacts 1\n".utf8))
    #expect(
      try await told() == [
        "Whether the log is whole cannot be told: the file that says where it ends is missing.", nil,
      ])
    try Files.remove(path + "-anchor")
    let log = try open(path)
    _ = try await log.recall()
    #expect(log.incident?.word == "unproven")
    try await log.noteStop(at: Moment(wall: Timestamp(milliseconds: 2_000_000_000_000), steady: 1, boot: BootID("b")))
    try LogAnchor.letAnotherFollow(at: path)
    #expect(try await told() == [nil, nil])
  }

  @Test("an anchor that is deleted while the service runs is written again")
  func anchorInPlace() async throws {
    let log = try open(path)
    _ = try await log.recall()
    await log.beginTending()
    for fact in days(39) { try await log.record([fact], settings: .shipped, at: fact.stamp.moment) }
    await log.tend()
    let before = try Files.read(path + "-anchor")
    try Files.remove(path + "-anchor")
    await log.look()
    #expect(try Files.read(path + "-anchor") == before && log.incident == nil)
  }

  @Test("an older layout goes on as it is, and is chained from now on")
  func olderLayout() async throws {
    let facts = days(40)
    try await run(facts)
    _ = try sqlite(
      """
      ALTER TABLE facts DROP COLUMN chain; ALTER TABLE settings DROP COLUMN chain;
      ALTER TABLE checkpoint DROP COLUMN chain; ALTER TABLE projected DROP COLUMN sum; DROP TABLE seams;
      DROP INDEX excused; DROP INDEX taken_back;
      ALTER TABLE days DROP COLUMN visits; ALTER TABLE days DROP COLUMN visit_time; PRAGMA user_version = 6
      """)
    try Files.remove(path + "-anchor")
    #expect(try await told() == [nil, nil])
    try await run(Array(facts.prefix(9)))
    #expect(try await told() == [nil, nil])
    #expect(try sqlite("SELECT count(*), count(chain) FROM facts") == ["\(facts.count + 9)|9"])
    _ = try sqlite("DELETE FROM facts WHERE seq = \(facts.count + 4)")
    #expect(try await told() == ["Entry \(facts.count + 4) of the log is missing.", nil])
  }

  @Test("a large log is followed while the service runs")
  func large() async throws {
    let facts = days(41, steps: 400)
    let log = try open(path)
    _ = try await log.recall()
    var count = 0
    while count < 6000 {
      try await log.record(facts, settings: nil, at: facts[0].stamp.moment)
      count += facts.count
    }
    try await log.noteStop(at: facts[0].stamp.moment)
    #expect(try await told() == [nil, nil])
    _ = try sqlite("UPDATE facts SET body = replace(body, '\"tick\":', '\"tick\": ') WHERE seq = 2222")
    #expect(try await told() == ["Entry 2222 of the log is not as FocusKey wrote it.", nil])
  }

  /// Bits all over a stopped log: refused, told, or without any effect on what the log says.
  @Test("no bit that flips takes a session away without a word", arguments: [0, 1, 2, 3])
  func flips(part: Int) async throws {
    let facts = days(42, steps: 260)
    try await run(facts)
    let octets = try Files.read(path)
    let anchor = try Files.read(path + "-anchor")
    let right = try await said()
    #expect(right.sessions > 20)
    var counts = (refused: 0, told: 0, harmless: 0)
    for bit in stride(from: part, to: octets.count * 8, by: 4099 * 4) {
      var spoilt = octets
      spoilt[bit / 8] ^= 1 << (bit % 8)
      for file in try Files.names(inFolder: folder.path) { try Files.remove(folder(file)) }
      try Files.replace(path, with: spoilt)
      try Files.replace(path + "-anchor", with: anchor)
      do {
        let found = try await said()
        if found.told {
          counts.told += 1
        } else {
          let isSame = found == right
          #expect(
            isSame, "bit \(bit): octet \(bit / 8 % 4096) of page \(bit / 8 / 4096 + 1), \(found.sessions) sessions")
          counts.harmless += 1
        }
      } catch is LogError { counts.refused += 1 }
    }
    #expect(counts.refused > 0 && counts.told > 0, "\(counts)")
  }

  private struct Said: Equatable {
    var told: Bool
    var sessions: Int
    var text: String
  }

  /// All that a log says: what was told at its start, its facts, sessions and days.
  private func said() async throws -> Said {
    let log = try open(path)
    let recollection = try await log.recall()
    let moment = Moment(wall: Timestamp(milliseconds: 1_700_000_000_000), steady: 1, boot: BootID("b"))
    let sessions = try await log.sessions(since: nil, until: nil, profile: nil)
    let paged = try await log.page(SessionPage(limit: 10_000))
    let statistics = try await log.statistics(at: moment)
    let bodies = try LogReader(path: path).bodies(after: 0, most: .max).map { $0.text }
    var machine = SessionMachine(
      settings: recollection.settings ?? .shipped, checkpoint: recollection.checkpoint)
    for fact in recollection.facts { machine.apply(fact) }
    return Said(
      told: log.incident != nil, sessions: sessions.count,
      text: "\(sessions) \(paged.count) \(statistics) \(bodies) \(machine.settings) \(machine.state) \(machine.ledger)")
  }
}
