internal import CSQLite

@safe package struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  init(owning handle: OpaquePointer, of database: OpaquePointer) {
    unsafe self.handle = handle
    unsafe self.database = database
  }

  /// Binds a number to the parameter (the first one is 1); `nil` binds NULL.
  package func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
    if let value {
      try check(unsafe sqlite3_bind_int64(handle, index, value))
    } else {
      try check(unsafe sqlite3_bind_null(handle, index))
    }
  }

  /// Binds a text to the parameter; `nil` binds NULL.
  package func bind(_ value: String?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try check(unsafe sqlite3_bind_null(handle, index)) }
    var text = value
    let code = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { letters in
        // SQLITE_TRANSIENT, a macro with a cast that Swift does not import: SQLite takes a copy before the call
        // returns.
        unsafe sqlite3_bind_text(
          handle, index, letters.baseAddress, Int32(letters.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
    try check(code)
  }

  package func bind(text: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = unsafe text.withUnsafeBytes { octets in
      // SQLITE_TRANSIENT, as above.
      unsafe sqlite3_bind_text(
        handle, index, octets.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(octets.count),
        unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
    try check(code)
  }

  /// Binds octets to the parameter; `nil` binds NULL.
  package func bind(_ value: [UInt8]?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try check(unsafe sqlite3_bind_null(handle, index)) }
    // SQLITE_TRANSIENT, as above. Of no octets SQLite makes NULL unless there is an address.
    let code = unsafe sqlite3_bind_blob(
      handle, index, value.isEmpty ? [0] : value, Int32(value.count),
      unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    try check(code)
  }

  /// Goes to the next row: `true` where there is one, `false` at the end.
  package func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw fault(code)
    }
  }

  /// Runs a statement that gives no rows, and makes it ready to run again.
  package func run() throws(SQLiteError) {
    // Also after a fault: a statement that failed once must not refuse all that comes later.
    defer { reset() }
    _ = try step()
  }

  /// The row id that the last added row got.
  package var lastSequence: Int64 { unsafe sqlite3_last_insert_rowid(database) }

  package var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  package func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// A column of the current row as a number (the first one is 0).
  package func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  package func integerIfAny(_ column: Int32) -> Int64? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

  package func text(_ column: Int32) -> String? {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column of the current row as octets; empty where it is NULL.
  package func octets(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A column of the current row as octets, or `nil` where it is NULL.
  package func octetsIfAny(_ column: Int32) -> [UInt8]? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : octets(column)
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw fault(code) }
  }

  private func fault(_ code: Int32) -> SQLiteError {
    let doing = unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "a statement"
    return SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(database)), doing: doing)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }
}
