package import FocusHistory
package import FocusPorts
internal import FocusWire
package import Learning
internal import SQLiteFiles

/// A log that is only read, whether or not a service has it open and goes on writing.
package struct LogReader: ~Copyable {
  private let path: String
  private let database: Connection

  /// Opens a log that is there; nothing is made or changed.
  ///
  /// - Parameter isChecked: whether a small file is read through first, which finds damage. A service did so when it
  ///   opened its log, and need not do it again whenever it looks into it.
  package init(path: String, isChecked: Bool = true) throws(LogError) {
    self.path = path
    database = try Connection.openLogToRead(at: path, isChecked: isChecked)
  }

  /// Whether there is anything that a person could miss: more than a service that only came up leaves.
  package func holdsAnything() throws(LogError) -> Bool {
    return try Connection.faults(
      of: path,
      database.number(
        """
        SELECT EXISTS (SELECT 1 FROM facts WHERE kind NOT IN ('recovered', 'clock-trust')) OR (SELECT count(*) FROM settings) > 1
        """) != 0)
  }

  /// The sessions that began within a time, oldest first.
  ///
  /// - Parameter withDetails: whether breaks, questions and attempts are wanted with their times; a list for people
  ///   does without.
  package func sessions(
    since: Timestamp?, until: Timestamp?, profile: ProfileID?, withDetails: Bool
  ) throws(LogError) -> [SessionRecord] {
    return try Connection.faults(of: path) { () throws(SQLiteError) in
      guard try database.number("PRAGMA user_version") == Schema.current else {
        throw SQLiteError(code: 1, message: "an older FocusKey wrote it: start the service once", doing: "read")
      }
      // One transaction, so that a session which ends just now is there once.
      try database.execute("BEGIN")
      let kept = try SessionRows(database).rows(since: since, until: until, profile: profile, withDetails: withDetails)
      let records = kept.followed(by: try tail(in: .utc), since: since, until: until, profile: profile)
      try database.execute("COMMIT")
      return records
    }
  }

  /// The facts of some kinds, oldest first.
  package func facts(of kinds: [String]) throws(LogError) -> [Fact] {
    return try Connection.faults(of: path) { () throws(SQLiteError) in
      let places = kinds.map { _ in "?" }.joined(separator: ", ")
      let statement = try database.prepare("SELECT body FROM facts WHERE kind IN (\(places)) ORDER BY seq")
      for (index, kind) in kinds.enumerated() { try statement.bind(kind, at: Int32(index + 1)) }
      var facts: [Fact] = []
      while try statement.step() { facts.append(try Fact(inRow: statement.text(0))) }
      return facts
    }
  }

  /// The facts after a number as they are written, oldest first.
  package func bodies(after number: Int64, most: Int) throws(LogError) -> [(number: Int64, text: String)] {
    return try Connection.faults(of: path) { () throws(SQLiteError) in
      let rows = try database.prepare("SELECT seq, body FROM facts WHERE seq > ? ORDER BY seq LIMIT ?")
      try rows.bind(number, at: 1)
      try rows.bind(Int64(most), at: 2)
      var bodies: [(number: Int64, text: String)] = []
      while try rows.step() { bodies.append((rows.integer(0), rows.text(1) ?? "")) }
      return bodies
    }
  }

  /// The focus without breaks of each day that has any, in order; `zone` decides on the day.
  package func days(in zone: CivilZone) throws(LogError) -> [(day: CivilDay, focused: Lapse)] {
    try totals(in: zone).filter { $0.totals.focused > .zero }.map { ($0.day, $0.totals.focused) }
  }

  /// The totals of each day that has any, in order, without the session under way.
  package func totals(in zone: CivilZone) throws(LogError) -> [(day: CivilDay, totals: DayTotals)] {
    return try Connection.faults(of: path) { () throws(SQLiteError) in
      try database.execute("BEGIN")
      let table = try DayTable(database)
      let counted = try tail(in: zone).tally.added(to: try table.days(), try table.hours())
      try database.execute("COMMIT")
      return counted.days
    }
  }

  /// What the facts add that sessions and days do not include yet.
  private func tail(in zone: CivilZone) throws(SQLiteError) -> HistoryTail {
    var tail = HistoryTail(zone: zone)
    let statement = try database.prepare(
      "SELECT body FROM facts WHERE seq > coalesce((SELECT seq FROM projected), 0) ORDER BY seq")
    while try statement.step() { tail.take(try Fact(inRow: statement.text(0))) }
    return tail
  }

  /// What happened to cards and when, oldest first; only facts after the one with that number.
  package func learning(
    after sequence: Int64 = 0
  ) throws(LogError) -> [(sequence: Int64, at: Timestamp, fact: LearnFact)] {
    let names = LearnFact.memberNames.map { "'\($0.fact)'" }.joined(separator: ", ")
    var found: [(sequence: Int64, at: Timestamp, fact: LearnFact)] = []
    return try Connection.faults(of: path) { () throws(SQLiteError) in
      let statement = try database.prepare(
        "SELECT seq, body FROM facts WHERE seq > \(sequence) AND kind IN (\(names)) ORDER BY seq")
      while try statement.step() {
        let fact = try Fact(inRow: statement.text(1))
        if case .learn(let learned) = fact.body {
          found.append((statement.integer(0), fact.stamp.moment.wall, learned))
        }
      }
      return found
    }
  }

  /// Passes on the whole log as text, as of one moment: ``LogLine``s, each without its line end.
  package func lines<Fault: Error>(
    orThrow translate: (LogError) -> Fault, _ take: (String) throws(Fault) -> Void
  ) throws(Fault) {
    // One transaction, so that facts and settings are those of the same moment.
    try reading(translate) { () throws(SQLiteError) in try database.execute("BEGIN") }
    try take(LogLine.head.json.text)
    let settings = try rows("SELECT wall, body FROM settings ORDER BY seq", translate) { wall, body throws(Fault) in
      try take("{\"at\":\(wall),\"settings\":\(body)}")
    }
    let facts = try rows("SELECT wall, body FROM facts ORDER BY seq", translate) { _, body throws(Fault) in
      try take(body)
    }
    if let alive = try alive(translate) { try take(LogLine.alive(alive).json.text) }
    try take(LogLine.end(facts: facts, settings: settings).json.text)
    try reading(translate) { () throws(SQLiteError) in try database.execute("COMMIT") }
  }

  private func rows<Fault: Error>(
    _ sql: String, _ translate: (LogError) -> Fault, _ take: (Int64, String) throws(Fault) -> Void
  ) throws(Fault) -> Int {
    let statement = try reading(translate) { () throws(SQLiteError) in try database.prepare(sql) }
    var count = 0
    while try reading(translate, { () throws(SQLiteError) in try statement.step() }) {
      try take(statement.integer(0), statement.text(1) ?? "")
      count += 1
    }
    return count
  }

  private func alive<Fault: Error>(_ translate: (LogError) -> Fault) throws(Fault) -> Moment? {
    try reading(translate) { () throws(SQLiteError) in try database.lastStop() }
  }

  private func reading<Value: ~Copyable, Fault: Error>(
    _ translate: (LogError) -> Fault, _ body: () throws(SQLiteError) -> Value
  ) throws(Fault) -> Value {
    do throws(SQLiteError) { return try body() } catch { throw translate(error.logFault(path)) }
  }
}
