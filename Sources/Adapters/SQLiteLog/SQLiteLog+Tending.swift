package import FocusPorts
import Glibc
internal import SQLiteFiles

extension SQLiteLog {
  /// Looks after the log from now on, between two records: SQLite itself would do it in the middle of a commit that
  /// somebody waits for.
  package func beginTending() {
    reserved = 0
    tendOpenFile()
    // What a service that was killed left in the write-ahead log is not in memory here.
    if case .inPlace = place.look() { moveLogIntoFile() }
    keepFlaws()
    anchor.renew(table.ends)
    tend()
  }

  /// Has the open file's pages counted and its place watched, if the log is tended.
  func tendOpenFile() {
    guard reserved != nil else { return }
    reserved = 0
    database.tendByHand()
    place.beginToWatch()
  }

  /// Does what is due after the current record is answered, so that nobody waits for it.
  func tendAfterwards() {
    guard reserved != nil else {
      // What is not kept now is kept later: it is in memory, and follows from the facts.
      if projection.isWorthKeeping {
        try? keepProjection()
        place.noteWritten()
      }
      return
    }
    guard !willTend else { return }
    willTend = true
    Task {
      willTend = false
      // Who was just answered may have been given this core to go on.
      sched_yield()
      noteEnd()
      if !isAtRest { anchor.write(table.ends) }
      // Somebody may have cut it while it was written.
      if !isLogAsLeft { look() }
      if projection.isBehind { projection.fold() }
      if projection.isWorthKeeping || database.needsTending(reserved ?? 0) { tend() }
    }
  }

  /// Keeps what the facts came to, and makes room for the next records or brings what is in the write-ahead log into
  /// the file.
  package func tend() {
    // What is not in its place is a matter of the next record.
    guard var reserved, !isAtRest, case .inPlace = place.look(), isLogAsLeft else { return }
    // Where it fails the next record takes a little longer, and says itself what is wrong with the disk.
    if projection.isWorthKeeping {
      try? keepProjection()
      place.noteLengthened()
    }
    if database.isLogLong {
      moveLogIntoFile()
    } else {
      try? database.lengthenLog(&reserved)
      place.noteLengthened()
    }
    self.reserved = reserved
    noteEnd(looksAtAll: true)
  }

  private func moveLogIntoFile() {
    if (try? database.moveLogIntoFile()) == true { memory.noteInFile() }
    place.noteWritten()
    // What was heard of that is not news for the next record.
    _ = place.look()
    noteEnd()
  }

  func noteEnd(looksAtAll: Bool = false) { end = reserved.flatMap { database.logEnd($0, looksAtAll: looksAtAll) } }

  /// Whether the write-ahead log is as it was left: as long, with the same salts, and with the same frame at its end.
  /// It may be emptied or cut without closing a file, and before this log writes to it again.
  var isLogAsLeft: Bool {
    guard let reserved, let end else { return true }
    return end.isSound && database.logEnd(reserved) == end
  }

  /// Checks only what a record needs to know: the place at the end where it would write.
  var isLogEndAsLeft: Bool {
    guard let end else { return true }
    return end.isSound && database.ends(as: end)
  }

  /// Looks at the write-ahead log alone, which takes a microsecond, and closer where it is not as it was left.
  ///
  /// - Parameter calm: waits until who writes to the file now may be done.
  package func glance(after calm: () async -> Void = {}) async {
    if !isAtRest, !isLogAsLeft { await look(after: calm) }
  }

  /// Looks closer, once the program that writes to the file may be done.
  package func look(after calm: () async -> Void) async {
    await settle(calm)
    look()
  }

  /// How many times to wait for somebody who is about to write: less than two seconds in all.
  private static let mostTurns = 8

  /// Waits, because a file that somebody writes over is empty at first.
  private func settle(_ calm: () async -> Void) async {
    var turns = 0
    while turns < Self.mostTurns, place.isEmptied {
      await calm()
      turns += 1
    }
  }

  /// Looks at what can be told at once, and closer where something is not as it was left.
  ///
  /// - Parameter calm: waits until who writes to the file now may be done.
  /// - Returns: what somebody did last to the file; `nil` where nobody did anything.
  package func probe(after calm: () async -> Void = {}) async -> LogIncident? {
    await glance(after: calm)
    tryWriting()
    if !isAtRest, !place.isFileAsLeft {
      await calm()
      await settle(calm)
      if !place.isFileAsLeft { look() }
    }
    return incident
  }
}
