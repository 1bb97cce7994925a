internal import FocusPorts
internal import FocusWire
internal import SQLiteFiles

extension Projection {
  /// How many facts fit in memory at once, whatever the log's size.
  private static let portion: Int64 = 10_000

  /// Resumes from a log and makes what is missing from its facts; after a layout change, all of it.
  mutating func resume(from database: borrowing Connection, at path: String) throws(LogError) -> Kept {
    let isSmall = try Connection.faults(of: path) { () throws(SQLiteError) in try database.isSmallEnoughToFollow }
    if try Self.rowsEnd(in: database, path) == nil {
      try remake(from: database, path)
    } else if isSmall {
      // Of a small log all of it is compared with its sum: what is damaged follows from the facts.
      let isWhole = try Connection.faults(of: path) { () throws(SQLiteError) in
        try database.mendIndexes()
        return try isAsMade(database)
      }
      if !isWhole { try remake(from: database, path) }
    }
    var kept = Kept()
    // A checkpoint of another version is none.
    if let (sequence, body) = try Self.checkpointRow(in: database, path),
      let checkpoint = Checkpoint(octets: Array(body.utf8))
    {
      (kept.checkpoint, kept.checkpointEnd) = (checkpoint, sequence)
    }
    kept.rowsEnd = try Self.rowsEnd(in: database, path) ?? 0
    kept.facts = try Self.facts(in: database, after: min(kept.checkpointEnd, kept.rowsEnd), path)
    resume(from: kept)
    return kept
  }

  /// `nil` if sessions, days and hours were never made, or by a program that knew less.
  private static func rowsEnd(in database: borrowing Connection, _ path: String) throws(LogError) -> Int64? {
    return try Connection.faults(of: path) { () throws(SQLiteError) in
      let end = try database.number("SELECT coalesce((SELECT seq FROM projected), -1)")
      // A checkpoint is never kept without them.
      let checkpoint = try database.number("SELECT coalesce((SELECT seq FROM checkpoint), 0)")
      return end < checkpoint ? nil : end
    }
  }

  private static func checkpointRow(
    in database: borrowing Connection, _ path: String
  ) throws(LogError) -> (Int64, String)? {
    return try Connection.faults(of: path) { () throws(SQLiteError) in
      let row = try database.prepare("SELECT seq, body, chain FROM checkpoint")
      guard try row.step() else { return nil }
      let end = try database.chainEnd(of: "facts", upTo: row.integer(0))
      // One that is not as it was written is none.
      let isWhole =
        row.octets(2).isEmpty || row.octets(2) == end.digest(wall: 0, kind: checkpointKind, body: row.octets(1))
      return isWhole ? (row.integer(0), row.text(1) ?? "") : nil
    }
  }

  /// Facts after one, oldest first.
  private static func facts(
    in database: borrowing Connection, after sequence: Int64, limit: Int64 = .max, _ path: String
  ) throws(LogError) -> [(sequence: Int64, fact: Fact)] {
    let rows = try Connection.faults(
      of: path, database.rows("SELECT seq, body FROM facts WHERE seq > \(sequence) ORDER BY seq LIMIT \(limit)"))
    var facts: [(sequence: Int64, fact: Fact)] = []
    for (sequence, body) in rows {
      do throws(FactError) {
        facts.append((sequence, try Fact(octets: Array(body.utf8))))
      } catch {
        throw .unreadableFact(sequence: sequence, detail: error.detail)
      }
    }
    return facts
  }

  private mutating func remake(from database: borrowing Connection, _ path: String) throws(LogError) {
    try Connection.faults(of: path) { () throws(SQLiteError) in
      for table in ["sessions", "days", "hours", "projected", "checkpoint"] {
        try database.execute("DELETE FROM \(table)")
      }
    }
    resume(from: Kept())
    var last: Int64 = 0
    var isOver = false
    while !isOver {
      let facts = try Self.facts(in: database, after: last, limit: Self.portion, path)
      last = facts.last?.sequence ?? last
      take(facts.map(\.fact), last: last)
      try Connection.faults(of: path, keep(in: database, after: database.chainEnd(of: "facts", upTo: last)))
      isOver = facts.isEmpty
    }
  }
}

extension Connection {
  func rows(_ sql: String) throws(SQLiteError) -> [(Int64, String)] {
    let statement = try prepare(sql)
    var rows: [(Int64, String)] = []
    while try statement.step() { rows.append((statement.integer(0), statement.text(1) ?? "")) }
    return rows
  }
}

extension FactError {
  fileprivate var detail: String {
    switch self {
    case .notJSON(let fault): fault.message
    case .notAFact(let mismatch): "\(mismatch.pointer.text): \(mismatch.message)"
    case .fromTheFuture(let version): "it was written in the newer format \(version)"
    }
  }
}
