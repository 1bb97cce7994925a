internal import FocusPorts
import Glibc
internal import LinuxRuntime
internal import ServiceContract

/// The files in which a home keeps what happened. Only whoever holds the home's lock may change them, and only while no
/// log is open.
///
/// What a person configures by hand in `config.json5` is none of them.
struct DataFiles {
  private let database: String
  private let serviceLog: String
  private let tapCounters: String
  private let folder: String

  init(_ home: Home) {
    database = home.database
    serviceLog = home.serviceLog
    tapCounters = home.tapCounters
    folder = database.lastIndex(of: "/").map { slash in String(home.database[..<slash]) } ?? "."
  }

  /// What every draft of a new log is called at first.
  static func draft(of database: String, by process: Int32) -> String { "\(database).import-\(process)" }

  private var drafts: String { "\(database).import-" }

  /// The log, what SQLite keeps beside it, drafts and copies of it.
  private var logs: [String] {
    let names = (try? Files.names(inFolder: folder)) ?? []
    return names.map { "\(folder)/\($0)" }.filter { $0.hasPrefix(database) }
  }

  /// Puts a new log in the place of the old one.
  func takeUp(draft: String) throws(SystemError) {
    guard draft.hasPrefix(drafts), Files.exists(draft) else { throw SystemError("rename", ENOENT, on: draft) }
    // The old log's companions would be taken for the new one's.
    for companion in ["-wal", "-shm", "-journal"] { try Files.remove(database + companion) }
    guard unsafe rename(draft, database) == 0 else { throw .last("rename", on: draft) }
    try Files.syncFolder(folder)
  }

  /// Takes away what imports left behind that were broken off.
  func sweepDrafts() throws(SystemError) {
    for file in logs where file.hasPrefix(drafts) { try Files.remove(file) }
  }

  /// Deletes everything that is known: the log with all that lies beside it, and what the service said.
  ///
  /// The content is written over before the names go, so that it lies in no free block of an ordinary disk.
  ///
  /// - Returns: the files that there were.
  @discardableResult
  func forget() throws(SystemError) -> [String] {
    var forgotten: [String] = []
    for file in logs + [tapCounters] where Files.exists(file) {
      try Files.writeOver(file)
      try Files.remove(file)
      forgotten.append(file)
    }
    if Files.exists(serviceLog) {
      // A service may go on writing to this one: it is emptied and stays.
      try Files.writeOver(serviceLog)
      forgotten.append(serviceLog)
    }
    try Files.syncFolder(folder)
    return forgotten
  }
}
