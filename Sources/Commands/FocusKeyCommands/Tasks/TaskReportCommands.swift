internal import CommandShell
internal import FocusSession
internal import ServiceContract
internal import Spelling
internal import TaskFiles
internal import Tasking
internal import Tasks

var taskProjectsCommand: ProgramCommand {
  ProgramCommand(
    "projects", "List projects and their open tasks"
  ) { context throws(Failure) in try context.countTasks { $0.project.map { [$0] } ?? [] } }
}

var taskTagsCommand: ProgramCommand {
  ProgramCommand(
    "tags", "List tags and their open tasks"
  ) { context throws(Failure) in try context.countTasks { $0.tags } }
}

var taskReportCommand: ProgramCommand {
  ProgramCommand(
    "report", "Count open, overdue and completed tasks",
    discussion: "The last lines are days: how many tasks were written down, and how many were completed.",
    takes: [TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    try context.answer(TaskReport(view))
    return .done
  }
}

extension CommandContext {
  fileprivate func countTasks(_ names: (TaskItem) -> [String]) throws(Failure) -> ExitCode {
    var counts: [String: Int] = [:]
    for stored in try taskView().tasks where !stored.task.isOver {
      for name in names(stored.task) { counts[name] = (counts[name] ?? 0) + 1 }
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      let row: JSONValue = ["name": .string(name), "open": JSONValue(count)]
      try write((wantsJSON ? row.text : "\(oneLine(name))  \(count)") + "\n")
    }
    return .done
  }
}

private struct TaskReport: PrintedAnswer {
  private let numbers: [(name: String, words: String, count: Int)]
  private let days: [(day: String, added: Int, done: Int)]

  init(_ view: TaskView) {
    let (now, zone) = (view.now, view.zone)
    let today = zone.day(at: now)
    let items = view.tasks.map { $0.task }
    let open = items.filter { !$0.isOver }
    func count(_ fits: (TaskItem) -> Bool) -> Int { open.filter(fits).count }
    numbers = [
      ("open", "open", open.count),
      ("overdue", "overdue", count { $0.due.map { $0.end(in: zone) <= now } ?? false }),
      ("due_today", "due today", count { $0.due?.day(in: zone) == today }),
      (
        "due_week", "due within a week",
        count { $0.due.map { $0.end(in: zone) > now && $0.day(in: zone) < today + 7 } ?? false }
      ),
      ("blocked", "blocked by others", view.order.ranked.filter { $0.isBlocked && !$0.task.isOver }.count),
      ("waiting", "waiting", view.order.ranked.filter { $0.isWaiting }.count),
    ]
    days = (0..<14).reversed().map { ago in
      let day = today + -ago
      return (
        ISO8601.text(day), items.filter { $0.entered.map { zone.day(at: $0) } == day }.count,
        items.filter { $0.status == .completed && $0.completed.map { zone.day(at: $0) } == day }.count
      )
    }
  }

  var text: String {
    var lines = numbers.map { "\($0.words): \($0.count)" }
    for (day, added, done) in days { lines.append("\(day)  \(added) new, \(done) done") }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    var object = JSONObject()
    for (name, _, count) in numbers { object[name] = JSONValue(count) }
    object["days"] = .array(
      days.map { ["day": .string($0.day), "added": JSONValue($0.added), "done": JSONValue($0.done)] })
    return .object(object)
  }
}

// MARK: Contexts

private let contextName = Operand<String>(.text("NAME"), "which context; none for none", count: .optional)
private let contextFilter = Operand<String>(.text("FILTER"), "what belongs to it", count: .any)

/// The person's named filters, and the one through which they look at tasks now.
struct TaskContexts {
  private let path: String
  private(set) var name: String?
  private(set) var filters: [(name: String, words: [String])] = []

  init(of home: Home) {
    path = "\(home.stateFolder)/task-contexts.json"
    // Where there is no file nobody chose one.
    guard let octets = try? Files.read(path, limit: 1 << 20), let root = try? JSONDocument(octets).root else { return }
    name = root["name"]?.string
    for member in root["contexts"]?.object ?? [] {
      filters.append((member.name, member.value.array?.compactMap { $0.string } ?? []))
    }
  }

  var words: [String] { filters.first { $0.name == name }?.words ?? [] }

  mutating func choose(_ name: String?, _ words: [String]) throws(Failure) {
    if let name, !words.isEmpty {
      filters.removeAll { $0.name == name }
      filters.append((name, words))
    }
    if let name, !filters.contains(where: { $0.name == name }) {
      throw Failure(
        .noInput, "unknown-context", "no such context", at: name, advice: "say what belongs to it: \(name) project:home"
      )
    }
    self.name = name
    var contexts = JSONObject()
    for filter in filters { contexts[filter.name] = JSONValue(filter.words) }
    let object: JSONValue = ["name": JSONValue(name), "contexts": .object(contexts)]
    try renaming({ Failure.writing(path, $0) }, Files.replace(path, with: object.octets))
  }
}

var taskContextCommand: ProgramCommand {
  ProgramCommand(
    "context", "Choose which tasks you look at",
    discussion: """
      A context is a filter with a name. `focuskey task list` and `next` then show its tasks only, until you choose none. Without a name,
      contexts are listed.

      $ focuskey task context work project:thesis

      $ focuskey task context none
      """, takes: [contextName, contextFilter]
  ) { context throws(Failure) in
    var contexts = TaskContexts(of: context.home)
    if let name = context.invocation[contextName] {
      let words = context.invocation.all(contextFilter)
      let view = try context.taskView()
      _ = try renaming(Failure.badFilter, TaskFilter(words, now: view.now, in: view.zone))
      try contexts.choose(name == "none" ? nil : name, words)
    }
    for (name, words) in contexts.filters {
      let isChosen = contexts.name == name
      let row: JSONValue = ["name": .string(name), "filter": JSONValue(words), "chosen": .bool(isChosen)]
      let text = "\(isChosen ? "*" : " ") \(oneLine(name))  \(oneLine(words.joined(separator: " ")))"
      try context.write((context.wantsJSON ? row.text : text) + "\n")
    }
    return .done
  }
}
