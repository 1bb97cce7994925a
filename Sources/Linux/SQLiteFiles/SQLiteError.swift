package struct SQLiteError: Error, Equatable, Sendable {
  /// The extended result code (sqlite.org/rescode.html).
  package let code: Int32
  package let message: String
  /// The statement, or what was being done.
  package let doing: String

  package init(code: Int32, message: String, doing: String) {
    self.code = code
    self.message = message
    self.doing = doing
  }

  /// Whether the file is damaged or is not a database at all (SQLITE_CORRUPT, SQLITE_NOTADB).
  package var meansDamage: Bool { code & 0xFF == 11 || code & 0xFF == 26 }

  /// Whether the disk has no room (SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: for what SQLite keeps beside the file).
  package var meansFullDisk: Bool { code & 0xFF == 13 || code == 10 | 19 << 8 }

  /// Whether a call to the disk failed (SQLITE_IOERR).
  package var meansBrokenDisk: Bool { code & 0xFF == 10 }

  /// Whether the system does not let us at the file (SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_AUTH).
  package var meansNoAccess: Bool { [3, 8, 14, 23].contains(code & 0xFF) }
}
