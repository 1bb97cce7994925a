internal import CalendarText
internal import FocusSession
import Glibc
internal import LinuxRuntime
internal import Tasks

struct TaskFileReader {
  let zone: CivilZone
  let zones: ZoneCache

  static func content(_ path: String) throws(SystemError) -> (octets: [UInt8], stamp: FileStamp) {
    let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0 else { throw .last("fstat", on: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      // A pipe or a device is not a folder, and neither is read.
      throw SystemError("open", status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL, on: path)
    }
    // A file that is too large is not even read.
    guard status.st_size <= CalendarText.mostOctets else { throw SystemError("read", EFBIG, on: path) }
    return (try Files.read(file, named: path, limit: CalendarText.mostOctets), FileStamp(status))
  }

  static func text(_ path: String) throws(TaskFileError) -> (text: CalendarText, stamp: FileStamp) {
    let content: (octets: [UInt8], stamp: FileStamp)
    do throws(SystemError) {
      content = try Self.content(path)
    } catch {
      if error.code == ENOENT { throw .gone(path: path) }
      throw .system(error)
    }
    do throws(CalendarFault) {
      return (try CalendarText(content.octets), content.stamp)
    } catch {
      throw .unreadable(path: path, TaskFinding(error))
    }
  }

  func tasks(
    in text: CalendarText, path: String
  ) -> (tasks: [(task: TaskItem, component: CalendarComponent)], findings: [TaskFinding]) {
    var findings = text.faults.map { TaskFinding($0) }
    var tasks: [(task: TaskItem, component: CalendarComponent)] = []
    let todos = text.parts("VTODO")
    let name = String(TaskFolders.name(of: path).dropLast(4))
    for todo in todos where todo.first("RECURRENCE-ID") == nil {
      var reader = TodoReader(
        zone: zone, zoneNamed: { zones.zone(named: $0) }, zoneInFile: { zones.zone(named: $0, in: text) })
      var (task, found) = reader.task(todo, named: name)
      findings += found
      let exceptions = todos.filter { $0.first("RECURRENCE-ID") != nil && $0.first("UID")?.value == task.uid }
      if !exceptions.isEmpty { advance(&task, past: exceptions, &reader) }
      tasks.append((task, todo))
    }
    return (tasks, findings)
  }

  /// Thunderbird completes one time of a task that comes again by a component of its own: the task is then due at the
  /// next time.
  private func advance(
    _ task: inout TaskItem, past exceptions: [CalendarComponent], _ reader: inout TodoReader
  ) {
    var over: Set<TaskTime> = []
    for exception in exceptions {
      let (once, _) = reader.task(exception, named: task.uid)
      guard once.isOver, let line = exception.first("RECURRENCE-ID"), let time = reader.moment(of: line) else {
        continue
      }
      over.insert(time)
    }
    while let time = task.scheduled ?? task.due, over.contains(time) || task.due.map({ over.contains($0) }) == true,
      let rule = task.recurrence, let next = rule.next(after: time, in: zone)
    {
      over.remove(time)
      if let due = task.due { over.remove(due) }
      task.recurrence = next.rule
      if task.scheduled == nil {
        task.due = next.time
      } else {
        let moved = next.time.start(in: zone) - time.start(in: zone)
        task.scheduled = next.time
        task.due = task.due.map { .moment($0.end(in: zone) + moved) }
      }
    }
  }
}

extension TaskFinding {
  init(_ fault: CalendarFault) {
    let reason =
      switch fault.cause {
      case .tooLong(let limit): "it is longer than \(limit >> 20) MiB"
      case .notACalendar: "it does not contain BEGIN:VCALENDAR"
      case .tooDeep: "its components are nested too deeply"
      case .unexpectedEnd(let kind): "END:\(kind) is unexpected"
      case .missingEnd(let kind): "END:\(kind) is missing"
      case .notAContentLine: "this line has no name or no colon"
      }
    switch fault.cause {
    case .notAContentLine: self.init(line: fault.line, cause: .badValue("the line", "no name or no colon"))
    default: self.init(line: fault.line, cause: .unreadable(reason))
    }
  }
}

final class ZoneCache {
  private let read: (String) -> CivilZone?
  private var known: [String: CivilZone?] = [:]
  private var described: [[UInt8]: CivilZone?] = [:]

  init(_ read: @escaping (String) -> CivilZone?) { self.read = read }

  /// The clocks that a file describes itself; the same description is read once.
  func zone(named name: String, in text: CalendarText) -> CivilZone? {
    guard let part = text.parts("VTIMEZONE").first(where: { $0.first("TZID")?.value == name }) else { return nil }
    let written = Array(text.octets[part.range])
    if let zone = described[written] { return zone }
    let zone = WrittenZone.clocks(part)
    described[written] = zone
    return zone
  }

  func zone(named name: String) -> CivilZone? {
    if let zone = known[name] { return zone }
    let zone = read(name)
    known[name] = zone
    return zone
  }
}
