internal import CSQLite
import Glibc
internal import LinuxRuntime

/// An open database with one owner; it is closed when the owner releases it.
@safe package struct Connection: ~Copyable {
  let handle: OpaquePointer
  /// Where SQLite says after each commit how many pages are in the log, once it is asked to.
  let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Opens the file; makes a missing one if `makes` is true.
  package init(path: String, makes: Bool = true) throws(SQLiteError) {
    // SQLite would make the file as the umask says; what a person does is nobody else's. Its companions get the same
    // rights.
    if makes, !Files.exists(path) {
      do throws(SystemError) {
        _ = try Descriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
      } catch {
        throw SQLiteError(code: SQLITE_CANTOPEN, message: error.reason, doing: "open \(path)")
      }
    }
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | (makes ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe handle else {
      let message = unsafe String(cString: sqlite3_errmsg(handle))
      unsafe sqlite3_close_v2(handle)
      throw SQLiteError(code: code, message: message, doing: "open \(path)")
    }
    unsafe self.handle = opened
    unsafe sqlite3_busy_timeout(opened, 5000)
  }

  /// Opens a stranger's file to read its tables. It is never written, nothing in it is run (views, triggers), and
  /// queries that take more than `mostSteps` steps of SQLite's machine fail, so that no file costs endless time.
  ///
  /// Nobody else may change the file meanwhile: give a copy.
  package init(strangersFile path: String, mostSteps: Int) throws(SQLiteError) {
    var name = "file:"
    for octet in path.utf8 {
      let isPlain = (0x61...0x7A).contains(octet | 0x20) || (0x2D...0x39).contains(octet)
      let digits = String(octet, radix: 16, uppercase: true)
      name += isPlain ? String(Unicode.Scalar(octet)) : (octet < 16 ? "%0" : "%") + digits
    }
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var code = unsafe sqlite3_open_v2(name + "?immutable=1", &handle, flags, nil)
    if code == SQLITE_OK { code = unsafe focuskey_sqlite_distrust(handle, Int(mostSteps)) }
    guard code == SQLITE_OK, let opened = unsafe handle else {
      let message = unsafe String(cString: sqlite3_errmsg(handle))
      unsafe sqlite3_close_v2(handle)
      throw SQLiteError(code: code, message: message, doing: "open \(path)")
    }
    unsafe self.handle = opened
  }

  package func execute(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw fault(code, sql) }
  }

  /// Leaves the files beside the database to others: closing no longer removes any of them.
  package func leaveCompanions() {
    var stay: Int32 = 1
    _ = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &stay)
  }

  /// Writes all that can be read here to another file, which is empty or not there yet.
  package func copy(to path: String) throws(SQLiteError) {
    let statement = try prepare("VACUUM INTO ?")
    try statement.bind(path, at: 1)
    try statement.run()
  }

  /// Throws if the file is damaged, as far as SQLite finds out by reading all of it.
  package func check() throws(SQLiteError) {
    let statement = try prepare("PRAGMA integrity_check(1)")
    guard try statement.step(), statement.text(0) == "ok" else {
      throw SQLiteError(code: SQLITE_CORRUPT, message: "the database is damaged", doing: "check it")
    }
  }

  /// The row id that the last added row got.
  package var lastSequence: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let prepared = unsafe statement else { throw fault(code, sql) }
    return unsafe Statement(owning: prepared, of: handle)
  }

  /// The single number that a query gives, such as a pragma's value.
  package func number(_ sql: String) throws(SQLiteError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  package func has(table: String) throws(SQLiteError) -> Bool {
    try number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '\(table)'") > 0
  }

  package func transaction<Fault: Error>(
    orThrow translate: (SQLiteError) -> Fault, _ body: () throws(Fault) -> Void
  ) throws(Fault) {
    let steps = try renaming({ (error: SQLiteError) in translate(error) }, TransactionSteps(self))
    try transaction(by: steps, orThrow: translate, body)
  }

  /// Runs `body` in one transaction, with statements that were prepared once for many.
  package func transaction<Fault: Error>(
    by steps: borrowing TransactionSteps, orThrow translate: (SQLiteError) -> Fault, _ body: () throws(Fault) -> Void
  ) throws(Fault) {
    do throws(SQLiteError) { try steps.begin.run() } catch { throw translate(error) }
    do throws(Fault) {
      try body()
    } catch {
      // The transaction may be gone already (a full disk rolls back by itself); either way nothing of it stays.
      _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
    do throws(SQLiteError) {
      try steps.commit.run()
    } catch {
      _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw translate(error)
    }
  }

  func fault(_ code: Int32, _ doing: String) -> SQLiteError {
    SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)), doing: doing)
  }

  deinit {
    // v2 closes once the last statement is gone, so the order in which owners let go does not matter.
    unsafe sqlite3_close_v2(handle)
    unsafe frames.deallocate()
  }
}

/// The statements around a transaction, prepared: parsing them costs as much as adding a row.
package struct TransactionSteps: ~Copyable {
  fileprivate let begin: Statement
  fileprivate let commit: Statement

  package init(_ database: borrowing Connection) throws(SQLiteError) {
    let begin = try database.prepare("BEGIN IMMEDIATE")
    let commit = try database.prepare("COMMIT")
    self.begin = begin
    self.commit = commit
  }
}
