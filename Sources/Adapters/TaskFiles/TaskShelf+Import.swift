internal import CalendarText
package import FocusSession
import Glibc
internal import LinuxRuntime
package import Tasks

package struct TaskImportCounts: Equatable, Sendable {
  package var added = 0
  package var changed = 0
  package var unchanged = 0
}

extension TaskShelf {
  /// Takes in tasks that another program exported. Parts that the other program does not know stay as they are.
  ///
  /// Nothing is written until all of it is known to be right.
  /// - Parameter before: the tasks as they were imported last, by identifier: what did not change there since is left
  ///   as it is here, also where it was completed or removed.
  package func take(
    _ tasks: [TaskItem], from source: TaskSource, before: [String: TaskItem] = [:], into list: String? = nil,
    at now: Timestamp
  ) throws(TaskFileError) -> TaskImportCounts {
    let writer = TodoWriter(now: now, zone: zone)
    return try write(into: list, at: now) { (known, drafts) throws(TaskFileError) in
      for task in tasks {
        let last = before[task.uid]
        if let last, last.isSame(as: task) {
          drafts.unchanged += 1
          continue
        }
        guard let stored = known[task.uid] else {
          drafts.add(task.uid, Self.file(task, writer))
          continue
        }
        let (text, _) = try TaskFileReader.text(stored.path)
        let found = reader.tasks(in: text, path: stored.path).tasks.first { $0.task.uid == task.uid }
        guard let found else { throw .gone(path: stored.path) }
        let isNewerHere = found.task.modified.flatMap { here in task.modified.map { here > $0 } } ?? false
        let taken =
          last.map { found.task.taking(changesFrom: $0, to: task) }
          ?? (isNewerHere ? found.task : found.task.taking(task, from: source, in: zone))
        let octets = writer.changing(text, found.component, from: found.task, to: taken)
        drafts.replace(stored.path, octets, unless: text.octets)
      }
    }
  }

  /// Imports the tasks of a calendar file as they are written there.
  package func take(
    calendar octets: [UInt8], into list: String? = nil, at now: Timestamp
  ) throws(TaskFileError) -> TaskImportCounts {
    let text = try renaming(
      { (error: CalendarFault) in
        TaskFileError.notImported(TaskImportError(line: error.line, message: TaskFinding(error).sentence))
      }, CalendarText(octets))
    var pieces: [(uid: String, octets: [UInt8])] = []
    var seen: Set<String> = []
    for todo in text.parts("VTODO") {
      guard let line = todo.first("UID"), !line.value.isEmpty else {
        throw .notImported(TaskImportError(line: todo.line, part: "UID", message: "this task has no UID"))
      }
      guard seen.insert(line.value).inserted else { continue }
      pieces.append((CalendarValues.text(line.value), text.file(of: line.value)))
    }
    return try write(into: list, at: now) { (known, drafts) throws(TaskFileError) in
      for piece in pieces {
        guard let stored = known[piece.uid] else {
          drafts.add(piece.uid, piece.octets)
          continue
        }
        drafts.replace(stored.path, piece.octets, unless: try TaskFileReader.text(stored.path).text.octets)
      }
    }
  }

  /// Collects everything that has to be written, and only then writes it.
  private func write(
    into list: String?, at now: Timestamp,
    _ collect: ([String: StoredTask], inout ImportDrafts) throws(TaskFileError) -> Void
  ) throws(TaskFileError) -> TaskImportCounts {
    let folder = try self.folder(ofList: list)
    try renaming(TaskFileError.system, Files.makeFolder(folder))
    let lock = FolderLock(of: "\(folder)/x")
    defer { lock.release() }
    var known: [String: StoredTask] = [:]
    for stored in read().tasks { known[stored.task.uid] = stored }
    var drafts = ImportDrafts()
    try collect(known, &drafts)
    var written: [FileDraft] = []
    var files: [(path: String, before: [UInt8]?, after: [UInt8]?)] = []
    do throws(TaskFileError) {
      for (uid, octets) in drafts.added {
        let path = newPath(for: uid, in: folder)
        written.append(try FileDraft(path, octets, isSynced: false))
        files.append((path, nil, octets))
      }
      for (path, old, octets) in drafts.replaced {
        written.append(try FileDraft(path, octets, isSynced: false))
        files.append((path, old, octets))
      }
      // One wait for the disk instead of one for each file.
      if !written.isEmpty {
        try renaming(TaskFileError.system, Files.syncFileSystem(of: folder))
      }
    } catch {
      for draft in written { draft.discard() }
      throw error
    }
    try recording("import", "", at: now, files) { () throws(TaskFileError) in
      for draft in written { try draft.takePlace(syncsFolder: false) }
    }
    if !written.isEmpty {
      try renaming(TaskFileError.system, Files.syncFolder(folder))
    }
    return TaskImportCounts(added: drafts.added.count, changed: drafts.replaced.count, unchanged: drafts.unchanged)
  }
}

private struct ImportDrafts {
  var added: [(uid: String, octets: [UInt8])] = []
  var replaced: [(path: String, old: [UInt8], octets: [UInt8])] = []
  var unchanged = 0

  mutating func add(_ uid: String, _ octets: [UInt8]) { added.append((uid, octets)) }

  mutating func replace(_ path: String, _ octets: [UInt8], unless old: [UInt8]) {
    if octets == old { unchanged += 1 } else { replaced.append((path, old, octets)) }
  }
}

extension CalendarText {
  /// A file with the tasks of one identifier, and the zones and properties that go with them.
  fileprivate func file(of uid: String) -> [UInt8] {
    let todos = parts("VTODO").filter { $0.first("UID")?.value == uid }
    let isAlone =
      components.count == 1
      && components[0].parts.allSatisfy { part in
        part.kind == "VTIMEZONE" || (part.kind == "VTODO" && part.first("UID")?.value == uid)
      }
    if isAlone { return octets }
    guard let calendar = components.first(where: { $0.kind == "VCALENDAR" }) else { return octets }
    var file = Array("BEGIN:VCALENDAR\r\n".utf8)
    for line in calendar.lines { file += octets[line.range] }
    for part in parts("VTIMEZONE") { file += octets[part.range] }
    for todo in todos { file += octets[todo.range] }
    return file + Array("END:VCALENDAR\r\n".utf8)
  }
}

extension TaskShelf {
  /// All tasks as one calendar, each as it is written in its file.
  package func calendar() -> [UInt8] {
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//FocusKey//FocusKey//EN\r\n"
    return Array(head.utf8) + calendarParts() + Array("END:VCALENDAR\r\n".utf8)
  }

  package func calendarParts() -> [UInt8] {
    var zones: [UInt8] = []
    var todos: [UInt8] = []
    var known: Set<[UInt8]> = []
    var seen: Set<String> = []
    for stored in read().tasks where seen.insert(stored.path).inserted {
      guard let (text, _) = try? TaskFileReader.text(stored.path) else { continue }
      for zone in text.parts("VTIMEZONE") where known.insert(Array(text.octets[zone.range])).inserted {
        zones += text.octets[zone.range]
      }
      for todo in text.parts("VTODO") {
        todos += text.octets[todo.range]
        if todos.last != 0x0A { todos += [0x0D, 0x0A] }
      }
    }
    return zones + todos
  }
}

extension TaskItem {
  /// Compares what another program says; when it last said so does not matter.
  fileprivate func isSame(as other: TaskItem) -> Bool {
    var (one, other) = (self, other)
    one.modified = nil
    other.modified = nil
    // A beginning that nobody named is the time of the import.
    one.entered = nil
    other.entered = nil
    return one == other
  }
}
