internal import FocusPorts
internal import SQLiteFiles

/// Whether the log is the one that was written. What is read at the start anyway is looked at then; the rest of a large
/// log is followed in small portions while the service runs.
extension SQLiteLog {
  /// About a millisecond's worth of facts.
  private static let portion: Int64 = 400

  /// Looks whether the log ends where it ended, and follows its chain.
  ///
  /// - Parameter read: the number of the last fact before those that are read at the start.
  func verify(after read: Int64) throws(SQLiteError) {
    let found = LogAnchor.found(beside: path)
    let first = try database.isSmallEnoughToFollow ? 0 : read
    let seams = Set(try database.seams().map(\.number))
    var walk = ChainWalk(after: try database.chainEnd(of: "facts", upTo: first), seams: seams)
    _ = try database.walk(&walk)
    if let flaw = try database.flaw(against: found, table.ends, seams) { tell(flaw, at: table.ends.facts.number + 1) }
    for (number, flaw) in walk.flaws { tell(flaw, at: number) }
    if first > 0 { following = ChainWalk(after: ChainEnd(), seams: seams) }
    // A flaw is told before the anchor says that this is how the log is.
    if flaws.isEmpty, found == .nothing || found == .another { anchor.renew(table.ends) }
  }

  /// Follows the chain a little further; returns whether there is more of it.
  package func followOn() -> Bool {
    guard var walk = following, !isAtRest else { return false }
    let known = walk.flaws.count
    // What cannot be read now is found at the next start.
    let isMore = (try? database.walk(&walk, most: Self.portion)) ?? false
    for (number, flaw) in walk.flaws.dropFirst(known) { tell(flaw, at: number) }
    following = isMore ? walk : nil
    keepFlaws()
    return isMore
  }

  private func tell(_ flaw: LogFlaw, at number: Int64) {
    // One cause has many effects: what was found first says it.
    if flaws.isEmpty { note(LogIncident(cause: flaw.cause, outcome: .incomplete(flaw.sentence), at: Self.now())) }
    flaws.append((number, flaw))
  }

  /// Stores the flaws that were reported, so that the next start reports only new ones.
  func keepFlaws() {
    let new = flaws.dropFirst(keptFlaws)
    guard !new.isEmpty, reserved != nil, !isAtRest else { return }
    do throws(SQLiteError) {
      try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
        let insert = try database.prepare("INSERT OR REPLACE INTO seams (seq, wall, flaw) VALUES (?, ?, ?)")
        for (number, flaw) in new where flaw != .noAnchor {
          // Settings have numbers of their own.
          try insert.bind(flaw.isOfSettings ? -table.ends.settings.number : number, at: 1)
          try insert.bind(Self.now().milliseconds, at: 2)
          try insert.bind(flaw.sentence, at: 3)
          try insert.run()
        }
      }
    } catch { return }
    keptFlaws = flaws.count
    place.noteLengthened()
    noteEnd()
  }
}
