internal import FocusSession
internal import FocusWire
internal import JSONText
internal import SQLiteFiles

/// What is kept for ever: facts, settings with their history, and the last moment of the service.
struct FactTable: ~Copyable {
  private let insertFact: Statement
  private let insertSettings: Statement
  private let keepAlive: Statement

  init(_ database: borrowing Connection) throws(SQLiteError) {
    let insertFact = try database.prepare("INSERT INTO facts (wall, kind, body) VALUES (?, ?, ?)")
    let insertSettings = try database.prepare("INSERT INTO settings (wall, body) VALUES (?, ?)")
    let keepAlive = try database.prepare(
      "INSERT OR REPLACE INTO alive (id, wall, steady, boot) VALUES (1, ?, ?, ?)")
    self.insertFact = insertFact
    self.insertSettings = insertSettings
    self.keepAlive = keepAlive
  }

  /// Adds a fact.
  ///
  /// - Parameter body: its text, where it is kept as it was written once.
  func add(_ fact: Fact, body: String? = nil) throws(SQLiteError) {
    try insertFact.bind(fact.stamp.moment.wall.milliseconds, at: 1)
    try insertFact.bind(fact.name, at: 2)
    if let body { try insertFact.bind(body, at: 3) } else { try insertFact.bind(text: fact.json.octets, at: 3) }
    try insertFact.run()
  }

  /// Adds what is configured from then on.
  func add(settings: String, at wall: Timestamp) throws(SQLiteError) {
    try insertSettings.bind(wall.milliseconds, at: 1)
    try insertSettings.bind(settings, at: 2)
    try insertSettings.run()
  }

  /// Notes that the service ran then.
  func note(_ moment: Moment) throws(SQLiteError) {
    try keepAlive.bind(moment.wall.milliseconds, at: 1)
    try keepAlive.bind(moment.steady, at: 2)
    try keepAlive.bind(moment.boot.text, at: 3)
    try keepAlive.run()
  }
}

extension Connection {
  /// What is configured now, with its number; `nil` in a log that holds nothing of it.
  func newestSettings() throws(SQLiteError) -> (sequence: Int64, body: String)? {
    let (sequence, body) = try rows("SELECT seq, body FROM settings ORDER BY seq DESC LIMIT 1").first ?? (0, "")
    return sequence > 0 ? (sequence, body) : nil
  }
}

extension Fact {
  /// Reads a fact that a row of the log holds.
  init(inRow text: String?) throws(SQLiteError) {
    do throws(FactError) {
      self = try Fact(octets: Array((text ?? "").utf8))
    } catch {
      throw SQLiteError(code: 11, message: "a fact cannot be read", doing: "read")
    }
  }
}
