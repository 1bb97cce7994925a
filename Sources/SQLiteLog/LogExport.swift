public import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText

/// A whole log as text, line by line, as ``LogLine`` describes it.
///
/// It reads one moment of the file, whether or not a service has it open and goes on writing.
public struct LogExport: ~Copyable {
  private let path: String
  private let database: Connection

  /// Opens a log that is there; nothing is made or changed.
  public init(path: String) throws(LogFault) {
    self.path = path
    database = try Connection.openLogToRead(at: path)
  }

  /// Whether there is anything that a person could miss: more than a service that only came up leaves.
  public func holdsAnything() throws(LogFault) -> Bool {
    do throws(SQLiteFault) {
      return try database.number(
        """
        SELECT EXISTS (SELECT 1 FROM facts WHERE kind <> 'recovered') OR (SELECT count(*) FROM settings) > 1
        """) != 0
    } catch {
      throw error.logFault(path)
    }
  }

  /// Hands out the lines, each without its end.
  public func lines<Fault: Error>(
    orThrow translate: (LogFault) -> Fault, _ take: (String) throws(Fault) -> Void
  ) throws(Fault) {
    // One transaction, so that facts and settings are those of the same moment.
    try reading(translate) { () throws(SQLiteFault) in try database.execute("BEGIN") }
    try take(LogLine.head.json.text)
    let settings = try rows("SELECT wall, body FROM settings ORDER BY seq", translate) { wall, body throws(Fault) in
      try take("{\"at\":\(wall),\"settings\":\(body)}")
    }
    let facts = try rows("SELECT wall, body FROM facts ORDER BY seq", translate) { _, body throws(Fault) in
      try take(body)
    }
    if let alive = try alive(translate) { try take(LogLine.alive(alive).json.text) }
    try take(LogLine.end(facts: facts, settings: settings).json.text)
    try reading(translate) { () throws(SQLiteFault) in try database.execute("COMMIT") }
  }

  private func rows<Fault: Error>(
    _ sql: String, _ translate: (LogFault) -> Fault, _ take: (Int64, String) throws(Fault) -> Void
  ) throws(Fault) -> Int {
    let statement = try reading(translate) { () throws(SQLiteFault) in try database.prepare(sql) }
    var count = 0
    while try reading(translate, { () throws(SQLiteFault) in try statement.step() }) {
      try take(statement.integer(0), statement.text(1) ?? "")
      count += 1
    }
    return count
  }

  private func alive<Fault: Error>(_ translate: (LogFault) -> Fault) throws(Fault) -> Moment? {
    try reading(translate) { () throws(SQLiteFault) in try database.lastAlive() }
  }

  private func reading<Value: ~Copyable, Fault: Error>(
    _ translate: (LogFault) -> Fault, _ body: () throws(SQLiteFault) -> Value
  ) throws(Fault) -> Value {
    do throws(SQLiteFault) { return try body() } catch { throw translate(error.logFault(path)) }
  }
}
