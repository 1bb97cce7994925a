/// Messages, boxes and values are kept as octets. Earlier versions kept them as hexadecimal digits, in tables of other
/// names.
extension SyncStore {
  /// Makes the tables of today and brings along what earlier ones have.
  ///
  /// In the place of an earlier table there is a view that has none of its columns and takes no row: a service of
  /// before that still runs gets an error from it, where an empty table would read as "nothing was ever said".
  static func makeOctets(in database: borrowing Connection) throws(SQLiteError) {
    if try database.has(table: "own_messages") { return }
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      // Another process may have come first.
      if try database.has(table: "own_messages") { return }
      try database.execute(
        """
        CREATE TABLE own_messages (number INTEGER PRIMARY KEY, chain TEXT NOT NULL, message BLOB NOT NULL) STRICT;
        CREATE TABLE heard_messages (
          device TEXT NOT NULL, number INTEGER NOT NULL, message BLOB NOT NULL, PRIMARY KEY (device, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE last_move (
          id INTEGER PRIMARY KEY CHECK (id = 1), since INTEGER NOT NULL, mover TEXT NOT NULL, carrier TEXT NOT NULL,
          box BLOB NOT NULL, here INTEGER NOT NULL DEFAULT 0, tried INTEGER NOT NULL DEFAULT 0,
          why TEXT NOT NULL DEFAULT '') STRICT;
        CREATE TABLE setting_words (
          item TEXT PRIMARY KEY, time INTEGER, device TEXT, value BLOB, seen BLOB, open INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS setting_heard (device TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS setting_home (device TEXT NOT NULL) STRICT;
        """)
      try replace("own", by: "own_messages", ["number", "chain"], octets: ["message"], in: database)
      try replace("heard", by: "heard_messages", ["device", "number"], octets: ["message"], in: database)
      let move = ["id", "since", "mover", "carrier", "here", "tried", "why"]
      try replace("move", by: "last_move", move, octets: ["box"], in: database)
      try replace(
        "setting", by: "setting_words", ["item", "time", "device", "open"], octets: ["value", "seen"], in: database)
    }
    // The room of the earlier tables goes back to the disk; another program that reads just now may keep it.
    try? database.execute("VACUUM")
  }

  private static func replace(
    _ earlier: String, by table: String, _ columns: [String], octets: [String], in database: borrowing Connection
  ) throws(SQLiteError) {
    if try database.has(table: earlier) {
      let values =
        columns.map { "quote(\($0))" }
        // SQLite reads the digits as a literal of octets; a text that is not digits becomes an empty one.
        + octets.map {
          "coalesce('x''' || iif(\($0) GLOB '*[^0-9A-Fa-f]*' OR length(\($0)) % 2, '', \($0)) || '''', 'NULL')"
        }
      let names = (columns + octets).joined(separator: ", ")
      let rows = try database.prepare(
        "SELECT 'INSERT INTO \(table) (\(names)) VALUES (' || \(values.joined(separator: " || ',' || ")) || ')' FROM \(earlier)"
      )
      while try rows.step() { try database.execute(rows.text(0) ?? "") }
    }
    try database.execute(
      "DROP TABLE IF EXISTS \(earlier); CREATE VIEW \(earlier) AS SELECT 'kept by a later version of FocusKey' AS why")
  }
}
