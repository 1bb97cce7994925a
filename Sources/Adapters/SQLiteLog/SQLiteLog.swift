package import FocusHistory
package import FocusPorts
package import FocusWire
internal import LinuxRuntime
internal import SQLiteFiles

/// The log in a SQLite file: facts, the sessions made of them, settings. On a thread of its own, because a disk may
/// take its time.
package actor SQLiteLog: FactLog, SessionArchive {
  let path: String
  private let thread: ThreadExecutor
  let meaning: @Sendable (String) -> LinkMeaning
  private(set) var database: Connection
  private var transactionSteps: TransactionSteps
  private(set) var table: FactTable
  let zone: CivilZone
  var projection: Projection
  var place: LogPlace
  /// How many pages the write-ahead log has room for; `nil` where the log is not tended, as most are not.
  var reserved: Int32?
  var anchor: LogAnchor
  /// Each flaw with the number from which the log is well again; `keptFlaws` of them are stored.
  var flaws: [(number: Int64, flaw: LogFlaw)] = []
  var keptFlaws = 0
  /// The part of a large log whose chain is still to be followed.
  var following: ChainWalk?
  /// How a tended log's write-ahead log was left; `nil` while there is nothing in it.
  var end: LogEnd?
  var willTend = false
  var memory = LogMemory()
  /// Whether the log no longer writes to its file: what happens to the file is allowed then.
  private(set) var isAtRest = false
  private nonisolated let noticed = Locked<LogIncident?>(nil)
  /// Set for as long as the disk does not accept writes.
  nonisolated let failing = Locked<LogIncident?>(nil)
  /// Whether it could only be opened read-only, for want of room.
  var isOnlyRead = false
  /// Whether the write-ahead log may contain records that were refused.
  var holdsRefused = false
  /// Whether a transaction that failed may have written something.
  var hasWritten = false
  nonisolated let tell: AsyncStream<LogIncident>.Continuation
  package nonisolated let incidents: AsyncStream<LogIncident>

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Opens or creates the file; `zone` decides which day focus is counted on.
  package init(
    path: String, zone: CivilZone = .utc, meaningOf meaning: @escaping @Sendable (String) -> LinkMeaning
  ) throws(LogError) {
    self.path = path
    self.zone = zone
    self.meaning = meaning
    thread = ThreadExecutor(named: "log")
    (incidents, tell) = AsyncStream.makeStream(of: LogIncident.self)
    let database: Connection
    do throws(LogError) {
      database = try Connection.openLog(at: path)
    } catch {
      guard error == .full else { throw error }
      // What is going on can be known, and holds; the next record sees whether there is room.
      database = try Connection.openLogOnFullDisk(at: path)
      isOnlyRead = true
    }
    do throws(SQLiteError) {
      transactionSteps = try TransactionSteps(database)
      table = try FactTable(database)
      projection = try Projection(database, zone: zone)
    } catch {
      throw error.logFault(path)
    }
    self.database = database
    place = LogPlace(path)
    anchor = LogAnchor(of: path)
  }

  /// The last thing somebody did to the file while it was open; `nil` if nobody did anything.
  package nonisolated var incident: LogIncident? { failing.withLock { $0 } ?? noted }

  /// Like ``incident``, but without a disk that does not accept writes just now.
  nonisolated var noted: LogIncident? { noticed.withLock { $0 } }

  /// Keeps an incident, and reports it only if it is new.
  func note(_ incident: LogIncident?) {
    let isNews = noticed.withLock { last in
      defer { last = incident }
      return incident?.cause != last?.cause || incident?.outcome != last?.outcome || incident?.word == "restored"
    }
    if let incident, isNews { tell.yield(incident) }
  }

  /// Continues with the file now at the path, which contains what the open one does.
  func reopen() throws(LogError) {
    let opened = try Connection.openLog(at: path)
    do throws(SQLiteError) {
      let steps = try TransactionSteps(opened)
      let table = try FactTable(opened)
      var projection = try Projection(opened, zone: zone)
      projection.resume(from: self.projection)
      transactionSteps = steps
      self.table = table
      self.projection = projection
    } catch {
      throw error.logFault(path)
    }
    database.leaveCompanions()
    database = opened
    place = LogPlace(path)
    end = nil
    if reserved != nil { anchor.renew(self.table.ends) }
    tendOpenFile()
  }

  /// Keeps facts and settings in one transaction, synced to the disk before it returns.
  package func record(_ facts: [Fact], settings: Settings?, at moment: Moment) throws(LogError) {
    try keepInPlaceForRecord()
    // Where the log is tended, no commit writes to the file itself.
    defer { if reserved == nil || isOnlyRead { place.noteWritten() } else { place.noteLengthened() } }
    let last: Int64
    do throws(LogError) {
      try takeBackRefused()
      last = try write(facts, settings, moment)
    } catch {
      throw refused(error)
    }
    noteWritable()
    // It is noted once this is answered.
    end = nil
    memory.note(facts, settings, last: last)
    projection.take(facts, last: last)
    tendAfterwards()
  }

  func keepProjection() throws(SQLiteError) {
    defer { noteEnd() }
    try projection.keep(in: database, after: table.ends.facts)
    memory.shorten(to: projection.checkpoint)
    // Where nobody tends it, SQLite itself brings it into the file.
    if reserved == nil { memory.noteInFile() }
  }

  /// Writes all of it in one transaction; returns the number of the last fact.
  private func write(_ facts: [Fact], _ settings: Settings?, _ moment: Moment) throws(LogError) -> Int64 {
    let ends = table.ends
    do throws(LogError) {
      return try add(facts, settings, moment)
    } catch {
      table.goBack(to: ends)
      throw error
    }
  }

  private func add(_ facts: [Fact], _ settings: Settings?, _ moment: Moment) throws(LogError) -> Int64 {
    var last: Int64 = 0
    // Where it only has to wait for somebody else, nothing was written.
    hasWritten = false
    try database.transaction(by: transactionSteps, orThrow: { fault(of: $0) }) { () throws(LogError) in
      do throws(SQLiteError) {
        for fact in facts { try table.add(fact) }
        last = database.lastSequence
        try projection.amend(facts)
        if let settings { try table.add(settings: settings.storedJSON.text, at: moment.wall) }
      } catch {
        throw fault(of: error)
      }
    }
    return last
  }

  private func fault(of error: SQLiteError) -> LogError {
    hasWritten = error.meansFullDisk || error.meansBrokenDisk
    return error.logFault(path)
  }

  package func noteAlive(at moment: Moment) throws(LogError) {
    try keepInPlace()
    defer {
      place.noteWritten()
      noteEnd()
    }
    do throws(LogError) {
      try takeBackRefused()
      hasWritten = false
      do throws(SQLiteError) { try table.note(moment) } catch { throw fault(of: error) }
    } catch {
      throw refused(error)
    }
    noteWritable()
  }

  /// Notes that the service stopped on purpose, and leaves one file instead of three where nobody reads.
  package func noteStop(at moment: Moment) throws(LogError) {
    try keepInPlace()
    isAtRest = true
    if reserved != nil { anchor.renew(table.ends) }
    if projection.hasNews { try? keepProjection() }
    try Connection.faults(of: path, table.note(moment))
    try Connection.faults(of: path, database.execute("PRAGMA optimize"))
    _ = try Connection.faults(of: path, database.number("PRAGMA wal_checkpoint(TRUNCATE)"))
    leaveOneFile()
  }

  /// Takes the write-ahead log and its index away, with the mode that needs them; the next start sets it again. Where
  /// somebody reads just now they stay, and nobody waits for that: a service asks again once its own readers are gone.
  package func leaveOneFile() {
    try? database.execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 5000")
  }

  /// Lets another log take this one's place: whenever this one is closed from now on, nothing is touched at its path.
  package func letGo() {
    isAtRest = true
    database.leaveCompanions()
  }

  /// The sessions that began within a time, oldest first.
  package func sessions(
    since: Timestamp?, until: Timestamp?, profile: ProfileID?
  ) throws(LogError) -> [SessionRecord] {
    return try Connection.faults(of: path, projection.rows(since: since, until: until, profile: profile))
  }

  /// At most `limit` sessions, newest first.
  package func page(_ page: SessionPage) throws(LogError) -> [SessionRecord] {
    return try Connection.faults(of: path, projection.rows(page))
  }

  /// Counts the session under way up to that moment.
  package func statistics(at moment: Moment) throws(LogError) -> Statistics {
    return try Connection.faults(
      of: path, projection.statistics(at: projection.stamp(at: moment), today: zone.day(at: moment.wall)))
  }
}
