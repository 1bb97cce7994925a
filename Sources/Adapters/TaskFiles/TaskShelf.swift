internal import CalendarText
package import FocusSession
import Glibc
package import LinuxRuntime
package import Tasks

/// The tasks in the person's folders.
///
/// Other programs write there too. A file is read again before it is written if it has changed since, and then the
/// change is applied to what is there now: what both did is kept.
package struct TaskShelf {
  package let folders: TaskFolders
  let zone: CivilZone
  let zones: ZoneCache
  /// Where changes are recorded so that they can be undone; without it none can.
  package let journal: TaskJournal?
  /// More files than these are not read.
  package static let mostFiles = 10_000
  /// The list of tasks that belong to no other.
  package static let defaultList = "tasks"

  /// `zoneNamed` gives the clocks of a place like `Europe/Berlin`, or `nil` if it is unknown.
  package init(
    _ folders: TaskFolders, zone: CivilZone, journal: TaskJournal? = nil, zoneNamed: @escaping (String) -> CivilZone?
  ) {
    self.folders = folders
    self.journal = journal
    self.zone = zone
    zones = ZoneCache(zoneNamed)
  }

  var reader: TaskFileReader { TaskFileReader(zone: zone, zones: zones) }

  /// A fault in one file becomes a finding; all other files still count.
  package func read() -> (tasks: [StoredTask], findings: [TaskFileFinding]) {
    var tasks: [StoredTask] = []
    var findings: [TaskFileFinding] = []
    var known: [String: String] = [:]
    var count = 0
    for folder in folders.lists {
      let list = TaskFolders.name(of: folder)
      for name in Folder.names(in: folder) where TaskFolders.isTaskFile(name) {
        let path = "\(folder)/\(name)"
        guard count < Self.mostFiles else {
          findings.append(
            TaskFileFinding(
              path: path, finding: TaskFinding(line: 1, cause: .tooManyFiles(limit: Self.mostFiles))))
          return (tasks, findings)
        }
        count += 1
        readFile(path, list: list, &tasks, &findings, &known)
      }
    }
    for ring in TaskRings.rings(among: tasks.map { $0.task }) {
      guard let first = tasks.first(where: { $0.task.uid == ring[0] }) else { continue }
      let words = ring.map { uid in tasks.first { $0.task.uid == uid }?.task.summary ?? uid }
      findings.append(TaskFileFinding(path: first.path, finding: TaskFinding(line: 1, cause: .ring(words))))
    }
    return (tasks, findings)
  }

  package var fault: SystemError? { folders.fault }

  package func task(_ uid: String, in path: String) throws(TaskFileError) -> TaskItem? {
    let (text, _) = try TaskFileReader.text(path)
    return reader.tasks(in: text, path: path).tasks.first { $0.task.uid == uid }?.task
  }

  private func readFile(
    _ path: String, list: String, _ tasks: inout [StoredTask], _ findings: inout [TaskFileFinding],
    _ known: inout [String: String]
  ) {
    do throws(TaskFileError) {
      let (text, stamp) = try TaskFileReader.text(path)
      let read = reader.tasks(in: text, path: path)
      findings += read.findings.map { TaskFileFinding(path: path, finding: $0) }
      for (task, component) in read.tasks {
        guard known[task.uid] == nil else {
          findings.append(
            TaskFileFinding(path: path, finding: TaskFinding(line: component.line, cause: .sameUID(task.uid))))
          continue
        }
        known[task.uid] = path
        tasks.append(StoredTask(task: task, list: list, path: path, stamp: stamp))
      }
    } catch {
      // A file that went away between the listing and the reading is not there.
      if case .gone = error { return }
      findings.append(TaskFileFinding(path: path, finding: error.finding))
    }
  }
}

extension TaskFileError {
  var finding: TaskFinding {
    switch self {
    case .unreadable(_, let finding): finding
    case .system(let fault) where fault.code == EFBIG:
      TaskFinding(CalendarFault(line: 1, cause: .tooLong(limit: CalendarText.mostOctets)))
    case .system(let fault): TaskFinding(line: 1, cause: .unreadable(fault.reason))
    case .gone, .busy, .notImported, .changedSince, .unknownList, .foreignRule:
      TaskFinding(line: 1, cause: .unreadable("it is being written"))
    }
  }
}
