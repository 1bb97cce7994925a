internal import FocusHistory
internal import FocusPorts
internal import FocusWire
internal import SQLiteFiles

/// One line per session that ended, kept beside the facts that it is made of.
struct SessionTable: ~Copyable {
  private let insert: Statement
  private let insertNote: Statement
  private let delete: Statement
  private let select: SessionRows
  private let summed: SummedRows

  init(_ database: borrowing Connection) throws(SQLiteError) {
    let insertNote = try database.prepare("UPDATE sessions SET details = ? WHERE id = ?")
    let delete = try database.prepare("DELETE FROM sessions WHERE id = ?")
    let insert = try database.prepare(
      """
      INSERT OR REPLACE INTO sessions
        (id, profile, task, started, ended, planned_end, why, focused, breaks, attempts, details)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let select = try SessionRows(database)
    let summed = try SummedRows(database, "sessions", key: "id")
    self.summed = summed
    self.insert = insert
    self.insertNote = insertNote
    self.delete = delete
    self.select = select
  }

  /// Stores the person's words about an ended session; returns whether there was one.
  func note(_ words: String, about session: SessionID, _ sum: inout RowSum) throws(SQLiteError) -> Bool {
    guard var details = try select.details(of: session) else { return false }
    details.note = words.isEmpty ? nil : words
    try change(session, &sum) { () throws(SQLiteError) in
      try insertNote.bind(details == SessionDetails() ? nil : details.storedJSON.text, at: 1)
      try insertNote.bind(session.text, at: 2)
      try insertNote.run()
    }
    return true
  }

  private func change(
    _ session: SessionID, _ sum: inout RowSum, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try summed.change(&sum, bind: { row throws(SQLiteError) in try row.bind(session.text, at: 1) }, body)
  }

  /// Removes a session's row; returns whether there was one.
  func remove(_ session: SessionID, _ sum: inout RowSum) throws(SQLiteError) -> Bool {
    guard try select.details(of: session) != nil else { return false }
    try change(session, &sum) { () throws(SQLiteError) in
      try delete.bind(session.text, at: 1)
      try delete.run()
    }
    return true
  }

  func add(_ record: SessionRecord, _ sum: inout RowSum) throws(SQLiteError) {
    try change(record.id, &sum) { () throws(SQLiteError) in try add(record) }
  }

  private func add(_ record: SessionRecord) throws(SQLiteError) {
    try insert.bind(record.id.text, at: 1)
    try insert.bind(record.profile.text, at: 2)
    try insert.bind(record.task, at: 3)
    try insert.bind(record.started.milliseconds, at: 4)
    try insert.bind(record.ended?.milliseconds, at: 5)
    try insert.bind(record.plannedEnd?.milliseconds, at: 6)
    try insert.bind(record.why?.word, at: 7)
    try insert.bind(record.focused.milliseconds, at: 8)
    try insert.bind(Int64(record.breaks), at: 9)
    try insert.bind(Int64(record.attempts), at: 10)
    try insert.bind(details(of: record), at: 11)
    try insert.run()
  }

  private func details(of record: SessionRecord) -> String? {
    record.details == SessionDetails() ? nil : record.details.storedJSON.text
  }

  func rows(since: Timestamp?, until: Timestamp?, profile: ProfileID?) throws(SQLiteError) -> [SessionRecord] {
    try select.rows(since: since, until: until, profile: profile, withDetails: true)
  }

  func rows(_ page: SessionPage) throws(SQLiteError) -> [SessionRecord] { try select.rows(page) }
}

struct SessionRows: ~Copyable {
  private let select: Statement
  private let selectPage: Statement
  private let selectDetails: Statement

  init(_ database: borrowing Connection) throws(SQLiteError) {
    let select = try database.prepare(
      """
      SELECT id, profile, task, started, ended, planned_end, why, focused, breaks, attempts, details FROM sessions
      WHERE started >= ? AND started < ? AND (?3 IS NULL OR profile = ?3) ORDER BY started
      """)
    let selectPage = try database.prepare(
      """
      SELECT id, profile, task, started, ended, planned_end, why, focused, breaks, attempts, details FROM sessions
      WHERE started >= ?1 AND started < ?2 AND (?3 IS NULL OR profile = ?3) AND (started, id) < (?4, ?5)
      ORDER BY started DESC, id DESC LIMIT ?6
      """)
    let selectDetails = try database.prepare("SELECT details FROM sessions WHERE id = ?")
    self.select = select
    self.selectPage = selectPage
    self.selectDetails = selectDetails
  }

  /// `nil` if that session does not exist.
  func details(of session: SessionID) throws(SQLiteError) -> SessionDetails? {
    defer { selectDetails.reset() }
    try selectDetails.bind(session.text, at: 1)
    guard try selectDetails.step() else { return nil }
    return selectDetails.text(0).flatMap { SessionDetails(octets: Array($0.utf8)) } ?? SessionDetails()
  }

  /// The sessions that began within a time, oldest first.
  func rows(
    since: Timestamp?, until: Timestamp?, profile: ProfileID?, withDetails: Bool
  ) throws(SQLiteError) -> [SessionRecord] {
    defer { select.reset() }
    try select.bind(since?.milliseconds ?? .min, at: 1)
    try select.bind(until?.milliseconds ?? .max, at: 2)
    try select.bind(profile?.text, at: 3)
    return try Self.records(of: select, withDetails: withDetails)
  }

  /// One page of sessions, newest first.
  func rows(_ page: SessionPage) throws(SQLiteError) -> [SessionRecord] {
    defer { selectPage.reset() }
    try selectPage.bind(page.since?.milliseconds ?? .min, at: 1)
    // The place bounds the beginnings as well, so that the index leads right to it.
    let bound = page.before.map { min($0.started.milliseconds, .max - 1) + 1 } ?? .max
    try selectPage.bind(min(page.until?.milliseconds ?? .max, bound), at: 2)
    try selectPage.bind(page.profile?.text, at: 3)
    try selectPage.bind(page.before?.started.milliseconds ?? .max, at: 4)
    try selectPage.bind(page.before?.session.text ?? "", at: 5)
    try selectPage.bind(Int64(page.limit), at: 6)
    return try Self.records(of: selectPage, withDetails: true)
  }

  private static func records(
    of select: borrowing Statement, withDetails: Bool
  ) throws(SQLiteError) -> [SessionRecord] {
    var records: [SessionRecord] = []
    while try select.step() {
      let text = withDetails ? select.text(10) : nil
      let details = text.flatMap { SessionDetails(octets: Array($0.utf8)) } ?? SessionDetails()
      records.append(
        SessionRecord(
          id: SessionID(select.text(0) ?? ""), profile: ProfileID(select.text(1) ?? ""), task: select.text(2),
          started: Timestamp(milliseconds: select.integer(3)), ended: select.moment(4), plannedEnd: select.moment(5),
          why: select.text(6).flatMap { SessionEnd(word: $0) }, focused: Lapse(milliseconds: select.integer(7)),
          breaks: Int(select.integer(8)), attempts: Int(select.integer(9)), details: details))
    }
    return records
  }
}

extension Statement {
  fileprivate func moment(_ column: Int32) -> Timestamp? {
    integerIfAny(column).map { Timestamp(milliseconds: $0) }
  }
}
