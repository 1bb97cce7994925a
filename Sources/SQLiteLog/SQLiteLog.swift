public import FocusHistory
public import FocusPorts
public import FocusSession
public import FocusWire
internal import JSONText
internal import LinuxRuntime

/// The log in a SQLite file: facts, the sessions made of them, settings. On a thread of its own, because a disk may take its time.
public actor SQLiteLog: FactLog, SessionArchive {
  private let path: String
  private let thread: ThreadExecutor
  private let meaning: @Sendable (String) -> LinkMeaning
  private let database: Connection
  private let insertFact: Statement
  private let insertSettings: Statement
  private let keepAlive: Statement
  private let sessions: SessionTable

  /// The thread that the file is read and written on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Opens the file, or makes it.
  ///
  /// - Parameter meaning: what the links of keys say.
  public init(path: String, meaningOf meaning: @escaping @Sendable (String) -> LinkMeaning) throws(LogFault) {
    self.path = path
    self.meaning = meaning
    thread = ThreadExecutor(named: "log")
    let database = try Connection.openLog(at: path)
    do throws(SQLiteFault) {
      insertFact = try database.prepare("INSERT INTO facts (wall, kind, body) VALUES (?, ?, ?)")
      insertSettings = try database.prepare("INSERT INTO settings (wall, body) VALUES (?, ?)")
      keepAlive = try database.prepare("INSERT OR REPLACE INTO alive (id, wall, steady, boot) VALUES (1, ?, ?, ?)")
      sessions = try SessionTable(database)
    } catch {
      throw error.logFault(path)
    }
    self.database = database
  }

  /// Everything that the live state is made from.
  public func recall() throws(LogFault) -> Recollection {
    Recollection(facts: try facts(), settings: try settings(), lastAlive: try lastAlive())
  }

  /// Keeps facts and settings in one transaction, synced to the disk before it returns.
  public func record(_ facts: [Fact], settings: Settings?) throws(LogFault) {
    try database.transaction(orThrow: { $0.logFault(path) }) { () throws(LogFault) in
      do throws(SQLiteFault) {
        for fact in facts { try insert(fact) }
        if let settings { try insert(settings, at: facts.last?.stamp.moment.wall) }
        if let last = facts.last { try note(last.stamp.moment) }
      } catch {
        throw error.logFault(path)
      }
    }
  }

  /// Notes that the service stopped on purpose, and leaves one file instead of three.
  public func noteStop(at moment: Moment) throws(LogFault) {
    do throws(SQLiteFault) {
      try note(moment)
      try database.execute("PRAGMA optimize")
      _ = try database.number("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      throw error.logFault(path)
    }
  }

  /// The sessions that began within a time, oldest first.
  public func sessions(
    since: Timestamp?, until: Timestamp?, profile: ProfileID?
  ) throws(LogFault) -> [SessionRecord] {
    do throws(SQLiteFault) {
      return try sessions.rows(since: since, until: until, profile: profile)
    } catch {
      throw error.logFault(path)
    }
  }

  private func insert(_ fact: Fact) throws(SQLiteFault) {
    try insertFact.bind(fact.stamp.moment.wall.milliseconds, at: 1)
    try insertFact.bind(fact.name, at: 2)
    try insertFact.bind(fact.json.text, at: 3)
    try insertFact.run()
    try sessions.note(fact)
  }

  private func insert(_ settings: Settings, at wall: Timestamp?) throws(SQLiteFault) {
    try insertSettings.bind(wall?.milliseconds ?? 0, at: 1)
    try insertSettings.bind(settings.storedJSON.text, at: 2)
    try insertSettings.run()
  }

  private func note(_ moment: Moment) throws(SQLiteFault) {
    try keepAlive.bind(moment.wall.milliseconds, at: 1)
    try keepAlive.bind(moment.steady, at: 2)
    try keepAlive.bind(moment.boot.text, at: 3)
    try keepAlive.run()
  }

  private func facts() throws(LogFault) -> [Fact] {
    var facts: [Fact] = []
    let rows = try rows("SELECT seq, body FROM facts ORDER BY seq")
    for (sequence, body) in rows {
      do throws(FactFault) {
        facts.append(try Fact(octets: Array(body.utf8)))
      } catch {
        throw .unreadableFact(sequence: sequence, detail: error.detail)
      }
    }
    return facts
  }

  private func settings() throws(LogFault) -> Settings? {
    guard let (sequence, body) = try rows("SELECT seq, body FROM settings ORDER BY seq DESC LIMIT 1").first else {
      return nil
    }
    do throws(SettingsFault) {
      return try SettingsFile(Array(body.utf8), meaningOf: meaning).applied(to: Settings())
    } catch {
      throw .unreadableFact(sequence: sequence, detail: "settings: \(error.message)")
    }
  }

  private func lastAlive() throws(LogFault) -> Moment? {
    do throws(SQLiteFault) {
      let statement = try database.prepare("SELECT wall, steady, boot FROM alive")
      guard try statement.step() else { return nil }
      return Moment(
        wall: Timestamp(milliseconds: statement.integer(0)), steady: statement.integer(1),
        boot: BootID(statement.text(2) ?? ""))
    } catch {
      throw error.logFault(path)
    }
  }

  private func rows(_ sql: String) throws(LogFault) -> [(Int64, String)] {
    do throws(SQLiteFault) {
      let statement = try database.prepare(sql)
      var rows: [(Int64, String)] = []
      while try statement.step() { rows.append((statement.integer(0), statement.text(1) ?? "")) }
      return rows
    } catch {
      throw error.logFault(path)
    }
  }
}

extension FactFault {
  /// What is wrong with a fact that the log holds.
  fileprivate var detail: String {
    switch self {
    case .notJSON(let fault): fault.message
    case .notAFact(let mismatch): "\(mismatch.pointer.text): \(mismatch.message)"
    case .fromTheFuture(let version): "it was written in the newer format \(version)"
    }
  }
}
