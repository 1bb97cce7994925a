internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import SQLiteFiles

/// What is kept beside the facts and made from them alone, in the same transaction: sessions, days, hours, and what a
/// start needs to know.
struct Projection: ~Copyable {
  private let sessions: SessionTable
  private let days: DayTable
  private let noteSequence: Statement
  private let keepCheckpoint: Statement
  private let selectStrays: Statement
  private let selectStarts: Statement
  private let selectFacts: Statement
  private let zone: CivilZone
  /// What the facts so far came to, in memory. By reference: the compiler follows each part of a value in one that
  /// cannot be copied, and needs half a minute for as many as these are.
  private var state: State

  /// What the facts so far came to.
  private final class State {
    var history: HistoryFold
    var machine: SessionMachine
    var tally = Tally()
    var sinceCheckpoint = 0

    init(_ zone: CivilZone, checkpoint: Checkpoint? = nil) {
      history = HistoryFold(zone: zone)
      machine = SessionMachine(settings: Settings(), checkpoint: checkpoint)
    }
  }

  /// So many facts are folded in a few milliseconds; a checkpoint for fewer would cost more than it saves.
  private static let factsPerCheckpoint = 200

  init(_ database: borrowing Connection, zone: CivilZone) throws(SQLiteError) {
    let sessions = try SessionTable(database)
    let days = try DayTable(database)
    let noteSequence = try database.prepare("INSERT OR REPLACE INTO projected (id, seq) VALUES (1, ?)")
    let keepCheckpoint = try database.prepare("INSERT OR REPLACE INTO checkpoint (id, seq, body) VALUES (1, ?, ?)")
    let selectStrays = try database.prepare(
      """
      SELECT body FROM facts WHERE kind = 'stray-ended'
      UNION ALL SELECT body FROM facts WHERE kind = 'session-forgotten'
      """)
    // What is to be forgotten is mostly young.
    let selectStarts = try database.prepare(
      "SELECT seq, body FROM facts WHERE kind = 'session-started' AND wall = ? ORDER BY seq DESC")
    let selectFacts = try database.prepare("SELECT body FROM facts WHERE seq >= ? ORDER BY seq")
    self.selectStrays = selectStrays
    self.selectStarts = selectStarts
    self.selectFacts = selectFacts
    self.sessions = sessions
    self.days = days
    self.noteSequence = noteSequence
    self.keepCheckpoint = keepCheckpoint
    self.zone = zone
    state = State(zone)
  }

  /// Goes on from what was kept: a checkpoint, and the facts after it.
  mutating func resume(from checkpoint: Checkpoint?, _ facts: some Sequence<Fact>) {
    state = State(zone, checkpoint: checkpoint)
    for fact in facts {
      fold(fact)
      if state.history.current == nil { state.tally = Tally() }
    }
  }

  /// Goes on where another file's is.
  mutating func resume(from other: borrowing Projection) { state = other.state }

  private func fold(_ fact: Fact) {
    state.machine.apply(fact)
    state.sinceCheckpoint += 1
    for entry in state.history.fold(fact) { state.tally.add(entry) }
  }

  /// Takes in new facts.
  ///
  /// - Parameter last: the number of the last of them.
  func note(_ facts: [Fact], last: Int64) throws(SQLiteError) {
    for fact in facts {
      fold(fact)
      if case .plan(.noted(let session, let words)) = fact.body, state.history.current?.id != session {
        try sessions.note(words, about: session)
      }
      if let session = fact.forgottenSession { try forget(session) }
      guard state.history.current == nil else { continue }
      for record in state.tally.ended { try sessions.add(record) }
      for (day, totals) in state.tally.days { try days.add(totals, on: day) }
      for (hour, lapse) in state.tally.hours { try days.add(lapse, in: hour) }
      state.tally = Tally()
    }
    guard !facts.isEmpty else { return }
    guard state.sinceCheckpoint >= Self.factsPerCheckpoint, let checkpoint = state.machine.checkpoint else { return }
    try keepCheckpoint.bind(last, at: 1)
    try keepCheckpoint.bind(checkpoint.json.text, at: 2)
    try keepCheckpoint.run()
    state.sinceCheckpoint = 0
  }

  /// What all facts came to; `nil` while a session is under way.
  var checkpoint: Checkpoint? { state.machine.checkpoint }

  /// Notes up to which fact all of this is made. Once that is all of them it stays so, because what follows is made in
  /// the transaction of its facts.
  func mark(_ sequence: Int64 = .max) throws(SQLiteError) {
    try noteSequence.bind(sequence, at: 1)
    try noteSequence.run()
  }

  func rows(since: Timestamp?, until: Timestamp?, profile: ProfileID?) throws(SQLiteError) -> [SessionRecord] {
    var records = try sessions.rows(since: since, until: until, profile: profile)
    if let current = state.history.current, current.isWithin(since, until, profile) { records.append(current) }
    return records
  }

  func rows(_ page: SessionPage) throws(SQLiteError) -> [SessionRecord] {
    var records = try sessions.rows(page)
    guard let current = state.history.current, current.isWithin(page.since, page.until, page.profile),
      page.before.map({ (current.started, current.id) < ($0.started, $0.session) }) ?? true
    else { return records }
    // The newest, unless the clock was set back since others began.
    let place = records.firstIndex { ($0.started, $0.id) < (current.started, current.id) } ?? records.endIndex
    records.insert(current, at: place)
    return Array(records.prefix(page.limit))
  }

  /// The statistics, with the session under way counted up to now.
  func statistics(at stamp: Stamp, today: CivilDay) throws(SQLiteError) -> Statistics {
    var tally = state.tally
    for entry in state.history.focusUnderWay(at: stamp) { tally.add(entry) }
    let (days, hours) = tally.added(to: try self.days.days(), try self.days.hours())
    return Statistics(days: days, hours: hours, today: today, strays: try strays(), in: zone)
  }

  /// The episodes of straying, oldest first.
  func strays() throws(SQLiteError) -> [StraySpan] {
    defer { selectStrays.reset() }
    var facts: [Fact] = []
    while try selectStrays.step() { facts.append(try Self.fact(in: selectStrays.text(0))) }
    return StraySpan.all(of: facts)
  }

  private static func fact(in text: String?) throws(SQLiteError) -> Fact {
    do throws(FactError) {
      return try Fact(octets: Array((text ?? "").utf8))
    } catch {
      throw SQLiteError(code: 11, message: "a fact cannot be read", doing: "read")
    }
  }

  /// Takes a session that is over out of the lines and totals; one that is not there any more stays away.
  private func forget(_ session: ForgottenSession) throws(SQLiteError) {
    guard try sessions.remove(session.id) else { return }
    defer {
      selectStarts.reset()
      selectFacts.reset()
    }
    try selectStarts.bind(session.began.milliseconds, at: 1)
    while try selectStarts.step() {
      guard case .sessionStarted(let start) = try Self.fact(in: selectStarts.text(1)).body, start.id == session.id
      else { continue }
      try selectFacts.bind(selectStarts.integer(0), at: 1)
      var (history, tally) = (HistoryFold(zone: zone), Tally())
      repeat {
        guard try selectFacts.step() else { return }
        for entry in history.fold(try Self.fact(in: selectFacts.text(0))) { tally.add(entry) }
      } while history.current != nil
      return try days.subtract(tally)
    }
  }

  /// The session clock at a moment.
  func stamp(at moment: Moment) -> Stamp { state.machine.stamp(at: moment) }
}

extension SessionRecord {
  /// Whether the session began within a time and is that profile's.
  func isWithin(_ since: Timestamp?, _ until: Timestamp?, _ profile: ProfileID?) -> Bool {
    started >= since ?? started && (until.map { started < $0 } ?? true) && self.profile == profile ?? self.profile
  }
}
