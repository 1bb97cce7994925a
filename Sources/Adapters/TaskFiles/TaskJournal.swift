internal import Digests
package import FocusSession
import Glibc
internal import JSONText
internal import LinuxRuntime
internal import Octets

/// The last changes of tasks, each with what its files were like before: so that a person can undo them, and find what
/// was removed. It is beside the log, not in the folders that other programs share.
package struct TaskJournal: Sendable {
  package struct Entry: Sendable {
    /// A later change has a higher number.
    package let number: Int
    package let at: Timestamp
    /// What was done: `add`, `edit`, `start`, `stop`, `done`, `reopen`, `remove` or `import`.
    package let what: String
    package let summary: String
    let files: [Before]
  }

  /// A file as it was before a change, and the digest of what it was after; `nil` where there was none.
  struct Before: Sendable {
    let path: String
    let content: [UInt8]?
    let after: [UInt8]?
  }

  private let folder: String
  /// Older changes are forgotten, but not what was removed.
  static let mostEntries = 200
  /// How long what was removed can be put back.
  static let kept = Lapse.days(30)

  package init(folder: String) { self.folder = folder }

  /// The changes, the latest first.
  package var entries: [Entry] { numbers.reversed().compactMap { entry($0) } }

  var latest: Entry? { numbers.last.flatMap { entry($0) } }

  private var numbers: [Int] {
    Folder.names(in: folder).compactMap { $0.hasSuffix(".json") ? Int($0.dropLast(5)) : nil }.sorted()
  }

  private func path(_ number: Int) -> String {
    let digits = String(number)
    return "\(folder)/\(String(repeating: "0", count: max(0, 8 - digits.count)) + digits).json"
  }

  /// Records a change before it is made; returns its number, for a change that comes to nothing.
  func record(
    _ what: String, _ summary: String, at now: Timestamp, _ files: [(path: String, before: [UInt8]?, after: [UInt8]?)]
  ) throws(TaskFileError) -> Int {
    do throws(SystemError) {
      try Files.makeFolder(folder)
      let number = (numbers.last ?? 0) + 1
      let rows: [JSONValue] = files.map { file in
        var row: JSONObject = ["path": .string(file.path), "after": JSONValue(file.after.map { Self.digest($0) })]
        if let before = file.before {
          if let text = String(validating: before, as: UTF8.self) {
            row["before"] = .string(text)
          } else {
            row["octets"] = .array(before.map { JSONValue($0) })
          }
        }
        return .object(row)
      }
      let entry: JSONValue = [
        "at": .integer(now.milliseconds), "what": .string(what), "summary": .string(summary), "files": .array(rows),
      ]
      try Files.replace(path(number), with: entry.octets)
      prune(at: now)
      return number
    } catch {
      throw .system(error)
    }
  }

  func forget(_ number: Int) { unsafe unlink(path(number)) }

  private func prune(at now: Timestamp) {
    let numbers = numbers
    guard numbers.count > Self.mostEntries else { return }
    for number in numbers.dropLast(Self.mostEntries) {
      if let entry = entry(number), entry.what == "remove", now - entry.at < Self.kept { continue }
      forget(number)
    }
  }

  private func entry(_ number: Int) -> Entry? {
    // A draft that a killed program left, or one that somebody else wrote, is not a change.
    guard let octets = try? Files.read(path(number), limit: 256 << 20),
      let root = try? JSONDocument(octets, limits: JSONLimits(octets: 256 << 20)).root,
      let at = root["at"]?.integer, let what = root["what"]?.string, let rows = root["files"]?.array
    else { return nil }
    let files: [Before] = rows.compactMap { row in
      guard let path = row["path"]?.string else { return nil }
      let octets = row["octets"]?.array?.compactMap { $0.integer.map { UInt8(truncatingIfNeeded: $0) } }
      return Before(
        path: path, content: row["before"]?.string.map { Array($0.utf8) } ?? octets,
        after: row["after"]?.string.map { Array($0.utf8) })
    }
    return Entry(
      number: number, at: Timestamp(milliseconds: at), what: what, summary: root["summary"]?.string ?? "", files: files)
  }

  static func digest(_ octets: [UInt8]) -> String {
    HexText.text(of: BLAKE2b.digest(of: octets, count: 16))
  }
}

extension TaskShelf {
  func recording(
    _ what: String, _ summary: String, at now: Timestamp,
    _ files: [(path: String, before: [UInt8]?, after: [UInt8]?)],
    _ body: () throws(TaskFileError) -> Void
  ) throws(TaskFileError) {
    guard let journal, !files.isEmpty else { return try body() }
    let number = try journal.record(what, summary, at: now, files)
    do throws(TaskFileError) {
      try body()
    } catch {
      journal.forget(number)
      throw error
    }
  }

  /// Undoes the latest change.
  ///
  /// - Returns: what it was; `nil` where nothing is left to undo.
  /// - Throws: `changedSince` where another program has written one of the files since; nothing is undone then.
  package func undo() throws(TaskFileError) -> TaskJournal.Entry? {
    guard let journal, let entry = journal.latest else { return nil }
    try putBack(entry, journal)
    return entry
  }

  /// Puts back a task that was removed; its file gets another name where the old one is taken.
  package func putBack(_ entry: TaskJournal.Entry) throws(TaskFileError) {
    guard let journal else { return }
    try putBack(entry, journal)
  }

  private func putBack(_ entry: TaskJournal.Entry, _ journal: TaskJournal) throws(TaskFileError) {
    var drafts: [FileDraft] = []
    var gone: [String] = []
    do throws(TaskFileError) {
      for file in entry.files {
        let lock = FolderLock(of: file.path)
        defer { lock.release() }
        let now = try Self.octets(file.path)
        // A change that was broken off left this file as it was.
        if now == file.content { continue }
        guard now.map({ Array(TaskJournal.digest($0).utf8) }) == file.after else {
          throw .changedSince(path: file.path)
        }
        if let content = file.content {
          try renaming(TaskFileError.system, Files.makeFolder(Self.folder(of: file.path)))
          drafts.append(try FileDraft(file.path, content))
        } else {
          gone.append(file.path)
        }
      }
    } catch {
      for draft in drafts { draft.discard() }
      throw error
    }
    for draft in drafts { try draft.takePlace() }
    for path in gone {
      try renaming(TaskFileError.system, Files.remove(path))
      try renaming(TaskFileError.system, Files.syncFolder(Self.folder(of: path)))
    }
    journal.forget(entry.number)
  }

  private static func octets(_ path: String) throws(TaskFileError) -> [UInt8]? {
    do throws(SystemError) {
      return try TaskFileReader.content(path).octets
    } catch {
      if error.code == ENOENT { return nil }
      throw .system(error)
    }
  }
}
