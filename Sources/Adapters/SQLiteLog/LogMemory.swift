internal import FocusWire
internal import SQLiteFiles

/// What a running service can write again if its log is written over: what is configured, what the facts came to when
/// no session was under way, and the facts since then, or since the write-ahead log was last brought into the file:
/// until then somebody who empties it takes them away.
struct LogMemory {
  /// The settings as they were written; `nil` in a log without settings.
  private var settings: String?
  private var checkpoint: Checkpoint?
  private var facts: [Fact] = []
  /// The last fact before ``facts``.
  private var lastBefore: Fact?
  private var lastSequence: Int64 = 0
  /// How many of ``facts`` the checkpoint already includes.
  private var summed = 0
  /// How many of ``facts`` are in the file itself, not only in the write-ahead log.
  private var inFile = 0

  init(
    settings: String? = nil, checkpoint: Checkpoint? = nil, facts: [Fact] = [], last: Int64 = 0, lastBefore: Fact? = nil
  ) {
    self.lastBefore = lastBefore
    self.settings = settings
    self.checkpoint = checkpoint
    self.facts = facts
    lastSequence = last
  }

  mutating func note(_ recorded: [Fact], _ settings: Settings?, last: Int64) {
    if let settings { self.settings = settings.storedJSON.text }
    guard !recorded.isEmpty else { return }
    lastSequence = last
    facts += recorded
  }

  /// Shortens to a checkpoint of all facts; `nil`, while a session is under way, changes nothing.
  mutating func shorten(to reached: Checkpoint?) {
    guard let reached else { return }
    checkpoint = reached
    summed = facts.count
    forget()
  }

  /// Notes that everything is in the file itself, not only in the write-ahead log.
  mutating func noteInFile() {
    inFile = facts.count
    forget()
  }

  /// Drops the facts that the checkpoint includes and the file contains.
  private mutating func forget() {
    let count = min(summed, inFile)
    guard count > 0 else { return }
    lastBefore = facts[count - 1]
    facts.removeFirst(count)
    summed -= count
    inFile -= count
  }

  /// Whether a file that somebody wrote to still holds all of the log, as far as can be told: it is undamaged, and its
  /// last fact and its settings are those that were recorded last.
  func isWhole(_ database: borrowing Connection) -> Bool {
    do throws(SQLiteError) {
      try database.check()
      let newest = try database.number("SELECT coalesce(max(seq), 0) FROM facts")
      guard try database.newestSettings()?.body == settings else { return false }
      guard let last = facts.last ?? lastBefore else { return newest >= lastSequence }
      return try database.fact(lastSequence) == last
    } catch {
      return false
    }
  }

  /// How many known facts an older copy of this log contains; `nil` if it is something else.
  private func held(by database: borrowing Connection, newest: Int64) throws(SQLiteError) -> Int? {
    let before = lastSequence - Int64(facts.count)
    guard (before...lastSequence).contains(newest) else { return nil }
    let count = Int(newest - before)
    // It holds nothing yet, as this one did then.
    if newest == 0 { return 0 }
    guard let last = count > 0 ? facts[count - 1] : lastBefore else { return nil }
    return try database.fact(newest) == last ? count : nil
  }

  /// Adds what is known to a log that does not hold it: from then on it means the same as the one that is gone.
  ///
  /// - Returns: whether that log is an older copy of this one, which all that it lacked was added to.
  mutating func write(to database: borrowing Connection) throws(SQLiteError) -> Bool {
    var table = try FactTable(database)
    let before = try database.number("SELECT coalesce(max(seq), 0) FROM facts")
    let held = try held(by: database, newest: before)
    if held == nil {
      // Of another one, what the checkpoint says is not told again.
      facts.removeFirst(summed)
      (summed, inFile) = (0, 0)
      lastSequence = before + Int64(facts.count)
    }
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      if let settings {
        let wall = checkpoint?.last.moment.wall ?? facts.first?.stamp.moment.wall ?? Timestamp(milliseconds: 0)
        try table.add(settings: settings, at: wall)
      }
      // An older copy goes on where it ends.
      for fact in facts.dropFirst(held ?? 0) { try table.add(fact) }
      guard held == nil else { return }
      // Without a checkpoint the facts that are known are all that there were.
      try database.execute("DELETE FROM checkpoint")
      try database.execute("INSERT OR REPLACE INTO projected (id, seq) VALUES (1, \(before))")
      if let checkpoint {
        let keep = try database.prepare("INSERT INTO checkpoint (id, seq, body) VALUES (1, ?, ?)")
        try keep.bind(before, at: 1)
        try keep.bind(checkpoint.json.text, at: 2)
        try keep.run()
      }
    }
    return held != nil
  }
}
