internal import FocusPorts
import Glibc
internal import SQLiteLog
package import ServiceContract

/// The files in which a home keeps what happened. Only the holder of the home's lock may change them, and only while no
/// log is open.
///
/// What a person configures by hand in `config.json5` is none of them.
package struct DataFiles {
  private let database: String
  private let serviceLog: String
  private let tapCounters: String
  private let drafts: String
  private let decks: String
  private let folder: String
  /// What the service makes beside the log: backups and screen time.
  private let byItself: [String]
  private let screenTimeChoice: String
  private let media: String

  package init(_ home: Home) {
    database = home.database
    serviceLog = home.serviceLog
    tapCounters = home.tapCounters
    drafts = home.drafts
    decks = home.decks
    byItself = [home.backups, home.screenTime]
    media = home.media
    screenTimeChoice = home.screenTime + ".json"
    folder = database.lastIndex(of: "/").map { slash in String(home.database[..<slash]) } ?? "."
  }

  /// The log, SQLite's files beside it, and drafts and copies of it.
  private var logs: [String] {
    let names = (try? Files.names(inFolder: folder)) ?? []
    return names.map { "\(folder)/\($0)" }.filter { $0.hasPrefix(database) }
  }

  /// Replaces the log with a new one.
  package func takeUp(draft: String) throws(SystemError) {
    guard draft.hasPrefix(drafts), Files.exists(draft) else { throw SystemError("rename", ENOENT, on: draft) }
    try LogAnchor.letAnotherFollow(at: database)
    // The old log's companions would be taken for the new one's.
    for companion in ["-wal", "-shm", "-journal"] { try Files.remove(database + companion) }
    guard unsafe rename(draft, database) == 0 else { throw .last("rename", on: draft) }
    try Files.syncFolder(folder)
  }

  /// Removes drafts of imports whose process has ended; failing to costs only room on the disk.
  package func sweepAbandonedDrafts() {
    for file in logs where file.hasPrefix(drafts) {
      guard let process = Int32(file.dropFirst(drafts.count).prefix { $0.isNumber }), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? Files.remove(file)
    }
  }

  /// Deletes everything that is known: the log with the files beside it, backups that were made by themselves, screen
  /// time, and what the service said.
  ///
  /// The content is written over before the names go, so that no free block of an ordinary disk keeps it.
  ///
  /// - Returns: the files that there were.
  @discardableResult
  package func forget() throws(SystemError) -> [String] {
    var forgotten: [String] = []
    let shelf = ["", "-wal", "-shm", "-journal"].map { decks + $0 }
    let shown = Folder.names(in: media).map { "\(media)/\($0)" }
    let copies = (byItself + shown).flatMap { folder in Folder.names(in: folder).map { "\(folder)/\($0)" } }
    for file in logs + [tapCounters, screenTimeChoice] + shelf + copies where Files.exists(file) {
      try Files.writeOver(file)
      try Files.remove(file)
      forgotten.append(file)
    }
    // Empty ones cost nothing where they cannot be removed.
    for folder in byItself + shown + [media] { _ = unsafe rmdir(folder) }
    if Files.exists(serviceLog) {
      // A service may go on writing to this one: it is emptied and stays.
      try Files.writeOver(serviceLog)
      forgotten.append(serviceLog)
    }
    try Files.syncFolder(folder)
    return forgotten
  }
}
