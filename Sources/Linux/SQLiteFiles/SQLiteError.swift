/// What SQLite answered when it could not do what was asked.
public struct SQLiteError: Error, Equatable, Sendable {
  /// The extended result code (sqlite.org/rescode.html).
  public let code: Int32
  /// SQLite's own words.
  public let message: String
  /// The statement, or what was being done.
  public let doing: String

  /// A fault with SQLite's code and words.
  public init(code: Int32, message: String, doing: String) {
    self.code = code
    self.message = message
    self.doing = doing
  }

  /// Whether the file is damaged or is not a database at all (SQLITE_CORRUPT, SQLITE_NOTADB).
  public var meansDamage: Bool { code & 0xFF == 11 || code & 0xFF == 26 }

  /// Whether the disk has no room (SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: for what SQLite keeps beside the file).
  public var meansFullDisk: Bool { code & 0xFF == 13 || code == 10 | 19 << 8 }

  /// Whether a call to the disk failed (SQLITE_IOERR).
  public var meansBrokenDisk: Bool { code & 0xFF == 10 }

  /// Whether the system does not let us at the file (SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_AUTH).
  public var meansNoAccess: Bool { [3, 8, 14, 23].contains(code & 0xFF) }
}
