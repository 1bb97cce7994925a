internal import CommandShell
internal import FocusSession
internal import ServiceContract
internal import Session
internal import TaskFiles
internal import Tasking
internal import Tasks

var taskAddCommand: ProgramCommand {
  ProgramCommand(
    "add", "Add a task",
    discussion: """
      Dates are read as you say them: 2026-11-26, "tomorrow 15:00", fri, "in 3 days", "24 dec". A day without a time is due when it is over.
      The words may say it too: a date at the end, due:, project:, pri:, wait:, scheduled:, est:, recur:, depends:, @tag, and +word, which is
      the project where none is named, else a tag. An option says more than a word.

      $ focuskey task add Write the report --due fri --priority H --estimate 6h --project thesis --tag writing

      $ focuskey task add Buy milk due:fri project:home +errand
      """,
    takes: [TaskArguments.words, TaskOptions.arguments, TaskArguments.list, TaskArguments.plain, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let given = context.invocation.all(TaskArguments.words)
    let words = given.joined(separator: " ")
    guard words.utf8.contains(where: { $0 > 0x20 }) else { throw .noWords("TEXT", .usage) }
    var line: QuickTask?
    if !context.invocation[TaskArguments.plain] {
      // Several words are as the shell cut them; one is a line.
      let cut = given.count > 1 ? given.map { $0[...] } : words.split(whereSeparator: { $0.isWhitespace })
      guard var quick = QuickTask(words: cut, now: view.now, in: view.zone) else { throw .noWords("TEXT", .usage) }
      try view.settle(&quick, .usage, needsDate: false)
      line = quick
    }
    var edit = try TaskOptions(context, view, line: line).edit
    edit.summary = line?.summary ?? words
    var task = TaskItem(uid: TaskShelf.newUID(), summary: "")
    task.entered = view.now
    task = task.after(.edit(edit), at: view.now, in: view.zone, successor: "").task
    if let list = context.invocation[TaskArguments.list] { try TaskOptions.checkList(list) }
    return try context.show(try view.add(task, to: context.invocation[TaskArguments.list]), view)
  }
}

var taskEditCommand: ProgramCommand {
  ProgramCommand(
    "edit", "Change a task; none removes a value",
    takes: [TaskArguments.id, TaskArguments.summary, TaskOptions.arguments, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let stored = try view.find(try context.require(TaskArguments.id))
    var edit = try TaskOptions(context, view, on: stored.task).edit
    edit.summary = context.invocation[TaskArguments.summary]
    return try context.change(stored, .edit(edit), view)
  }
}

var taskDoneCommand: ProgramCommand {
  ProgramCommand(
    "done", "Complete a task",
    discussion: "A task that repeats is completed, and a new one with the next date takes its place.",
    takes: [TaskArguments.id, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    return try context.change(try view.find(try context.require(TaskArguments.id)), .done, view)
  }
}

var taskStartCommand: ProgramCommand {
  ProgramCommand(
    "start", "Begin work on a task",
    discussion: """
      Marks the task as begun. If the service is running and no session is under way, a session on the task starts, in the task's profile if
      it has one; without a service, only the task is marked.
      """, takes: [TaskArguments.id, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let stored = try view.findOpen(try context.require(TaskArguments.id))
    try context.startSession(on: stored.task)
    return try context.change(stored, .start, view)
  }
}

var taskRemoveCommand: ProgramCommand {
  ProgramCommand(
    "remove", "Remove a task and its file",
    discussion: "`focuskey task undo` brings it back, and so does `focuskey task restore` for 30 days.",
    takes: [TaskArguments.id]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let stored = try view.find(try context.require(TaskArguments.id))
    try view.remove(stored)
    try context.answer(TaskRemoved(task: stored.task))
    return .done
  }
}

private struct TaskRemoved: PrintedAnswer {
  let task: TaskItem

  var text: String { "Removed the task: \(oneLine(task.summary))" }
  var json: JSONValue { ["ok": true, "uid": .string(task.uid), "summary": .string(task.summary)] }
}

extension CommandContext {
  func change(_ stored: StoredTask, _ change: TaskChange, _ view: TaskView) throws(Failure) -> ExitCode {
    let (ranked, successor) = try view.change(stored, change)
    if let next = successor {
      printNote("the next one is due \((next.due ?? next.scheduled)?.text(in: view.zone) ?? "later"): \(next.uid)")
    }
    return try show(ranked, view)
  }

  func show(_ ranked: RankedTask, _ view: TaskView) throws(Failure) -> ExitCode {
    try answer(TaskRow(ranked, view.zone, number: view.number(of: ranked.task), isAnswer: true))
    return .done
  }

  /// Starts a session if the service runs and is idle; a refusal ends the command before any change.
  fileprivate func startSession(on task: TaskItem) throws(Failure) {
    let status: JSONNode
    do throws(Failure) {
      status = try ServiceCall(self).ask(SessionRequests.status())
    } catch {
      guard error.exitCode == .unavailable else { throw error }
      printNote("no service is running: the task is marked, and no session starts")
      return
    }
    guard status["state"]?.string == "idle" else {
      printNote("a session is running: it continues")
      return
    }
    _ = try ServiceCall(self).ask(SessionRequests.start(task.profile, nil, task.uid, nil))
  }
}
