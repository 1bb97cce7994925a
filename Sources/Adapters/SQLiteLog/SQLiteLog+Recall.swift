package import FocusPorts
internal import FocusWire
internal import SQLiteFiles

extension SQLiteLog {
  package func recall() throws(LogError) -> Recollection {
    let kept = try projection.resume(from: database, at: path)
    let facts = kept.facts.filter { $0.sequence > kept.checkpointEnd }.map(\.fact)
    try Connection.faults(of: path) { () throws(SQLiteError) in try verify(after: kept.checkpointEnd) }
    let written = try Connection.faults(of: path) { () throws(SQLiteError) in try database.newestSettings() }
    let settings = try settings(written)
    let last = kept.facts.last?.sequence ?? max(kept.checkpointEnd, kept.rowsEnd)
    memory = LogMemory(
      settings: written?.body, checkpoint: kept.checkpoint, facts: facts, last: last,
      lastBefore: try Connection.faults(of: path) { () throws(SQLiteError) in
        try database.fact(last - Int64(facts.count))
      })
    if projection.isWorthKeeping { try? keepProjection() }
    place.noteWritten()
    return Recollection(
      facts: facts, settings: settings,
      lastAlive: try lastAlive(facts.last { $0.saysServiceRan }?.stamp.moment ?? kept.checkpoint?.last.moment),
      checkpoint: kept.checkpoint)
  }

  /// The last moment at which the service is known to have run: that of the last fact, or of the stop after it.
  private func lastAlive(_ lastFact: Moment?) throws(LogError) -> Moment? {
    let stop = try Connection.faults(of: path) { () throws(SQLiteError) in try database.lastStop() }
    guard let stop, let lastFact else { return stop ?? lastFact }
    // The first thing of each run is a fact, so that a stop of another boot came before the last one.
    return stop.boot == lastFact.boot && stop.steady >= lastFact.steady ? stop : lastFact
  }

  private func settings(_ written: (sequence: Int64, body: String)?) throws(LogError) -> Settings? {
    guard let (sequence, body) = written else { return nil }
    do throws(TextError) {
      return try SettingsFile(Array(body.utf8), meaningOf: meaning).applied(to: Settings())
    } catch {
      throw .unreadableFact(sequence: sequence, detail: "settings: \(error.message)")
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
