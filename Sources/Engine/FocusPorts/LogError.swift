package enum LogError: Error, Equatable, Sendable {
  /// The file was written by a newer FocusKey, whose layout this one does not know.
  case newerVersion(found: Int, known: Int, path: String)
  /// The file is damaged, or is not a database at all.
  case damaged(path: String, detail: String)
  case notOurs(path: String)
  case noAccess(path: String, detail: String)
  case unreadableFact(sequence: Int64, detail: String)
  case full
  /// The write failed and could not be undone: the next start may find the facts.
  case uncertain(detail: String)
  /// The disk broke, or the file is held by another program.
  case failed(detail: String)
}
