internal import FocusSession
internal import LinuxRuntime
package import Requests
package import TaskFiles
internal import Tasks

package enum TaskFormat: String, Sendable, CaseIterable {
  case taskwarrior, todotxt, ical
}

extension TaskView {
  package struct Imported: Sendable {
    package let counts: TaskImportCounts
    /// How many templates of recurring tasks were left out.
    package var templates = 0
    /// Recurring tasks that do not recur here: their words and their rule.
    package var lostRules: [(summary: String, rule: String)] = []
  }

  /// Adds all tasks of a file, or none if any of them is wrong.
  ///
  /// - Parameter name: what the file is called in a failure.
  package func importing(
    _ octets: [UInt8], as format: TaskFormat, from name: String, into list: String?
  ) throws(Failure) -> Imported {
    do throws(TaskFileError) {
      switch format {
      case .taskwarrior:
        var reader = TaskwarriorReader(now: now, zone: zone)
        let tasks = try Self.readable { () throws(TaskImportError) in try reader.tasks(octets) }
        let memory = ImportMemory(of: .taskwarrior, in: home, now, zone)
        let counts = try shelf.take(tasks, from: .taskwarrior, before: memory.tasks, into: list, at: now)
        memory.keep(tasks)
        return Imported(counts: counts, templates: reader.templates, lostRules: reader.lostRules)
      case .todotxt:
        let tasks = try Self.readable { [now, zone] () throws(TaskImportError) in
          try TodoTxt.tasks(octets, now: now, in: zone)
        }
        let memory = ImportMemory(of: .todoTxt, in: home, now, zone)
        let counts = try shelf.take(tasks, from: .todoTxt, before: memory.tasks, into: list, at: now)
        memory.keep(tasks)
        return Imported(counts: counts)
      case .ical: return Imported(counts: try shelf.take(calendar: octets, into: list, at: now))
      }
    } catch {
      guard case .notImported(let fault) = error else { throw error.failure }
      throw .badImport(fault, in: name)
    }
  }

  package func exported(as format: TaskFormat) -> [UInt8] {
    switch format {
    case .taskwarrior:
      let writer = TaskwarriorWriter(zone: zone)
      let objects = tasks.map { writer.object($0.task).text }
      return Array(("[\n" + objects.joined(separator: ",\n") + "\n]\n").utf8)
    case .todotxt: return Array(tasks.map { TodoTxt.line($0.task, in: zone) + "\n" }.joined().utf8)
    case .ical: return shelf.calendar()
    }
  }

  private static func readable<Value>(
    _ body: () throws(TaskImportError) -> Value
  ) throws(TaskFileError) -> Value {
    return try renaming(TaskFileError.notImported, body())
  }
}

extension TodoTxt {
  static func tasks(
    _ octets: [UInt8], now: Timestamp, in zone: CivilZone
  ) throws(TaskImportError) -> [TaskItem] {
    var tasks: [TaskItem] = []
    var seen: [String: Int] = [:]
    var number = 0
    for line in octets.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard let text = String(validating: line, as: UTF8.self) else {
        throw TaskImportError(line: number, message: "this line is not UTF-8")
      }
      guard var task = try task(text, line: number, in: zone) else { continue }
      // The same words once more are another task, not the same one.
      let repetition = seen[task.uid] ?? 0
      seen[task.uid] = repetition + 1
      if repetition > 0, let again = try self.task(text, repetition: repetition, line: number, in: zone) {
        guard again.uid != task.uid else {
          throw TaskImportError(line: number, part: "uid", message: "another line has this uid")
        }
        task = again
      }
      if task.entered == nil { task.entered = now }
      tasks.append(task)
    }
    return tasks
  }
}
