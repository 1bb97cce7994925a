internal import CommandShell
internal import Tasking
internal import Tasks

var taskCommand: ProgramCommand {
  ProgramCommand(
    group: "task", "Manage tasks, the most urgent first",
    discussion: """
      Tasks are VTODO files in folders, one for each list, so that calendar programs and phones can share them. The order is the urgency of
      Taskwarrior, plus the pressure of your estimate; `focuskey task why` explains each number. A task is named by the number in
      the list, by its UID, by its words in small letters with hyphens (write-the-report), or by the beginning of either.

      $ focuskey task add "Write the report" --due "fri 15:00" --estimate 6h --project thesis

      $ focuskey task next
      """,
    [
      taskListCommand, taskNextCommand, taskShowCommand, taskWhyCommand, taskAddCommand, taskEditCommand,
      taskAppendCommand, taskModifyCommand, taskStartCommand, taskStopCommand, taskDoneCommand, taskReopenCommand,
      taskRemoveCommand, taskUndoCommand, taskBinCommand, taskRestoreCommand, taskProjectsCommand, taskTagsCommand,
      taskReportCommand, taskContextCommand, taskImportCommand, taskExportCommand, taskCalendarCommand,
      taskCheckCommand,
    ])
}

enum TaskArguments {
  static let id = Operand<String>(.text("TASK", wordList: "tasks"), "which task")
  static let at = Option("at", value: .text("TIME"), "as of this time (default: now)")
  static let plain = Flag("plain", "take the words as they are")
  static let filter = Operand<String>(.text("FILTER"), "words, project:home, +tag, due.before:fri", count: .any)
  static let sort = Option<String>(
    "sort", value: .choice("ORDER", of: ["urgency", "due", "entered", "project"]), "what comes first")
  static let all = Flag("all", "also done, blocked and waiting tasks")
  static let words = Operand<String>(.text("TEXT"), "what is to be done", count: .some)
  static let list = Option("list", value: .text("LIST"), "the list")
  static let summary = Option("summary", value: .text("TEXT"), "what is to be done")
}

private let listDiscussion = """
  Without --all, tasks that are done, blocked by others or waiting are left out. With --json there is one object per line. A filter may have
  words, project:home, @tag, +tag, due:fri, due.before:fri, due.after:fri, pri:H, list:work, status:completed, a number, +OVERDUE, +TODAY,
  +ACTIVE, +BLOCKED and +WAITING; all of it has to fit.

  $ focuskey task list --json

  $ focuskey task list project:home due.before:fri milk
  """

private var taskListCommand: ProgramCommand {
  ProgramCommand(
    "list", "List tasks, the most urgent first", discussion: listDiscussion,
    takes: [TaskArguments.filter, TaskArguments.sort, TaskArguments.at, TaskArguments.all]
  ) { context throws(Failure) in
    let view = try context.taskView()
    context.note(view.findings)
    let found = try context.tasks(in: view, context.invocation.all(TaskArguments.filter))
    for ranked in TaskSorting.sorted(found, by: context.invocation[TaskArguments.sort], in: view.zone) {
      try context.writeLine(TaskRow(ranked, view.zone, number: view.numbers[ranked.task.uid]))
    }
    return .done
  }
}

private var taskNextCommand: ProgramCommand {
  ProgramCommand("next", "Show the most urgent task", takes: [TaskArguments.at]) { context throws(Failure) in
    let view = try context.taskView()
    guard let next = try context.tasks(in: view, []).first(where: { $0.isOpen }) else { throw .nothingToDo }
    try context.answer(TaskRow(next, view.zone, number: view.numbers[next.task.uid]))
    return .done
  }
}

private var taskWhyCommand: ProgramCommand {
  ProgramCommand(
    "why", "Explain the urgency of a task", takes: [TaskArguments.id, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let stored = try view.find(try context.require(TaskArguments.id))
    try context.answer(WhyAnswer(ranked: try view.ranked(stored)))
    return .done
  }
}

private var taskCheckCommand: ProgramCommand {
  ProgramCommand(
    "check", "Report problems in the task files",
    discussion: "Each problem is named with its file and line. Exits with 1 if there is anything but notes."
  ) { context throws(Failure) in
    let view = try context.taskView()
    for finding in view.findings {
      let row = FindingRow(finding)
      try context.write((context.wantsJSON ? row.json.text : row.text) + "\n")
    }
    return view.findings.allSatisfy { FindingRow($0).isNote } ? .done : .no
  }
}
