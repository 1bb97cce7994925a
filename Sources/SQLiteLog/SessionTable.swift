internal import FocusHistory
internal import FocusSession
internal import FocusWire

/// One line per session, kept beside the facts that it is made of.
struct SessionTable: ~Copyable {
  private let insert: Statement
  private let extend: Statement
  private let countBreak: Statement
  private let countAttempt: Statement
  private let end: Statement
  private let select: Statement

  init(_ database: borrowing Connection) throws(SQLiteFault) {
    let insert = try database.prepare(
      "INSERT INTO sessions (id, profile, task, started, planned_end) VALUES (?, ?, ?, ?, ?)")
    // The session under way is the one that has not ended; there is never more than one.
    let extend = try database.prepare("UPDATE sessions SET planned_end = ? WHERE ended IS NULL")
    let countBreak = try database.prepare("UPDATE sessions SET breaks = breaks + 1 WHERE ended IS NULL")
    let countAttempt = try database.prepare("UPDATE sessions SET attempts = attempts + 1 WHERE ended IS NULL")
    let end = try database.prepare("UPDATE sessions SET ended = ?, why = ?, focused = ? WHERE id = ?")
    let select = try database.prepare(
      """
      SELECT id, profile, task, started, ended, planned_end, why, focused, breaks, attempts FROM sessions
      WHERE started >= ? AND started < ? AND (?3 IS NULL OR profile = ?3) ORDER BY started
      """)
    self.insert = insert
    self.extend = extend
    self.countBreak = countBreak
    self.countAttempt = countAttempt
    self.end = end
    self.select = select
  }

  /// Takes in one fact; most of them do not concern it.
  func note(_ fact: Fact) throws(SQLiteFault) {
    let wall = fact.stamp.moment.wall.milliseconds
    switch fact.body {
    case .sessionStarted(let start):
      try insert.bind(start.id.text, at: 1)
      try insert.bind(start.own.policy.profile.text, at: 2)
      try insert.bind(start.task, at: 3)
      try insert.bind(wall, at: 4)
      try insert.bind(start.plannedEnd.map { fact.stamp.wall(at: $0).milliseconds }, at: 5)
      try insert.run()
    case .sessionExtended(let plannedEnd, _):
      try extend.bind(plannedEnd.map { fact.stamp.wall(at: $0).milliseconds }, at: 1)
      try extend.run()
    case .breakStarted: try countBreak.run()
    case .attempted: try countAttempt.run()
    case .sessionEnded(let ending):
      try end.bind(wall, at: 1)
      try end.bind(ending.why.word, at: 2)
      try end.bind(ending.focused.milliseconds, at: 3)
      try end.bind(ending.id.text, at: 4)
      try end.run()
    default: break
    }
  }

  /// The sessions that began within a time, oldest first.
  func rows(since: Timestamp?, until: Timestamp?, profile: ProfileID?) throws(SQLiteFault) -> [SessionRecord] {
    defer { select.reset() }
    try select.bind(since?.milliseconds ?? .min, at: 1)
    try select.bind(until?.milliseconds ?? .max, at: 2)
    try select.bind(profile?.text, at: 3)
    var records: [SessionRecord] = []
    while try select.step() {
      records.append(
        SessionRecord(
          id: SessionID(select.text(0) ?? ""), profile: ProfileID(select.text(1) ?? ""), task: select.text(2),
          started: Timestamp(milliseconds: select.integer(3)), ended: select.moment(4), plannedEnd: select.moment(5),
          why: select.text(6).flatMap { SessionEnd(word: $0) }, focused: Lapse(milliseconds: select.integer(7)),
          breaks: Int(select.integer(8)), attempts: Int(select.integer(9))))
    }
    return records
  }
}

extension Statement {
  fileprivate func moment(_ column: Int32) -> Timestamp? {
    integerIfAny(column).map { Timestamp(milliseconds: $0) }
  }
}
