public import FocusHistory
public import FocusPorts
public import FocusSession
public import FocusWire
internal import JSONText
internal import LinuxRuntime
internal import SQLiteFiles

/// The log in a SQLite file: facts, the sessions made of them, settings. On a thread of its own, because a disk may
/// take its time.
public actor SQLiteLog: FactLog, SessionArchive {
  let path: String
  private let thread: ThreadExecutor
  private let meaning: @Sendable (String) -> LinkMeaning
  private(set) var database: Connection
  private var transactionSteps: TransactionSteps
  private var table: FactTable
  private let zone: CivilZone
  private var projection: Projection
  /// Where the open files should be.
  var place: LogPlace
  /// Whether the file is nobody's to write any more: what happens to it is somebody's right.
  private(set) var isAtRest = false
  private nonisolated let noticed = Locked<LogIncident?>(nil)
  private nonisolated let tell: AsyncStream<LogIncident>.Continuation
  /// What somebody did to the file, as it is noticed.
  public nonisolated let incidents: AsyncStream<LogIncident>

  /// The thread that the file is read and written on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Opens the file, or makes it.
  ///
  /// - Parameters:
  ///   - zone: how civil clocks go here; it decides which day focus is counted on.
  ///   - meaning: what the links of keys say.
  public init(
    path: String, zone: CivilZone = .utc, meaningOf meaning: @escaping @Sendable (String) -> LinkMeaning
  ) throws(LogError) {
    self.path = path
    self.zone = zone
    self.meaning = meaning
    thread = ThreadExecutor(named: "log")
    (incidents, tell) = AsyncStream.makeStream(of: LogIncident.self)
    let database = try Connection.openLog(at: path)
    do throws(SQLiteError) {
      transactionSteps = try TransactionSteps(database)
      table = try FactTable(database)
      projection = try Projection(database, zone: zone)
    } catch {
      throw error.logFault(path)
    }
    self.database = database
    place = LogPlace(path)
  }

  /// What somebody did last to the file while this log had it open; `nil` where nobody did anything.
  public nonisolated var incident: LogIncident? { noticed.withLock { $0 } }

  /// Keeps what was noticed, and tells it once.
  func note(_ incident: LogIncident?) {
    let isNews = noticed.withLock { last in
      defer { last = incident }
      return incident?.cause != last?.cause || incident?.outcome != last?.outcome || incident?.word == "restored"
    }
    if let incident, isNews { tell.yield(incident) }
  }

  /// Goes on with the file that is at the path now, which holds what the open one does.
  func reopen() throws(LogError) {
    let opened = try Connection.openLog(at: path)
    do throws(SQLiteError) {
      let steps = try TransactionSteps(opened)
      let table = try FactTable(opened)
      var projection = try Projection(opened, zone: zone)
      projection.state = self.projection.state
      transactionSteps = steps
      self.table = table
      self.projection = projection
    } catch {
      throw error.logFault(path)
    }
    database.leaveCompanions()
    database = opened
    place = LogPlace(path)
  }

  /// Everything that the live state is made from.
  public func recall() throws(LogError) -> Recollection {
    try projectWhatIsNot()
    let (sequence, checkpoint) = try checkpoint()
    let facts = try facts(after: sequence)
    projection.resume(from: checkpoint)
    for (_, fact) in facts { projection.remember(fact) }
    return Recollection(
      facts: facts.map { $0.fact }, settings: try settings(),
      lastAlive: try lastAlive(facts.last { $0.fact.saysServiceRan }?.fact.stamp.moment ?? checkpoint?.last.moment),
      checkpoint: checkpoint)
  }

  /// The last moment at which the service is known to have run: that of the last fact, or of the stop after it.
  private func lastAlive(_ lastFact: Moment?) throws(LogError) -> Moment? {
    let stop = try reading { () throws(SQLiteError) in try database.lastStop() }
    guard let stop, let lastFact else { return stop ?? lastFact }
    // The first thing of each run is a fact, so that a stop of another boot came before the last one.
    return stop.boot == lastFact.boot && stop.steady >= lastFact.steady ? stop : lastFact
  }

  /// Keeps facts and settings in one transaction, synced to the disk before it returns.
  public func record(_ facts: [Fact], settings: Settings?, at moment: Moment) throws(LogError) {
    try keepInPlace()
    let before = projection.state
    do throws(LogError) {
      try write(facts, settings, moment)
    } catch {
      // What is not on the disk did not happen.
      projection.state = before
      throw error
    }
  }

  private func write(_ facts: [Fact], _ settings: Settings?, _ moment: Moment) throws(LogError) {
    try database.transaction(by: transactionSteps, orThrow: { $0.logFault(path) }) { () throws(LogError) in
      do throws(SQLiteError) {
        var numbered: [(sequence: Int64, fact: Fact)] = []
        for fact in facts {
          try table.add(fact)
          numbered.append((database.lastSequence, fact))
        }
        try projection.note(numbered)
        if let settings { try table.add(settings.storedJSON, at: moment.wall) }
      } catch {
        throw error.logFault(path)
      }
    }
  }

  /// Notes that the service runs.
  public func noteAlive(at moment: Moment) throws(LogError) {
    try keepInPlace()
    do throws(SQLiteError) { try table.note(moment) } catch { throw error.logFault(path) }
  }

  /// Notes that the service stopped on purpose, and leaves one file instead of three.
  public func noteStop(at moment: Moment) throws(LogError) {
    try keepInPlace()
    isAtRest = true
    do throws(SQLiteError) {
      try table.note(moment)
      try database.execute("PRAGMA optimize")
      _ = try database.number("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      throw error.logFault(path)
    }
    // The write-ahead log and its index go with the mode that needs them; the next start sets it again. Where somebody
    // else reads just now they stay, and nobody waits for that.
    try? database.execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 5000")
  }

  /// Lets another log take this one's place: whenever this one is closed from now on, nothing is touched at its path.
  public func letGo() {
    isAtRest = true
    database.leaveCompanions()
  }

  /// The sessions that began within a time, oldest first.
  public func sessions(
    since: Timestamp?, until: Timestamp?, profile: ProfileID?
  ) throws(LogError) -> [SessionRecord] {
    do throws(SQLiteError) {
      return try projection.rows(since: since, until: until, profile: profile)
    } catch {
      throw error.logFault(path)
    }
  }

  /// So many sessions, newest first.
  public func page(_ page: SessionPage) throws(LogError) -> [SessionRecord] {
    do throws(SQLiteError) { return try projection.rows(page) } catch { throw error.logFault(path) }
  }

  /// What follows from all sessions, the one under way counted up to that moment.
  public func statistics(at moment: Moment) throws(LogError) -> Statistics {
    do throws(SQLiteError) {
      return try projection.statistics(at: projection.stamp(at: moment), today: zone.day(at: moment.wall))
    } catch {
      throw error.logFault(path)
    }
  }

  /// Facts after one, oldest first.
  private func facts(after sequence: Int64, limit: Int64 = .max) throws(LogError) -> [(sequence: Int64, fact: Fact)] {
    var facts: [(sequence: Int64, fact: Fact)] = []
    for (sequence, body) in try rows("SELECT seq, body FROM facts WHERE seq > \(sequence) ORDER BY seq LIMIT \(limit)")
    {
      do throws(FactError) {
        facts.append((sequence, try Fact(octets: Array(body.utf8))))
      } catch {
        throw .unreadableFact(sequence: sequence, detail: error.detail)
      }
    }
    return facts
  }

  /// The last checkpoint and the fact that it was made after; 0 and none in a log that has none or one of another
  /// version.
  private func checkpoint() throws(LogError) -> (Int64, Checkpoint?) {
    guard let (sequence, body) = try rows("SELECT seq, body FROM checkpoint").first,
      let checkpoint = Checkpoint(octets: Array(body.utf8))
    else { return (0, nil) }
    return (sequence, checkpoint)
  }

  /// Makes from the facts what is not made from them yet: after a change of the layout, all of it.
  private func projectWhatIsNot() throws(LogError) {
    // So many at once fit in memory whatever the log's size.
    let portion: Int64 = 10_000
    var (sequence, last) = try reading { () throws(SQLiteError) in
      (
        try database.number("SELECT coalesce((SELECT seq FROM projected), 0)"),
        try database.number("SELECT coalesce(max(seq), 0) FROM facts")
      )
    }
    guard sequence < last else { return }
    if sequence > 0 {
      // Only a program that knew nothing of this could have left it behind.
      try reading { () throws(SQLiteError) in
        for table in ["sessions", "days", "hours", "projected", "checkpoint"] {
          try database.execute("DELETE FROM \(table)")
        }
      }
      sequence = 0
    }
    while sequence < last {
      let facts = try facts(after: sequence, limit: portion)
      guard let end = facts.last?.sequence else { break }
      try reading { () throws(SQLiteError) in
        try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
          try projection.note(facts)
          try projection.mark(end)
        }
      }
      sequence = end
    }
    try reading { () throws(SQLiteError) in try projection.mark() }
    projection = try reading { () throws(SQLiteError) in try Projection(database, zone: zone) }
  }

  private func reading<Value>(_ body: () throws(SQLiteError) -> Value) throws(LogError) -> Value
  where Value: ~Copyable {
    do throws(SQLiteError) { return try body() } catch { throw error.logFault(path) }
  }

  private func settings() throws(LogError) -> Settings? {
    guard let (sequence, body) = try rows("SELECT seq, body FROM settings ORDER BY seq DESC LIMIT 1").first else {
      return nil
    }
    do throws(SettingsError) {
      return try SettingsFile(Array(body.utf8), meaningOf: meaning).applied(to: Settings())
    } catch {
      throw .unreadableFact(sequence: sequence, detail: "settings: \(error.message)")
    }
  }

  private func rows(_ sql: String) throws(LogError) -> [(Int64, String)] {
    do throws(SQLiteError) {
      let statement = try database.prepare(sql)
      var rows: [(Int64, String)] = []
      while try statement.step() { rows.append((statement.integer(0), statement.text(1) ?? "")) }
      return rows
    } catch {
      throw error.logFault(path)
    }
  }
}

extension Fact {
  /// Whether only a running service records it; cards can be learned without one.
  fileprivate var saysServiceRan: Bool {
    if case .learn = body { return false }
    return true
  }
}

extension FactError {
  /// What is wrong with a fact that the log holds.
  fileprivate var detail: String {
    switch self {
    case .notJSON(let fault): fault.message
    case .notAFact(let mismatch): "\(mismatch.pointer.text): \(mismatch.message)"
    case .fromTheFuture(let version): "it was written in the newer format \(version)"
    }
  }
}
