internal import CSQLite

/// What a write-ahead log needs now and then; done between commits, so that none waits for it.
extension Connection {
  /// The length of a page in the log, with the page's own header, in octets.
  static let frame: Int64 = 4096 + 24
  /// The number of pages up to which SQLite itself lets the log grow.
  private static let longest: Int32 = 1000
  /// The pages that are free at least when a commit comes; as many more are made at a time.
  private static let room: Int32 = 64

  /// From now on the owner looks after the log where ``needsTending(_:)`` says so.
  ///
  /// To write over what is there already is quicker than to make a file longer: the file system has nothing to write
  /// down. So the log has room for the next commits before they come.
  package func tendByHand() {
    unsafe frames.initialize(to: 0)
    unsafe focuskey_sqlite_count_frames(handle, frames)
  }

  /// Whether the log has little room left after the last commit, or is long enough to go into the file.
  ///
  /// - Parameter reserved: the pages that it has room for.
  package func needsTending(_ reserved: Int32) -> Bool {
    unsafe isLogLong || frames.pointee + Self.room > reserved
  }

  /// Whether the log is long enough to go into the file.
  package var isLogLong: Bool { unsafe frames.pointee >= Self.longest }

  /// Moves the log into the file as far as nobody reads an older state; returns whether all is in.
  @discardableResult
  package func moveLogIntoFile() throws(SQLiteError) -> Bool {
    var (pages, moved): (Int32, Int32) = (-1, -1)
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &moved)
    guard code == SQLITE_OK || code == SQLITE_BUSY else { throw fault(code, "checkpoint") }
    if pages >= 0 { unsafe frames.pointee = pages }
    return pages >= 0 && moved == pages
  }

  /// Makes room in the log, without writing the file; `reserved` is the pages it has room for.
  package func lengthenLog(_ reserved: inout Int32) throws(SQLiteError) {
    let wanted = unsafe frames.pointee + 2 * Self.room
    guard wanted > reserved else { return }
    // A transaction of its own: nobody else may append meanwhile.
    try transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      let code = unsafe focuskey_sqlite_lengthen_log(handle, lengthOfLog(wanted))
      guard code == SQLITE_OK else { throw fault(code, "make room in the log") }
    }
    reserved = wanted
  }
}
