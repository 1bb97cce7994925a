package import BackupFiles
internal import FocusPorts
import Glibc
internal import SQLiteFiles
internal import SQLiteLog
package import ServiceContract

extension Backup {
  /// Unpacks and checks an archive without changing anything yet; returns the number of files.
  package func prepare(_ path: String) throws(BackupError) -> Int {
    discard()
    do throws(BackupError) {
      let list = try BackupReader(digest: Self.digest).read(path) { name, octets throws(BackupError) in
        guard let draft = contents.draft(of: name) else { throw .unexpected(name) }
        let folder = String(draft[..<(draft.lastIndex(of: "/") ?? draft.startIndex)])
        try renaming(BackupError.system, Files.makeFolder(folder))
        try renaming(BackupError.system, Files.replace(draft, with: octets))
      }
      guard list.entries.contains(where: { $0.name == "focuskey.sqlite" }) else { throw .missing("focuskey.sqlite") }
      try check()
      return list.entries.count
    } catch {
      discard()
      throw error
    }
  }

  /// Opens what was unpacked the way its users will.
  private func check() throws(BackupError) {
    for part in contents.parts where Files.exists(part.draft) {
      guard case .database = part.kind else { continue }
      do throws(SQLiteError) {
        try Connection(path: part.draft, makes: false).check()
      } catch {
        throw .unusable(name: part.name, reason: error.message)
      }
    }
    do throws(LogError) {
      _ = try LogReader(path: home.database + BackupContents.Part.draftEnding).holdsAnything()
    } catch {
      throw .unusable(name: "focuskey.sqlite", reason: error.sentence)
    }
    let configuration = home.configuration + BackupContents.Part.draftEnding
    if Files.exists(configuration), (try? ServiceConfiguration(path: configuration)) == nil {
      throw .unusable(name: "config.json5", reason: "it is not a configuration")
    }
  }

  package func discard() {
    guard !Files.exists(home.restoreNote) else { return }
    for part in contents.parts { Self.remove(part.draft, part.kind) }
  }

  /// Puts what was unpacked in the place of what there is. From the first step on it is done whatever happens: what is
  /// broken off is done by the next program that looks, before it looks.
  ///
  /// Only for the holder of the home's lock, while nobody has a database open.
  package func commit() throws(SystemError) {
    let present = contents.parts.filter { Files.exists($0.draft) }.map { $0.name }
    try Files.syncFileSystem(of: home.stateFolder)
    try LogAnchor.letAnotherFollow(at: home.database)
    try Files.replace(home.restoreNote, with: JSONValue(present).octets)
    try finish()
  }

  /// Completes an interrupted restoration; does nothing if there was none.
  package func finish() throws(SystemError) {
    guard let note = try? Files.read(home.restoreNote) else { return }
    let present = (try? JSONDocument(note).root.array?.compactMap { $0.string }) ?? []
    for part in contents.parts { try Self.swap(part, isPresent: present.contains(part.name)) }
    try Files.syncFileSystem(of: home.stateFolder)
    try Files.remove(home.restoreNote)
    try Files.syncFolder(home.stateFolder)
  }

  /// Each step can be repeated: a part that was replaced already has no successor waiting.
  private static func swap(_ part: BackupContents.Part, isPresent: Bool) throws(SystemError) {
    if case .store = part.kind { return try add(part) }
    let waits = Files.exists(part.draft)
    guard waits || !isPresent else { return remove(part.old, part.kind) }
    if case .database = part.kind {
      // The old one's companions would be taken for the new one's.
      for companion in ["-wal", "-shm", "-journal"] { try Files.remove(part.path + companion) }
    }
    if Files.exists(part.path) {
      remove(part.old, part.kind)
      guard unsafe rename(part.path, part.old) == 0 else { throw .last("rename", on: part.path) }
    }
    if waits, unsafe rename(part.draft, part.path) != 0 { throw .last("rename", on: part.draft) }
    remove(part.old, part.kind)
  }

  /// Adds a backup's files that are named by their content; never removes any.
  private static func add(_ part: BackupContents.Part) throws(SystemError) {
    guard Files.exists(part.draft) else { return }
    for folder in Folder.names(in: part.draft) {
      try Files.makeFolder("\(part.path)/\(folder)")
      for file in Folder.names(in: "\(part.draft)/\(folder)") {
        let (draft, place) = ("\(part.draft)/\(folder)/\(file)", "\(part.path)/\(folder)/\(file)")
        guard unsafe rename(draft, place) == 0 else { throw .last("rename", on: place) }
      }
    }
    remove(part.draft, part.kind)
  }

  private static func remove(_ path: String, _ kind: BackupContents.Part.Kind) {
    let depth: Int
    switch kind {
    case .database, .file:
      for companion in ["", "-wal", "-shm", "-journal"] { unsafe unlink(path + companion) }
      return
    case .folder(_, let most): depth = most
    case .store: depth = 1
    }
    guard Files.isFolder(path) else { return }
    for name in Folder.names(in: path) {
      let inner = "\(path)/\(name)"
      if depth > 0, Files.isFolder(inner) {
        for file in Folder.names(in: inner) { unsafe unlink("\(inner)/\(file)") }
        unsafe rmdir(inner)
      } else {
        unsafe unlink(inner)
      }
    }
    unsafe rmdir(path)
  }
}
