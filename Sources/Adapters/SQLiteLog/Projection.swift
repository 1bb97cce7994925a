internal import FocusHistory
internal import FocusPorts
internal import FocusWire
internal import SQLiteFiles

/// What is kept beside the facts and made from them alone: sessions, days, hours, and what a start needs to know.
///
/// It is written for many facts at once, and nobody waits for it. What the facts since then add is in memory, and every
/// question is answered from both; after a crash it is made from the facts again.
struct Projection: ~Copyable {
  private let sessions: SessionTable
  private let days: DayTable
  private let noteSequence: Statement
  private let noteSum: Statement
  private let selectSum: Statement
  private let keepCheckpoint: Statement
  private let selectStrays: Statement
  private let selectStarts: Statement
  private let selectFacts: Statement
  private let zone: CivilZone
  /// What the facts so far came to, in memory. By reference: the compiler follows each part of a value in one that
  /// cannot be copied, and needs half a minute for as many as these are.
  private var state: ProjectedState

  /// The kind under which a checkpoint is chained to the facts that it was made from.
  static let checkpointKind = "checkpoint"
  /// This many facts are folded in a few milliseconds; storing the result of fewer does not pay.
  private static let factsPerKeeping = 200
  /// The most sessions kept in memory when each one begins as another ends.
  private static let sessionsPerKeeping = 64
  /// Few enough that nobody notices the folding.
  private static let factsPerFold = 16

  init(_ database: borrowing Connection, zone: CivilZone) throws(SQLiteError) {
    let sessions = try SessionTable(database)
    let days = try DayTable(database)
    let noteSequence = try database.prepare("INSERT OR REPLACE INTO projected (id, seq, sum) VALUES (1, ?, ?)")
    let keepCheckpoint = try database.prepare(
      "INSERT OR REPLACE INTO checkpoint (id, seq, body, chain) VALUES (1, ?, ?, ?)")
    let selectStrays = try database.prepare(
      """
      SELECT body FROM facts WHERE kind = 'stray-ended'
      UNION ALL SELECT body FROM facts WHERE kind = 'stray-excused'
      UNION ALL SELECT body FROM facts WHERE kind = 'pledge-taken-back'
      UNION ALL SELECT body FROM facts WHERE kind = 'session-forgotten'
      """)
    // What is to be forgotten is mostly young.
    let selectStarts = try database.prepare(
      "SELECT seq, body FROM facts WHERE kind = 'session-started' AND wall = ? ORDER BY seq DESC")
    let selectFacts = try database.prepare("SELECT body FROM facts WHERE seq >= ? ORDER BY seq")
    let noteSum = try database.prepare("UPDATE projected SET sum = ?")
    let selectSum = try database.prepare("SELECT sum FROM projected")
    self.noteSum = noteSum
    self.selectSum = selectSum
    self.selectStrays = selectStrays
    self.selectStarts = selectStarts
    self.selectFacts = selectFacts
    self.sessions = sessions
    self.days = days
    self.noteSequence = noteSequence
    self.keepCheckpoint = keepCheckpoint
    self.zone = zone
    state = ProjectedState(zone)
  }

  mutating func resume(from kept: Kept) { state = ProjectedState(zone, kept) }

  mutating func resume(from other: borrowing Projection) { state = other.state }

  /// Adds facts that are in the log already; `last` is the number of the last of them.
  func take(_ facts: [Fact], last: Int64) { state.take(facts, last: last) }

  /// Whether enough is waiting that it should be folded before the next question.
  var isBehind: Bool { state.unfolded >= Self.factsPerFold }

  /// Folds the facts added so far; otherwise the next question does it.
  func fold() { state.fold() }

  var hasNews: Bool { state.unkept > 0 }

  /// Whether there is enough to store: best with no session under way, where a start resumes.
  var isWorthKeeping: Bool {
    state.unkept >= Self.factsPerKeeping
      && (state.checkpoint != nil || state.history.ended.count >= Self.sessionsPerKeeping)
  }

  /// Keeps all but the session under way, in one transaction.
  ///
  /// - Parameter end: where the facts end that it was made from.
  func keep(in database: borrowing Connection, after end: ChainEnd) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in try keep(after: end) }
    noteKept()
  }

  /// Like ``keep(in:after:)`` in the caller's transaction; call ``noteKept()`` after its commit.
  func keep(after end: ChainEnd) throws(SQLiteError) {
    let known = try sum()
    var sum = known ?? RowSum()
    for session in state.history.ended { try sessions.add(session.record, &sum) }
    let tally = state.history.tally
    for (day, totals) in tally.days { try days.add(totals, on: day, &sum) }
    for (hour, lapse) in tally.hours { try days.add(lapse, in: hour, &sum) }
    try noteSequence.bind(state.rowsEnd, at: 1)
    try noteSequence.bind(known == nil ? nil : sum.stored, at: 2)
    try noteSequence.run()
    guard let checkpoint = state.checkpoint else { return }
    try keepCheckpoint.bind(state.last, at: 1)
    let body = checkpoint.json.octets
    try keepCheckpoint.bind(text: body, at: 2)
    let digest = end.digest(wall: 0, kind: Self.checkpointKind, body: body)
    try keepCheckpoint.bind(end.number == state.last ? digest : [], at: 3)
    try keepCheckpoint.run()
  }

  func noteKept() { state.forgetKept() }

  /// `nil` while a session is under way.
  var checkpoint: Checkpoint? { state.checkpoint }

  func rows(since: Timestamp?, until: Timestamp?, profile: ProfileID?) throws(SQLiteError) -> [SessionRecord] {
    try sessions.rows(since: since, until: until, profile: profile)
      .followed(by: state.history, since: since, until: until, profile: profile)
  }

  func rows(_ page: SessionPage) throws(SQLiteError) -> [SessionRecord] {
    var records = try sessions.rows(page)
    for new in state.history.records where new.isWithin(page.since, page.until, page.profile) {
      guard page.before.map({ (new.started, new.id) < ($0.started, $0.session) }) ?? true else { continue }
      // The newest, unless the clock was set back since others began.
      let place = records.firstIndex { ($0.started, $0.id) < (new.started, new.id) } ?? records.endIndex
      records.insert(new, at: place)
    }
    return Array(records.prefix(page.limit))
  }

  /// The statistics, with the session under way counted up to now.
  func statistics(at stamp: Stamp, today: CivilDay) throws(SQLiteError) -> Statistics {
    let (days, hours) = state.history.tally(at: stamp).added(to: try self.days.days(), try self.days.hours())
    return Statistics(days: days, hours: hours, today: today, strays: try strays(), in: zone)
  }

  /// The episodes of straying, oldest first.
  func strays() throws(SQLiteError) -> [StraySpan] {
    defer { selectStrays.reset() }
    var facts: [Fact] = []
    while try selectStrays.step() { facts.append(try Fact(inRow: selectStrays.text(0))) }
    return StraySpan.all(of: facts)
  }

  func stamp(at moment: Moment) -> Stamp { state.machine.stamp(at: moment) }
}

extension Projection {
  /// Changes stored sessions, in the transaction that adds the facts.
  func amend(_ facts: [Fact]) throws(SQLiteError) {
    for fact in facts {
      if case .plan(.noted(let session, let words)) = fact.body {
        try amend { (sum: inout RowSum) throws(SQLiteError) in try sessions.note(words, about: session, &sum) }
      }
      if let session = fact.forgottenSession {
        try amend { (sum: inout RowSum) throws(SQLiteError) in try forget(session, &sum) }
      }
    }
  }

  private func amend(_ body: (inout RowSum) throws(SQLiteError) -> Bool) throws(SQLiteError) {
    let known = try sum()
    var sum = known ?? RowSum()
    guard try body(&sum), known != nil else { return }
    try noteSum.bind(sum.stored, at: 1)
    try noteSum.run()
  }

  /// The sum over the stored rows; `nil` if a program that knew of none stored them.
  private func sum() throws(SQLiteError) -> RowSum? {
    defer { selectSum.reset() }
    guard try selectSum.step() else { return RowSum() }
    return selectSum.integerIfAny(0).map { RowSum(stored: $0) }
  }

  /// Whether the stored rows match their sum; rows without a sum get one.
  func isAsMade(_ database: borrowing Connection) throws(SQLiteError) -> Bool {
    let found = try database.madeSum()
    guard let known = try sum() else {
      try noteSum.bind(found.stored, at: 1)
      // Where there is no room for it, another start does it.
      try? noteSum.run()
      return true
    }
    return known == found
  }

  /// Removes an ended session from the rows and totals; returns whether there was one.
  private func forget(_ session: ForgottenSession, _ sum: inout RowSum) throws(SQLiteError) -> Bool {
    guard try sessions.remove(session.id, &sum) else { return false }
    defer {
      selectStarts.reset()
      selectFacts.reset()
    }
    try selectStarts.bind(session.began.milliseconds, at: 1)
    while try selectStarts.step() {
      guard case .sessionStarted(let start) = try Fact(inRow: selectStarts.text(1)).body, start.id == session.id
      else { continue }
      try selectFacts.bind(selectStarts.integer(0), at: 1)
      var history = HistoryTail(zone: zone)
      repeat {
        guard try selectFacts.step() else { return true }
        history.take(try Fact(inRow: selectFacts.text(0)))
      } while history.current != nil
      try days.subtract(history.tally, &sum)
      return true
    }
    return true
  }
}
