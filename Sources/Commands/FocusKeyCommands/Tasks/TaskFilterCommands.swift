internal import CommandShell
internal import FocusSession
internal import Languages
internal import Spelling
internal import TaskFiles
internal import Tasking
internal import Tasks

private let someFilter = Operand<String>(.text("FILTER"), "which tasks", count: .some)
private let moreWords = Operand<String>(.text("TEXT"), "words behind the others", count: .some)
private let yes = Flag("yes", "change them without asking")

enum TaskSorting {
  static func sorted(_ tasks: [RankedTask], by order: String?, in zone: CivilZone) -> [RankedTask] {
    func key(_ ranked: RankedTask) -> (String, Int64) {
      let due = ranked.task.due?.end(in: zone).milliseconds ?? .max
      switch order {
      case "due": return ("", due)
      case "entered": return ("", ranked.task.entered?.milliseconds ?? .max)
      case "project": return (ranked.task.project ?? "\u{10FFFF}", 0)
      default: return ("", 0)
      }
    }
    guard let order, order != "urgency" else { return tasks }
    // Of equal ones the more urgent comes first.
    return tasks.enumerated().sorted { one, other in
      let (first, second) = (key(one.element), key(other.element))
      return first == second ? one.offset < other.offset : first < second
    }.map { $0.element }
  }
}

extension CommandContext {
  /// The tasks that a filter means, within the context that the person chose, the most urgent first.
  func tasks(in view: TaskView, _ words: [String], isWithinContext: Bool = true) throws(Failure) -> [RankedTask] {
    let filter = try renaming(Failure.badFilter, TaskFilter(words, now: view.now, in: view.zone))
    let around = isWithinContext ? TaskContexts(of: home).words : []
    let context = try renaming(Failure.badFilter, TaskFilter(around, now: view.now, in: view.zone))
    var lists: [String: String] = [:]
    for stored in view.tasks { lists[stored.task.uid] = stored.list }
    let all = invocation[TaskArguments.all] || filter.wantsAll
    return (all ? Array(view.order.ranked) : view.order.open).filter { ranked in
      let (list, number) = (lists[ranked.task.uid] ?? "", view.numbers[ranked.task.uid])
      return filter.fits(ranked, list: list, number: number, now: view.now, in: view.zone)
        && context.fits(ranked, list: list, number: number, now: view.now, in: view.zone)
    }
  }
}

var taskAppendCommand: ProgramCommand {
  ProgramCommand(
    "append", "Add words to a task", takes: [TaskArguments.id, moreWords, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let stored = try view.find(try context.require(TaskArguments.id))
    var edit = TaskEdit()
    edit.append = context.invocation.all(moreWords).joined(separator: " ")
    return try context.change(stored, .edit(edit), view)
  }
}

var taskModifyCommand: ProgramCommand {
  ProgramCommand(
    "modify", "Change all tasks that a filter means",
    discussion: """
      The number of tasks is asked about first, unless you give --yes. The filter is that of `focuskey task list`.

      $ focuskey task modify +errand project:home --due sat --add-tag town
      """, takes: [someFilter, TaskOptions.arguments, TaskArguments.all, TaskArguments.at, yes]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let found = try context.tasks(in: view, context.invocation.all(someFilter), isWithinContext: false)
    guard !found.isEmpty else {
      throw Failure(
        .noInput, "unknown-task", "no task is meant by this",
        at: context.invocation.all(someFilter).joined(separator: " "), advice: "see: focuskey task list")
    }
    var edits: [(stored: StoredTask, edit: TaskEdit)] = []
    for ranked in found {
      guard let stored = view.tasks.first(where: { $0.task.uid == ranked.task.uid }) else { continue }
      edits.append((stored, try TaskOptions(context, view, on: stored.task).edit))
    }
    try context.mustAgree(
      context.invocation[yes], to: "change \(counted(edits.count, "task"))", word: "change", isFinal: false)
    for (stored, edit) in edits {
      let (ranked, _) = try view.change(stored, .edit(edit))
      try context.writeLine(TaskRow(ranked, view.zone, number: view.number(of: ranked.task), isAnswer: true))
    }
    return .done
  }
}

var taskShowCommand: ProgramCommand {
  ProgramCommand(
    "show", "Show all that is known of a task", takes: [TaskArguments.id, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let stored = try view.find(try context.require(TaskArguments.id))
    try context.answer(TaskDetails(stored: stored, ranked: try view.ranked(stored), view: view))
    return .done
  }
}

private struct TaskDetails: PrintedAnswer {
  let stored: StoredTask
  let ranked: RankedTask
  let view: TaskView

  var json: JSONValue {
    var object = ranked.json(in: view.zone, number: view.numbers[stored.task.uid])
    for (name, value) in stored.task.details(in: view.zone).members { object[name] = value }
    object["list"] = .string(stored.list)
    object["file"] = .string(stored.path)
    return .object(object)
  }

  var text: String { text(in: .english) }

  func text(in speech: Speech) -> String {
    let task = stored.task
    var lines = [oneLine(task.summary)]
    func line(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      let name = speech.say(name)
      lines.append("  " + name + String(repeating: " ", count: max(1, 12 - terminalColumns(of: name))) + oneLine(value))
    }
    func time(_ time: TaskTime?) -> String? { time?.words(in: view.zone) }
    func moment(_ moment: Timestamp?) -> String? { moment.map { TaskTime.moment($0).words(in: view.zone) } }
    line("number", view.numbers[task.uid].map { String($0) })
    line("status", speech.say(task.status.word))
    line("due", time(task.due))
    line("scheduled", time(task.scheduled))
    line("hidden until", time(task.wait))
    line("repeats", task.recurrence?.rule ?? task.foreignRule)
    line("priority", task.priority?.rawValue)
    line("project", task.project)
    line("tags", task.tags.joined(separator: ", "))
    line("estimate", task.estimate.map { shortDuration(seconds: $0.wholeSeconds) })
    line("focused", ranked.focused > .zero ? shortDuration(seconds: ranked.focused.wholeSeconds) : nil)
    line("percent", task.percent.map { String($0) })
    line("after", words(of: task.dependsOn))
    line("part of", task.parent.flatMap { words(of: [$0]) })
    line("place", task.location)
    line("link", task.link)
    line("apps", task.apps.joined(separator: ", "))
    line("sites", task.sites.joined(separator: ", "))
    line("profile", task.profile)
    line("written", moment(task.entered))
    line("begun", moment(task.started))
    line("completed", moment(task.completed))
    line("list", stored.list)
    line("file", stored.path)
    line("UID", task.uid)
    for text in task.notes?.split(whereSeparator: { $0.isNewline }) ?? [] {
      lines.append("  | " + oneLine(String(text)))
    }
    for note in task.annotations {
      line("note", [moment(note.entered), note.text].compactMap { $0 }.joined(separator: "  "))
    }
    return lines.joined(separator: "\n")
  }

  private func words(of uids: [String]) -> String {
    uids.map { uid in view.tasks.first { $0.task.uid == uid }?.task.summary ?? uid }.joined(separator: ", ")
  }
}
