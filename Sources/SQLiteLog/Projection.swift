internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText

/// What is kept beside the facts and made from them alone, in the same transaction: sessions, days, hours, and what a start needs to know.
struct Projection: ~Copyable {
  private let sessions: SessionTable
  private let days: DayTable
  private let noteSequence: Statement
  private let keepCheckpoint: Statement
  private let zone: CivilZone
  /// What the facts so far came to, in memory.
  var state: State

  /// What the facts so far came to.
  struct State {
    var history: HistoryFold
    var machine: SessionMachine
    var sinceCheckpoint = 0
  }

  /// So many facts are folded in a few milliseconds; a checkpoint for fewer would cost more than it saves.
  private static let factsPerCheckpoint = 200

  init(_ database: borrowing Connection, zone: CivilZone) throws(SQLiteFault) {
    let sessions = try SessionTable(database)
    let days = try DayTable(database)
    let noteSequence = try database.prepare("INSERT OR REPLACE INTO projected (id, seq) VALUES (1, ?)")
    let keepCheckpoint = try database.prepare("INSERT OR REPLACE INTO checkpoint (id, seq, body) VALUES (1, ?, ?)")
    self.sessions = sessions
    self.days = days
    self.noteSequence = noteSequence
    self.keepCheckpoint = keepCheckpoint
    self.zone = zone
    state = State(history: HistoryFold(zone: zone), machine: SessionMachine(settings: Settings()))
  }

  /// Goes on from what was kept: a checkpoint, and the facts after it.
  mutating func resume(from checkpoint: Checkpoint?) {
    let machine = SessionMachine(settings: Settings(), checkpoint: checkpoint)
    state = State(history: HistoryFold(zone: zone), machine: machine)
  }

  /// Takes in a fact that is projected already.
  mutating func remember(_ fact: Fact) {
    state.machine.apply(fact)
    _ = state.history.take(fact)
    state.sinceCheckpoint += 1
  }

  /// Takes in new facts.
  mutating func note(_ facts: [(sequence: Int64, fact: Fact)]) throws(SQLiteFault) {
    var changed: SessionRecord?
    for (_, fact) in facts {
      state.machine.apply(fact)
      state.sinceCheckpoint += 1
      for entry in state.history.take(fact) {
        switch entry {
        case .began(let record): try sessions.begin(record)
        case .changed(let record): changed = record
        case .ended(let record):
          try sessions.change(record)
          changed = nil
        case .focused(let hour, let lapse): try days.add(lapse, in: hour)
        case .counted(let day, let totals): try days.add(totals, on: day)
        }
      }
    }
    if let changed { try sessions.change(changed) }
    guard let last = facts.last else { return }
    try noteSequence.bind(last.sequence, at: 1)
    try noteSequence.run()
    guard state.sinceCheckpoint >= Self.factsPerCheckpoint, let checkpoint = state.machine.checkpoint else { return }
    try keepCheckpoint.bind(last.sequence, at: 1)
    try keepCheckpoint.bind(checkpoint.json.text, at: 2)
    try keepCheckpoint.run()
    state.sinceCheckpoint = 0
  }

  func rows(since: Timestamp?, until: Timestamp?, profile: ProfileID?) throws(SQLiteFault) -> [SessionRecord] {
    try sessions.rows(since: since, until: until, profile: profile)
  }

  func rows(_ page: SessionPage) throws(SQLiteFault) -> [SessionRecord] { try sessions.rows(page) }

  /// The statistics, with the session under way counted up to now.
  func statistics(at stamp: Stamp, today: CivilDay) throws(SQLiteFault) -> Statistics {
    var days = try self.days.days()
    var hours = try self.days.hours()
    for case .focused(let hour, let lapse) in state.history.focusUnderWay(at: stamp) {
      hours[hour.hour] = hours[hour.hour] + lapse
      let index = days.firstIndex { $0.day >= hour.day } ?? days.endIndex
      if index == days.endIndex || days[index].day != hour.day { days.insert((hour.day, DayTotals()), at: index) }
      days[index].totals.focused = days[index].totals.focused + lapse
    }
    return Statistics(days: days, hours: hours, today: today)
  }

  /// The session clock at a moment.
  func stamp(at moment: Moment) -> Stamp { state.machine.stamp(at: moment) }
}
