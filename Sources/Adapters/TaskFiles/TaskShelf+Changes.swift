internal import CalendarText
package import FocusSession
import Glibc
internal import LinuxRuntime
package import Tasks

extension TaskShelf {
  /// Changes a task in its file, and makes the file of the one that takes its place where it comes again.
  ///
  /// - Returns: the task as the file says it now, and its successor.
  /// - Throws: what is in the way; the file is then as it was.
  @discardableResult
  package func change(
    _ stored: StoredTask, _ change: TaskChange, at now: Timestamp
  ) throws(TaskFileError) -> (task: TaskItem, successor: TaskItem?) {
    let folder = FolderLock(of: stored.path)
    defer { folder.release() }
    let writer = TodoWriter(now: now, zone: zone)
    for _ in 0..<100 {
      let (text, stamp) = try TaskFileReader.text(stored.path)
      let found = reader.tasks(in: text, path: stored.path).tasks.first { $0.task.uid == stored.task.uid }
      guard let found else { throw .gone(path: stored.path) }
      if change == .done, let rule = found.task.foreignRule { throw .foreignRule(rule, path: stored.path) }
      let uid = Self.newUID()
      let (task, successor) = found.task.after(change, at: now, in: zone, successor: uid)
      let octets = writer.changing(text, found.component, from: found.task, to: task)
      var drafts: [FileDraft] = []
      var files: [(path: String, before: [UInt8]?, after: [UInt8]?)] = []
      if let successor {
        // The next one first: after a crash in between there is one too many rather than none.
        let next = writer.copy(text, found.component, from: found.task, to: successor)
        let path = newPath(for: uid, in: Self.folder(of: stored.path))
        drafts.append(try FileDraft(path, next))
        files.append((path, nil, next))
      }
      if octets != text.octets {
        drafts.append(try FileDraft(stored.path, octets))
        files.append((stored.path, text.octets, octets))
      }
      guard FileStamp.now(stored.path) == stamp else {
        // Somebody wrote it while we did: their words, and then our change again.
        for draft in drafts { draft.discard() }
        continue
      }
      try recording(change.name, task.summary, at: now, files) { () throws(TaskFileError) in
        for draft in drafts { try draft.takePlace() }
      }
      return (task, successor)
    }
    throw .busy(path: stored.path)
  }

  @discardableResult
  package func add(_ task: TaskItem, to list: String? = nil, at now: Timestamp) throws(TaskFileError) -> StoredTask {
    let folder = try self.folder(ofList: list)
    try renaming(TaskFileError.system, Files.makeFolder(folder))
    let lock = FolderLock(of: "\(folder)/x")
    defer { lock.release() }
    let path = newPath(for: task.uid, in: folder)
    let octets = Self.file(task, TodoWriter(now: now, zone: zone))
    let draft = try FileDraft(path, octets)
    try recording("add", task.summary, at: now, [(path, nil, octets)]) { () throws(TaskFileError) in
      try draft.takePlace()
    }
    guard let stamp = FileStamp.now(path) else { throw .gone(path: path) }
    return StoredTask(task: task, list: TaskFolders.name(of: folder), path: path, stamp: stamp)
  }

  func folder(ofList name: String?) throws(TaskFileError) -> String {
    if let folder = folders.folder(ofList: name) { return folder }
    throw .unknownList(name ?? Self.defaultList, known: folders.lists.map { TaskFolders.name(of: $0) })
  }

  /// Removes a task: its file, or its part of a file with several.
  package func remove(_ stored: StoredTask, at now: Timestamp) throws(TaskFileError) {
    let lock = FolderLock(of: stored.path)
    defer { lock.release() }
    let (text, _) = try TaskFileReader.text(stored.path)
    let todos = reader.tasks(in: text, path: stored.path).tasks
    guard let found = todos.first(where: { $0.task.uid == stored.task.uid }) else { throw .gone(path: stored.path) }
    if todos.count == 1 {
      let path = stored.path
      try recording("remove", found.task.summary, at: now, [(path, text.octets, nil)]) { () throws(TaskFileError) in
        try renaming(TaskFileError.system, Files.remove(path))
        try renaming(TaskFileError.system, Files.syncFolder(Self.folder(of: path)))
      }
    } else {
      var octets = text.octets
      octets.removeSubrange(found.component.range)
      let draft = try FileDraft(stored.path, octets)
      try recording("remove", found.task.summary, at: now, [(stored.path, text.octets, octets)]) {
        () throws(TaskFileError) in try draft.takePlace()
      }
    }
  }

  package static func newUID() -> String { StableUID.uuid(SystemRandom.octets(16), version: 4) }

  static func file(_ task: TaskItem, _ writer: TodoWriter) -> [UInt8] {
    do { return try writer.file(task) } catch { preconditionFailure("what the writer writes is a calendar: \(error)") }
  }

  static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

  /// A free path, named by the identifier as far as a file name allows.
  func newPath(for uid: String, in folder: String) -> String {
    let isName =
      !uid.isEmpty && uid.utf8.count <= 200 && uid.utf8.first != UInt8(ascii: ".")
      && uid.utf8.allSatisfy { octet in
        switch octet {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "@"):
          true
        default: false
        }
      }
    let name = isName ? uid : StableUID.uid(of: uid)
    var path = "\(folder)/\(name).ics"
    var number = 2
    while Files.exists(path) {
      path = "\(folder)/\(name)-\(number).ics"
      number += 1
    }
    return path
  }
}

extension TaskChange {
  var name: String {
    switch self {
    case .start: "start"
    case .stop: "stop"
    case .done: "done"
    case .reopen: "reopen"
    case .edit: "edit"
    }
  }
}
