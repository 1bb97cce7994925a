internal import FocusPorts
internal import FocusSession
import Glibc
internal import LinuxRuntime
internal import SQLiteFiles

extension SQLiteLog {
  /// Looks whether the file is still where it was, and writes it again where it is not.
  ///
  /// What is open stays readable whatever happens to its name, so nothing that was recorded is lost. Nobody needs to
  /// wait for this: each record looks before it writes.
  public func look() {
    try? keepInPlace()
  }

  /// Makes sure that what is recorded now is found at the log's path at the next start.
  func keepInPlace() throws(LogError) {
    guard !isAtRest else { return }
    let cause: LogIncident.Cause
    switch place.look() {
    case .inPlace:
      if case .away = incident?.outcome { note(nil) }
      return
    case .away: return note(LogIncident(cause: .deleted, outcome: .away, at: Self.now()))
    case .deleted: cause = .deleted
    case .replaced: cause = .replaced
    }
    do throws(LogError) {
      note(LogIncident(cause: cause, outcome: .restored(kept: try restore()), at: Self.now()))
    } catch {
      note(LogIncident(cause: cause, outcome: .failed(error.detail), at: Self.now()))
      throw .failed(detail: "the log was \(cause.rawValue) and cannot be restored: \(error.detail)")
    }
  }

  /// Writes a new file from all that the open one holds, puts it at the path and goes on with it.
  ///
  /// - Returns: where another file that lay there is kept.
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

  /// Moves what is at the path out of the way: another's file keeps its companions, our own leftovers go.
  private func putAside() throws(SystemError) -> String? {
    var number = 1
    while Files.exists("\(path).replaced-\(number)") { number += 1 }
    let kept = "\(path).replaced-\(number)"
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

  private static func now() -> Timestamp {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

extension LogError {
  /// What the system said when a file was to be put in the log's place.
  fileprivate init(_ error: SystemError) {
    self = .failed(detail: "\(error.subject): \(error.reason)")
  }

  /// What is wrong, in a few words.
  fileprivate var detail: String {
    switch self {
    case .noAccess(_, let detail), .damaged(_, let detail), .failed(let detail), .unreadableFact(_, let detail): detail
    case .newerVersion, .notOurs: "another program\u{2019}s file is in its place"
    }
  }
}
