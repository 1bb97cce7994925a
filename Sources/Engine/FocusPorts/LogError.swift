/// Why the log could not be opened, read or written.
package enum LogError: Error, Equatable, Sendable {
  /// The file was written by a newer FocusKey, whose layout this one does not know.
  case newerVersion(found: Int, known: Int, path: String)
  /// The file is damaged, or is not a database at all.
  case damaged(path: String, detail: String)
  /// The file is a database of another program.
  case notOurs(path: String)
  /// The system does not let us at the file.
  case noAccess(path: String, detail: String)
  /// A fact in the log cannot be understood; its place in the log.
  case unreadableFact(sequence: Int64, detail: String)
  /// The disk is full.
  case full
  /// It cannot be written, and what was to be recorded cannot be taken back either: the next start may find it.
  case uncertain(detail: String)
  /// The disk broke, or the file is held by another program.
  case failed(detail: String)
}
