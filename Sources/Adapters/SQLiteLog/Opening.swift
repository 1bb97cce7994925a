internal import FocusPorts
internal import LinuxRuntime
internal import SQLiteFiles

extension Connection {
  /// Files up to this size are read through at the start, which finds damage before anything is written; it takes a few
  /// milliseconds.
  private static let smallEnoughToCheck: Int64 = 4 << 20

  /// Opens the log's file, refuses what is not ours or not for us, and brings an older layout up to date.
  ///
  /// What is refused stays as it was, to the last octet.
  static func openLog(at path: String) throws(LogError) -> Connection {
    let database = try faults(of: path) { () throws(SQLiteError) in try Connection(path: path) }
    try database.refuseWhatIsNotOurs(path)
    try faults(of: path) { () throws(SQLiteError) in
      try database.prepareForUse()
      try database.migrate()
    }
    return database
  }

  /// Opens a log read-only because its disk is full; nothing is written until it is reopened.
  static func openLogOnFullDisk(at path: String) throws(LogError) -> Connection {
    guard Files.exists(path) else { throw .full }
    let database = try openLogToRead(at: path)
    let version = try faults(of: path) { () throws(SQLiteError) in try database.number("PRAGMA user_version") }
    guard version == Schema.current else { throw .full }
    return database
  }

  /// Opens an existing log read-only, whatever its layout.
  static func openLogToRead(at path: String, isChecked: Bool = true) throws(LogError) -> Connection {
    let database = try faults(of: path) { () throws(SQLiteError) in try Connection(path: path, makes: false) }
    try database.refuseWhatIsNotOurs(path, isChecked: isChecked)
    try faults(of: path) { () throws(SQLiteError) in
      try database.execute("PRAGMA query_only=ON")
      try database.execute("PRAGMA trusted_schema=OFF")
    }
    return database
  }

  /// The last moment at which the service is said to have stopped on purpose. (A fact that came later says itself when
  /// that was.)
  func lastStop() throws(SQLiteError) -> Moment? {
    let statement = try prepare("SELECT wall, steady, boot FROM alive")
    guard try statement.step() else { return nil }
    return Moment(
      wall: Timestamp(milliseconds: statement.integer(0)), steady: statement.integer(1),
      boot: BootID(statement.text(2) ?? ""))
  }

  private func refuseWhatIsNotOurs(_ path: String, isChecked: Bool = true) throws(LogError) {
    let (tables, version, application, size) = try Self.faults(of: path) { () throws(SQLiteError) in
      (
        try number("SELECT count(*) FROM sqlite_schema"), try number("PRAGMA user_version"),
        try number("PRAGMA application_id"), try number("PRAGMA page_count") * number("PRAGMA page_size")
      )
    }
    if tables == 0, version == 0 { return }
    guard application == Schema.applicationID else { throw .notOurs(path: path) }
    guard version <= Schema.current else {
      throw .newerVersion(found: Int(version), known: Int(Schema.current), path: path)
    }
    guard isChecked, size <= Self.smallEnoughToCheck else { return }
    let verdict = try Self.faults(of: path) { () throws(SQLiteError) in try word("PRAGMA quick_check(1)") }
    guard verdict == "ok" else { throw .damaged(path: path, detail: verdict) }
  }

  /// Write-ahead log with a sync at each commit: a told fact outlives a power cut. Nothing in the file is trusted as
  /// code.
  private func prepareForUse() throws(SQLiteError) {
    for pragma in [
      "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "cell_size_check=ON",
    ] {
      try execute("PRAGMA \(pragma)")
    }
  }

  private func migrate() throws(SQLiteError) {
    let version = try number("PRAGMA user_version")
    for (index, step) in Schema.steps.enumerated().dropFirst(Int(version)) {
      try transaction(orThrow: { $0 }) { () throws(SQLiteError) in
        try execute(step)
        if index == 0 { try execute("PRAGMA application_id = \(Schema.applicationID)") }
        try execute("PRAGMA user_version = \(index + 1)")
      }
    }
  }

  private func word(_ sql: String) throws(SQLiteError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) ?? "" : ""
  }

  /// Runs `body` and translates SQLite's errors into the log's.
  static func faults<Result: ~Copyable>(
    of path: String, _ body: () throws(SQLiteError) -> Result
  ) throws(LogError) -> Result {
    try faults(of: path, body())
  }

  static func faults<Result: ~Copyable>(
    of path: String, _ step: @autoclosure () throws(SQLiteError) -> Result
  ) throws(LogError) -> Result {
    do throws(SQLiteError) { return try step() } catch { throw error.logFault(path) }
  }
}

extension SQLiteError {
  func logFault(_ path: String) -> LogError {
    if meansDamage { return .damaged(path: path, detail: message) }
    if meansFullDisk { return .full }
    if meansNoAccess { return .noAccess(path: path, detail: message) }
    return .failed(detail: "\(message) (SQLite \(code), \(doing))")
  }
}
