internal import SQLiteFiles

extension SQLiteLog {
  /// Says from now on when the log could do with ``tend()``. Whoever listens calls it; SQLite itself would do the same
  /// in the middle of a commit that somebody waits for.
  public func tendings() -> AsyncStream<Void> {
    let (stream, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    room = (0, bell)
    beginTending()
    bell.yield()
    return stream
  }

  /// Has the open file's pages counted and its place watched, if somebody tends it.
  func beginTending() {
    guard room != nil else { return }
    room?.reserved = 0
    database.tendByHand()
    place.beginToWatch()
  }

  /// Makes room for the next records, or brings what is in the write-ahead log into the file.
  public func tend() {
    // What is not in its place is a matter of the next record.
    guard let bell = room?.bell, var reserved = room?.reserved, !isAtRest, case .inPlace = place.look() else { return }
    // Where it fails the next record takes a little longer, and says itself what is wrong with the disk.
    if database.isLogLong {
      try? database.moveLogIntoFile()
      place.noteWritten()
    } else {
      try? database.lengthenLog(&reserved)
      place.noteLengthened()
    }
    room = (reserved, bell)
  }
}
