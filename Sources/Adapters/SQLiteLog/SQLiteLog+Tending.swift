import Glibc
internal import SQLiteFiles

extension SQLiteLog {
  /// Looks after the log from now on, between two records: SQLite itself would do it in the middle of a commit that
  /// somebody waits for.
  public func beginTending() {
    reserved = 0
    tendOpenFile()
    tend()
  }

  /// Has the open file's pages counted and its place watched, if the log is tended.
  func tendOpenFile() {
    guard reserved != nil else { return }
    reserved = 0
    database.tendByHand()
    place.beginToWatch()
  }

  /// Tends the log once the record that runs is answered, if there is something to do.
  func tendIfNeeded() {
    guard let reserved else {
      // What is not kept now is kept later: it is in memory, and follows from the facts.
      if projection.isWorthKeeping { try? keepProjection() }
      return
    }
    guard !willTend, projection.isBehind || database.needsTending(reserved) else { return }
    willTend = true
    Task {
      willTend = false
      // Who was just answered may have been given this core to go on.
      sched_yield()
      projection.fold()
      if projection.isWorthKeeping || database.needsTending(self.reserved ?? 0) { tend() }
    }
  }

  /// Keeps what the facts came to, and makes room for the next records or brings what is in the write-ahead log into
  /// the file.
  public func tend() {
    // What is not in its place is a matter of the next record.
    guard var reserved, !isAtRest, case .inPlace = place.look() else { return }
    // Where it fails the next record takes a little longer, and says itself what is wrong with the disk.
    if projection.isWorthKeeping {
      try? keepProjection()
      place.noteLengthened()
    }
    if database.isLogLong {
      try? database.moveLogIntoFile()
      place.noteWritten()
      // What was heard of that is not news for the next record.
      _ = place.look()
    } else {
      try? database.lengthenLog(&reserved)
      place.noteLengthened()
    }
    self.reserved = reserved
  }
}
