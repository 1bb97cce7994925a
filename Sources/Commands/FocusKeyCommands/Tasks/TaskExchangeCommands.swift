internal import CommandShell
internal import CommandSpec
internal import FocusSession
internal import JSONText
internal import LinuxRuntime
internal import Spelling
internal import TaskFiles
internal import Tasks

private let format = Option<String>(
  "format", value: .choice("FORMAT", of: ["taskwarrior", "todotxt", "ical"]), "the file's format", isRequired: true)
private let file = Operand<String>(.file(), "the file; - for standard input")
private let outFile = Operand<String>(.file(), "output file (default: standard output)", count: .optional)

var taskImportCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "import", "Import tasks from a file",
      discussion: """
        All tasks are imported, or none if any of them is wrong. Importing the same file again changes nothing.

        $ task export | focuskey task import --format taskwarrior -
        """
    ) {
      format
      file
      TaskArguments.list
      TaskArguments.at
    }
  ) { context throws(CommandError) in
    let view = try TaskFolderView(context)
    let name = try context.require(file)
    let octets = try context.read(file: name, limit: 64 << 20)
    let list = context.invocation[TaskArguments.list] ?? TaskShelf.defaultList
    try TaskOptions.checkList(list)
    let answer: ImportAnswer
    do throws(TaskFileError) {
      switch context.invocation[format] {
      case "taskwarrior":
        var reader = TaskwarriorReader(now: view.now)
        let tasks = try TaskLines.readable { () throws(TaskImportError) in try reader.tasks(octets) }
        let counts = try view.shelf.take(tasks, from: .taskwarrior, into: list, at: view.now)
        answer = ImportAnswer(counts: counts, templates: reader.templates)
      case "todotxt":
        let tasks = try TaskLines.readable { () throws(TaskImportError) in
          try TaskLines.tasks(octets, now: view.now, in: view.zone)
        }
        answer = ImportAnswer(counts: try view.shelf.take(tasks, from: .todoTxt, into: list, at: view.now))
      default: answer = ImportAnswer(counts: try view.shelf.take(calendar: octets, into: list))
      }
    } catch {
      guard case .notImported(let fault) = error else { throw CommandError(error) }
      throw CommandError(fault, in: name == "-" ? "standard input" : name)
    }
    try context.answer(answer)
    return .done
  }
}

var taskExportCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "export", "Export all tasks to a file",
      discussion: "$ focuskey task export --format taskwarrior | task import -"
    ) {
      format
      outFile
    }
  ) { context throws(CommandError) in
    let view = try TaskFolderView(context)
    view.noteFindings()
    let octets: [UInt8]
    switch context.invocation[format] {
    case "taskwarrior":
      let writer = TaskwarriorWriter(zone: view.zone)
      let objects = view.tasks.map { writer.object($0.task).text }
      octets = Array(("[\n" + objects.joined(separator: ",\n") + "\n]\n").utf8)
    case "todotxt":
      octets = Array(view.tasks.map { TodoTxt.line($0.task, in: view.zone) + "\n" }.joined().utf8)
    default: octets = view.shelf.calendar()
    }
    guard let name = context.invocation[outFile], name != "-" else {
      try context.write(octets: octets)
      return .done
    }
    try context.write(file: name, octets, mode: 0o600)
    return .done
  }
}

/// What an import did.
private struct ImportAnswer: CommandShell.Answer {
  let counts: TaskImportCounts
  var templates = 0

  var text: String {
    var text =
      "Imported \(counted(counts.added + counts.changed, "task")): \(counts.added) new, \(counts.changed) changed, "
      + "\(counts.unchanged) unchanged."
    if templates > 0 { text += " Left out \(counted(templates, "template")) of recurring tasks." }
    return text
  }

  var json: JSONValue {
    [
      "ok": true, "added": JSONValue(counts.added), "changed": JSONValue(counts.changed),
      "unchanged": JSONValue(counts.unchanged), "left_out": JSONValue(templates),
    ]
  }
}

/// The lines of a file of todo.txt.
private enum TaskLines {
  static func readable<Value>(
    _ body: () throws(TaskImportError) -> Value
  ) throws(TaskFileError) -> Value {
    do throws(TaskImportError) { return try body() } catch { throw .notImported(error) }
  }

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
      guard var task = try TodoTxt.task(text, line: number, in: zone) else { continue }
      // The same words once more are another task, not the same one.
      let repetition = seen[task.uid] ?? 0
      seen[task.uid] = repetition + 1
      if repetition > 0, let again = try TodoTxt.task(text, repetition: repetition, line: number, in: zone) {
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
