internal import FocusPorts
internal import LinuxRuntime
internal import SQLiteFiles

/// What is refused is not there after a restart. A sync that fails says nothing of what is on the disk, and SQLite
/// leaves the pages that it wrote: at the next start they would be found whole.
extension SQLiteLog {
  /// Undoes what could not be recorded; returns what the person is told.
  func refused(_ error: LogError) -> LogError {
    let incident = LogIncident(cause: .unwritable, outcome: .failed(error.detail), at: Self.now())
    let isNews = failing.withLock { last in
      defer { last = incident }
      return last == nil
    }
    if isNews { tell.yield(incident) }
    // Where nobody tends it, it is closed soon, and what was refused goes with that.
    guard reserved != nil, !isAtRest, hasWritten else { return error }
    holdsRefused = true
    var isCut = false
    do throws(SQLiteError) {
      try database.cutLog(after: end, &isCut)
      holdsRefused = false
    } catch {}
    endWithoutRoom()
    return isCut ? error : .uncertain(detail: error.detail)
  }

  /// Undoes it again if that did not reach the disk, so nothing is recorded after it.
  func takeBackRefused() throws(LogError) {
    if isOnlyRead {
      hasWritten = false
      // What the attempt does to the file is nobody else's doing.
      defer { place.noteWritten() }
      try reopen()
      isOnlyRead = false
    }
    guard holdsRefused else { return }
    var isCut = false
    try Connection.faults(of: path) { () throws(SQLiteError) in try database.cutLog(after: end, &isCut) }
    holdsRefused = false
    endWithoutRoom()
  }

  /// Notes the end of the write-ahead log, whose reserved room may be gone.
  private func endWithoutRoom() {
    reserved = 0
    noteEnd()
    place.noteLengthened()
  }

  func noteWritable() { failing.withLock { $0 = nil } }

  /// Writes existing content once more, to see whether the disk accepts writes again.
  func tryWriting() {
    guard failing.withLock({ $0 != nil }), !isAtRest else { return }
    do throws(LogError) {
      try takeBackRefused()
      try Connection.faults(of: path) { () throws(SQLiteError) in
        try database.execute("PRAGMA user_version = \(Schema.current)")
      }
      noteWritable()
    } catch {
      _ = refused(error)
    }
    if !isOnlyRead { place.noteLengthened() }
    noteEnd()
  }
}
