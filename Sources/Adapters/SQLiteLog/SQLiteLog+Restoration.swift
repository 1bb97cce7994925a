internal import FocusPorts
import Glibc
internal import LinuxRuntime
internal import SQLiteFiles

extension SQLiteLog {
  /// Looks whether the file is still where it was, and writes it again where it is not.
  ///
  /// What is open stays readable whatever happens to its name, so nothing that was recorded is lost. Nobody needs to
  /// wait for this: each record looks before it writes.
  package func look() {
    // What failed is tried again with the next record, not because of the files that the attempt itself made and took
    // away: on a full disk that would never end.
    if case .failed = noted?.outcome, place.isAsSeen { return }
    try? keepInPlace()
  }

  /// Like ``keepInPlace()``, but quick while nothing looks disturbed, because a record waits.
  func keepInPlaceForRecord() throws(LogError) {
    guard reserved != nil, place.isUndisturbed, isLogEndAsLeft else { return try keepInPlace() }
  }

  /// Makes sure that what is recorded now is found at the log's path at the next start.
  func keepInPlace() throws(LogError) {
    guard !isAtRest else { return }
    let cause: LogIncident.Cause
    switch place.look() {
    case .inPlace where !isLogAsLeft: cause = .overwritten
    case .inPlace:
      notePassed()
      if reserved != nil, !anchor.isInPlace { anchor.renew(table.ends) }
      return
    case .away: return note(LogIncident(cause: .deleted, outcome: .away, at: Self.now()))
    case .deleted: cause = .deleted
    case .replaced: cause = .replaced
    case .written: cause = .overwritten
    }
    do throws(LogError) {
      // While it was judged somebody may have written more: that is judged at the next look.
      if cause == .overwritten, try isWhole() { return noteSeen() }
      let outcome: LogIncident.Outcome =
        // What is open can be read for as long as nobody cuts it.
        cause == .overwritten || !isLogAsLeft ? try rebuild() : .restored(kept: try restore())
      note(LogIncident(cause: cause, outcome: outcome, at: Self.now()))
    } catch {
      note(LogIncident(cause: cause, outcome: .failed(error.detail), at: Self.now()))
      guard error != .full else { throw error }
      throw .failed(detail: "the log was \(cause.rawValue) and cannot be restored: \(error.detail)")
    }
  }

  /// Clears an incident that was only temporary.
  private func notePassed() {
    switch noted?.outcome {
    case .away, .failed: note(nil)
    case .restored, .rebuilt, .incomplete, nil: break
    }
  }

  /// Accepts a state that was found whole as the expected one.
  private func noteSeen() {
    notePassed()
    place.noteSeen()
    noteEnd(looksAtAll: true)
    // Where somebody brought the write-ahead log into the file, it begins again.
    if end?.isSound == false {
      database.forgetLogEnd()
      end = nil
    }
  }

  /// Moves to a new file with all that the open one has; returns where another file there is kept.
  private func restore() throws(LogError) -> String? {
    let folder = LogPlace.folder(of: path)
    let draft = "\(path).restored-\(getpid())"
    let kept: String?
    do throws(SystemError) {
      try Files.makeFolder(folder)
      // Empty, with rights of ours: SQLite would make it as the umask says.
      try Files.replace(draft, with: [])
    } catch {
      throw LogError(error)
    }
    try Connection.faults(of: path) { () throws(SQLiteError) in try database.copy(to: draft) }
    do throws(SystemError) {
      let file = try Descriptor.open(draft, O_RDWR)
      guard fsync(file.number) == 0 else { throw .last("fsync", on: draft) }
      kept = try putAside()
      guard unsafe rename(draft, path) == 0 else { throw .last("rename", on: draft) }
      try Files.syncFolder(folder)
    } catch {
      try? Files.remove(draft)
      throw LogError(error)
    }
    try reopen()
    return kept
  }

  /// Whether the file still holds all of the log, though somebody else wrote to it.
  ///
  /// Asked of a copy: what this log has open remembers parts of it as they were, and to open a file that was written
  /// over can change it.
  private func isWhole() throws(LogError) -> Bool {
    let copy = "\(path).looked-at-\(getpid())"
    defer { for ending in [""] + LogPlace.companions { try? Files.remove(copy + ending) } }
    do throws(SystemError) {
      try Files.replace(copy, with: [])
      try place.copy(to: copy)
      if Files.exists(path + "-wal") {
        try Files.replace(copy + "-wal", with: [])
        try Files.copy(path + "-wal", to: copy + "-wal")
      }
    } catch {
      // Nothing is known then, and nothing is thrown away for it.
      throw LogError(error)
    }
    do throws(LogError) { return memory.isWhole(try Connection.openLogToRead(at: copy)) } catch { return false }
  }

  /// Writes a new file in place of one that was written over: with all of that one if it is a log, and with what is
  /// known here of what is going on.
  ///
  /// - Returns: what became of the log, with where what was written over it is kept.
  private func rebuild() throws(LogError) -> LogIncident.Outcome {
    let draft = "\(path).restored-\(getpid())"
    let kept = freeName()
    let isOlder: Bool
    do throws(LogError) {
      isOlder = try rebuild(by: draft, keeping: kept)
    } catch {
      // It is tried again with the next record: what is half made would pile up on a full disk.
      for file in [draft, kept] where Files.exists(file) {
        for ending in [""] + LogPlace.companions { try? Files.remove(file + ending) }
      }
      throw error
    }
    try reopen()
    _ = try? projection.resume(from: database, at: path)
    return isOlder ? .restored(kept: kept) : .rebuilt(kept: kept)
  }

  /// Returns whether it was an older copy of this log, so that nothing is lost.
  private func rebuild(by draft: String, keeping kept: String) throws(LogError) -> Bool {
    do throws(SystemError) {
      try Files.replace(draft, with: [])
      try Files.replace(kept, with: [])
      if Files.exists(path) { try Files.copy(path, to: kept) }
    } catch {
      throw LogError(error)
    }
    let (known, isOlder) = try writeKnown(to: draft, after: kept)
    do throws(SystemError) {
      for companion in LogPlace.companions where Files.exists(path + companion) { try Files.remove(path + companion) }
      guard unsafe rename(draft, path) == 0 else { throw .last("rename", on: draft) }
    } catch {
      throw LogError(error)
    }
    // From here on the new file is the log, whether or not the folder's entry is on the disk yet.
    memory = known
    try? Files.syncFolder(LogPlace.folder(of: path))
    return isOlder
  }

  /// Makes a log from another file, if that is a log, and from what is known here.
  private func writeKnown(to draft: String, after other: String) throws(LogError) -> (LogMemory, isOlder: Bool) {
    var isLog = false
    do throws(LogError) {
      let base = try Connection.openLogToRead(at: other)
      try Connection.faults(of: other) { () throws(SQLiteError) in
        try base.check()
        // To copy a file that was a running log's is to write to it, for SQLite.
        try base.execute("PRAGMA query_only=OFF")
        try base.copy(to: draft)
        isLog = try base.number("PRAGMA user_version") > 0
      }
    } catch {
      // It is something else: only what is known here is left.
      try renaming({ LogError($0) }, Files.replace(draft, with: []))
    }
    let made = try Connection.openLog(at: draft)
    try? Self.keepProjection(of: made, at: draft, zone: zone)
    return try Connection.faults(of: draft) { () throws(SQLiteError) in
      var known = memory
      let isOlder = try known.write(to: made)
      _ = try made.number("PRAGMA wal_checkpoint(TRUNCATE)")
      try made.execute("PRAGMA journal_mode=DELETE")
      return (known, isLog && isOlder)
    }
  }

  /// Keeps what another log's facts add up to; what is recorded next is not part of them.
  private static func keepProjection(
    of database: borrowing Connection, at path: String, zone: CivilZone
  ) throws(LogError) {
    var projection = try Connection.faults(of: path) { () throws(SQLiteError) in
      try Projection(database, zone: zone)
    }
    _ = try projection.resume(from: database, at: path)
    try Connection.faults(of: path, projection.keep(in: database, after: database.chainEnd(of: "facts")))
  }

  private func freeName() -> String {
    var number = 1
    while Files.exists("\(path).replaced-\(number)") { number += 1 }
    return "\(path).replaced-\(number)"
  }

  /// Moves what is at the path out of the way: another's file keeps its companions, our own leftovers go.
  private func putAside() throws(SystemError) -> String? {
    let kept = freeName()
    for companion in LogPlace.companions + ["-journal"] where Files.exists(path + companion) {
      if place.isOwn(companion) {
        try Files.remove(path + companion)
      } else {
        guard unsafe rename(path + companion, kept + companion) == 0 else {
          throw .last("rename", on: path + companion)
        }
      }
    }
    // The log's own file may be there still, where only a companion was deleted.
    if place.isOwn("") { return nil }
    guard Files.exists(path) else { return nil }
    guard unsafe rename(path, kept) == 0 else { throw .last("rename", on: path) }
    return kept
  }

  static func now() -> Timestamp {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

extension LogError {
  fileprivate init(_ error: SystemError) {
    guard error.code != ENOSPC else {
      self = .full
      return
    }
    self = .failed(detail: error.subject.isEmpty ? error.reason : "\(error.subject): \(error.reason)")
  }

  var detail: String {
    switch self {
    case .noAccess(_, let detail), .damaged(_, let detail), .failed(let detail), .unreadableFact(_, let detail),
      .uncertain(let detail):
      detail
    case .full: "the disk is full"
    case .newerVersion, .notOurs: "another program\u{2019}s file is in its place"
    }
  }
}
