public import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import SQLiteFiles

extension SQLiteLog {
  /// Everything that the live state is made from.
  public func recall() throws(LogError) -> Recollection {
    try projectWhatIsNot()
    let (sequence, checkpoint) = try checkpoint()
    let facts = try facts(after: sequence)
    projection.resume(from: checkpoint, facts.lazy.map { $0.fact })
    let settings = try settings()
    memory = LogMemory(
      settings: settings, checkpoint: checkpoint, facts: facts.map { $0.fact },
      last: facts.last?.sequence ?? sequence)
    if memory.isLong { memory.shorten(to: projection.checkpoint) }
    place.noteWritten()
    return Recollection(
      facts: facts.map { $0.fact }, settings: settings,
      lastAlive: try lastAlive(facts.last { $0.fact.saysServiceRan }?.fact.stamp.moment ?? checkpoint?.last.moment),
      checkpoint: checkpoint)
  }

  /// The last moment at which the service is known to have run: that of the last fact, or of the stop after it.
  private func lastAlive(_ lastFact: Moment?) throws(LogError) -> Moment? {
    let stop = try reading { () throws(SQLiteError) in try database.lastStop() }
    guard let stop, let lastFact else { return stop ?? lastFact }
    // The first thing of each run is a fact, so that a stop of another boot came before the last one.
    return stop.boot == lastFact.boot && stop.steady >= lastFact.steady ? stop : lastFact
  }

  /// Facts after one, oldest first.
  private func facts(after sequence: Int64, limit: Int64 = .max) throws(LogError) -> [(sequence: Int64, fact: Fact)] {
    var facts: [(sequence: Int64, fact: Fact)] = []
    for (sequence, body) in try rows("SELECT seq, body FROM facts WHERE seq > \(sequence) ORDER BY seq LIMIT \(limit)")
    {
      do throws(FactError) {
        facts.append((sequence, try Fact(octets: Array(body.utf8))))
      } catch {
        throw .unreadableFact(sequence: sequence, detail: error.detail)
      }
    }
    return facts
  }

  /// The last checkpoint and the fact that it was made after; 0 and none in a log that has none or one of another
  /// version.
  private func checkpoint() throws(LogError) -> (Int64, Checkpoint?) {
    guard let (sequence, body) = try rows("SELECT seq, body FROM checkpoint").first,
      let checkpoint = Checkpoint(octets: Array(body.utf8))
    else { return (0, nil) }
    return (sequence, checkpoint)
  }

  /// Makes from the facts what is not made from them yet: after a change of the layout, all of it.
  private func projectWhatIsNot() throws(LogError) {
    // So many at once fit in memory whatever the log's size.
    let portion: Int64 = 10_000
    var (sequence, last) = try reading { () throws(SQLiteError) in
      (
        try database.number("SELECT coalesce((SELECT seq FROM projected), 0)"),
        try database.number("SELECT coalesce(max(seq), 0) FROM facts")
      )
    }
    guard sequence < last else { return }
    if sequence > 0 {
      // Only a program that knew nothing of this could have left it behind.
      try reading { () throws(SQLiteError) in
        for table in ["sessions", "days", "hours", "projected", "checkpoint"] {
          try database.execute("DELETE FROM \(table)")
        }
      }
      sequence = 0
    }
    while sequence < last {
      let facts = try facts(after: sequence, limit: portion)
      guard let end = facts.last?.sequence else { break }
      try reading { () throws(SQLiteError) in
        try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
          try projection.note(facts.map(\.fact), last: end)
          try projection.mark(end)
        }
      }
      sequence = end
    }
    try reading { () throws(SQLiteError) in try projection.mark() }
    projection = try reading { () throws(SQLiteError) in try Projection(database, zone: zone) }
  }

  private func reading<Value>(_ body: () throws(SQLiteError) -> Value) throws(LogError) -> Value
  where Value: ~Copyable {
    do throws(SQLiteError) { return try body() } catch { throw error.logFault(path) }
  }

  private func settings() throws(LogError) -> Settings? {
    guard let (sequence, body) = try rows("SELECT seq, body FROM settings ORDER BY seq DESC LIMIT 1").first else {
      return nil
    }
    do throws(SettingsError) {
      return try SettingsFile(Array(body.utf8), meaningOf: meaning).applied(to: Settings())
    } catch {
      throw .unreadableFact(sequence: sequence, detail: "settings: \(error.message)")
    }
  }

  private func rows(_ sql: String) throws(LogError) -> [(Int64, String)] {
    do throws(SQLiteError) {
      let statement = try database.prepare(sql)
      var rows: [(Int64, String)] = []
      while try statement.step() { rows.append((statement.integer(0), statement.text(1) ?? "")) }
      return rows
    } catch {
      throw error.logFault(path)
    }
  }
}

extension Fact {
  /// Whether only a running service records it; cards can be learned without one.
  fileprivate var saysServiceRan: Bool {
    if case .learn = body { return false }
    return true
  }
}

extension FactError {
  /// What is wrong with a fact that the log holds.
  fileprivate var detail: String {
    switch self {
    case .notJSON(let fault): fault.message
    case .notAFact(let mismatch): "\(mismatch.pointer.text): \(mismatch.message)"
    case .fromTheFuture(let version): "it was written in the newer format \(version)"
    }
  }
}
