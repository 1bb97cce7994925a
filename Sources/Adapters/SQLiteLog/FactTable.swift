internal import FocusWire
internal import SQLiteFiles

/// What is kept for ever: facts, settings with their history, and the last moment of the service. Facts and settings
/// are chained.
struct FactTable: ~Copyable {
  private let insertFact: Statement
  private let insertSettings: Statement
  private let keepAlive: Statement
  private(set) var ends: LogEnds

  init(_ database: borrowing Connection) throws(SQLiteError) {
    let insertFact = try database.prepare("INSERT INTO facts (wall, kind, body, chain) VALUES (?, ?, ?, ?)")
    let insertSettings = try database.prepare("INSERT INTO settings (wall, body, chain) VALUES (?, ?, ?)")
    let keepAlive = try database.prepare("INSERT OR REPLACE INTO alive (id, wall, steady, boot) VALUES (1, ?, ?, ?)")
    let ends = try database.ends()
    self.ends = ends
    self.insertFact = insertFact
    self.insertSettings = insertSettings
    self.keepAlive = keepAlive
  }

  /// `body` is the fact's text, if it must be kept exactly as it was once written.
  mutating func add(_ fact: Fact, body: [UInt8]? = nil) throws(SQLiteError) {
    let (wall, kind, body) = (fact.stamp.moment.wall.milliseconds, fact.name, body ?? fact.json.octets)
    let digest = ends.facts.digest(wall: wall, kind: kind, body: body)
    try insertFact.bind(wall, at: 1)
    try insertFact.bind(kind, at: 2)
    try insertFact.bind(text: body, at: 3)
    try insertFact.bind(digest, at: 4)
    try insertFact.run()
    ends.facts = ChainEnd(number: insertFact.lastSequence, digest: digest)
  }

  /// Resets the ends: what was added since then was not committed.
  mutating func goBack(to ends: LogEnds) { self.ends = ends }

  mutating func add(settings: String, at wall: Timestamp) throws(SQLiteError) {
    let digest = ends.settings.digest(wall: wall.milliseconds, kind: "settings", body: Array(settings.utf8))
    try insertSettings.bind(wall.milliseconds, at: 1)
    try insertSettings.bind(settings, at: 2)
    try insertSettings.bind(digest, at: 3)
    try insertSettings.run()
    ends.settings = ChainEnd(number: insertSettings.lastSequence, digest: digest)
  }

  /// Notes that the service was running at that moment.
  func note(_ moment: Moment) throws(SQLiteError) {
    try keepAlive.bind(moment.wall.milliseconds, at: 1)
    try keepAlive.bind(moment.steady, at: 2)
    try keepAlive.bind(moment.boot.text, at: 3)
    try keepAlive.run()
  }
}

extension Connection {
  /// `nil` if there is none with that number, or none that can be read.
  func fact(_ number: Int64) throws(SQLiteError) -> Fact? {
    let statement = try prepare("SELECT body FROM facts WHERE seq = ?")
    try statement.bind(number, at: 1)
    guard try statement.step() else { return nil }
    return try? Fact(inRow: statement.text(0))
  }

  /// The newest settings with their number; `nil` in a log without settings.
  func newestSettings() throws(SQLiteError) -> (sequence: Int64, body: String)? {
    let (sequence, body) = try rows("SELECT seq, body FROM settings ORDER BY seq DESC LIMIT 1").first ?? (0, "")
    return sequence > 0 ? (sequence, body) : nil
  }
}

extension Fact {
  init(inRow text: String?) throws(SQLiteError) {
    do throws(FactError) {
      self = try Fact(octets: Array((text ?? "").utf8))
    } catch {
      throw SQLiteError(code: 11, message: "a fact cannot be read", doing: "read")
    }
  }
}
