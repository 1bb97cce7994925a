import LinuxRuntime
import SyncFiles
import TestSupport
import Testing

/// A store that keeps hexadecimal digits, as versions before this one made it.
@Suite struct EarlierStoreTests {
  private let folder = TemporaryFolder()
  private let desk = DeviceID(halves: SyncHalves(high: 7, low: 1))
  private let laptop = DeviceID(halves: SyncHalves(high: 7, low: 2))

  private var path: String { folder("sync.sqlite") }

  /// What an earlier version runs each time it opens the store.
  private let opening = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS own (
      number INTEGER PRIMARY KEY, chain TEXT NOT NULL, message TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS heard (
      device TEXT NOT NULL, number INTEGER NOT NULL, message TEXT NOT NULL, PRIMARY KEY (device, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS state (
      id INTEGER PRIMARY KEY CHECK (id = 1), taken INTEGER NOT NULL DEFAULT 0, acknowledged INTEGER NOT NULL DEFAULT 0,
      clock INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'offline', why TEXT NOT NULL DEFAULT '',
      process INTEGER NOT NULL DEFAULT 0) STRICT;
    INSERT OR IGNORE INTO state (id) VALUES (1);
    """

  /// The last of the earlier versions, with something in each of its tables.
  private func makeEarlier(messages: Int = 3) throws {
    let database = try Connection(path: path)
    try database.execute(opening)
    try database.execute(
      """
      ALTER TABLE state ADD COLUMN device TEXT;
      ALTER TABLE state ADD COLUMN mark TEXT NOT NULL DEFAULT '';
      ALTER TABLE state ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE state ADD COLUMN carried TEXT NOT NULL DEFAULT '';
      ALTER TABLE state ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE line (
        place INTEGER PRIMARY KEY, device TEXT NOT NULL, number INTEGER NOT NULL, fact INTEGER NOT NULL,
        mark TEXT NOT NULL) STRICT;
      CREATE TABLE move (
        id INTEGER PRIMARY KEY CHECK (id = 1), since INTEGER NOT NULL, mover TEXT NOT NULL, carrier TEXT NOT NULL,
        box TEXT NOT NULL, here INTEGER NOT NULL DEFAULT 0, tried INTEGER NOT NULL DEFAULT 0,
        why TEXT NOT NULL DEFAULT '') STRICT;
      CREATE TABLE awaited (device TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT;
      CREATE TABLE setting (
        item TEXT PRIMARY KEY, time INTEGER, device TEXT, value TEXT, seen TEXT, open INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      UPDATE state SET taken = \(messages), device = '\(desk.text)';
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(messages))
        INSERT INTO own SELECT i, '\(ChainLink.start.text)', lower(hex(printf('own %d', i))) FROM n;
      INSERT INTO heard VALUES ('\(laptop.text)', 1, '00ff01'), ('\(laptop.text)', 2, 'no digits'),
        ('\(laptop.text)', 3, 'abc');
      INSERT INTO move (id, since, mover, carrier, box, why)
        VALUES (1, 9, '\(laptop.text)', 'folder', 'deadbeef', 'it''s away');
      INSERT INTO setting VALUES ('profile/work', 5, '\(laptop.text)', '7b7d', NULL, 1),
        ('profile/it''s gone', 6, '\(laptop.text)', NULL, '', 0);
      """)
  }

  @Test func messagesBoxesAndSettingsComeAlong() throws {
    try makeEarlier()
    // Twice: the second time everything is there.
    for _ in 1...2 {
      let store = try SyncStore(path: path)
      #expect(try store.own(after: 0, most: 9).map { $0.message } == (1...3).map { Array("own \($0)".utf8) })
      #expect(try store.own(after: 0, most: 9).map { $0.number } == [1, 2, 3])
      #expect(try store.heard(laptop, after: 0, most: 9).map { $0.message } == [[0, 255, 1], [], []])
      let move = try #require(try store.move())
      #expect(
        move.box == [0xDE, 0xAD, 0xBE, 0xEF] && move.why == "it's away" && move.mover == laptop && move.since == 9)
      #expect(try store.waitingSettings() == ["profile/work"])
      try store.settings { page throws(SQLiteError) in
        #expect(page.ledger.words.items["profile/work"]?.value == Array("{}".utf8))
        #expect(page.ledger.words.items["profile/it's gone"].map { $0.value == nil } == true)
        #expect(page.ledger.seen == ["profile/it's gone": []])
        return nil
      }
    }
  }

  @Test func theRoomOfTheDigitsGoesBackToTheDisk() throws {
    try makeEarlier(messages: 5000)
    // As long as a usual fact.
    try Connection(path: path).execute("UPDATE own SET message = hex(zeroblob(200)); PRAGMA wal_checkpoint(TRUNCATE)")
    let digits = try Files.read(path).count
    _ = try SyncStore(path: path)
    let octets = try Files.read(path).count
    #expect(octets < digits * 6 / 10, "\(digits) -> \(octets)")
  }

  /// A service of before that still runs, or one that is started again, neither reads nor writes anything.
  @Test func anEarlierProgramIsRefused() throws {
    try makeEarlier()
    let running = try Connection(path: path)
    _ = try running.prepare("SELECT number, message FROM own").step()
    _ = try SyncStore(path: path)
    expectRefusal(by: running)
    let restarted = try Connection(path: path)
    try restarted.execute(opening)
    expectRefusal(by: restarted)
    #expect(try SyncStore(path: path).own(after: 0, most: 9).count == 3)
  }

  private func expectRefusal(by database: borrowing Connection) {
    for sql in [
      "SELECT number, chain FROM own ORDER BY number DESC LIMIT 1", "SELECT number, message FROM own WHERE number > 0",
      "SELECT number, message FROM heard WHERE number > 0", "INSERT INTO own VALUES (4, '', '00')",
      "INSERT OR REPLACE INTO heard VALUES ('a', 1, '00')", "DELETE FROM own", "DELETE FROM heard",
      "SELECT box FROM move", "UPDATE move SET here = 1", "SELECT value FROM setting", "DELETE FROM setting",
    ] {
      do throws(SQLiteError) {
        try database.prepare(sql).run()
        Issue.record("\(sql) is done")
      } catch {}
    }
  }

  @Test func twoProgramsThatOpenItAtOnceMoveItOnce() async throws {
    try makeEarlier(messages: 2000)
    let path = path
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...4 { group.addTask { try SyncStore(path: path).own(after: 0, most: .max).count } }
      for try await count in group { #expect(count == 2000) }
    }
  }
}
