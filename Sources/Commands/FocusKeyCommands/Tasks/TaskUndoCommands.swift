internal import CommandShell
internal import FocusSession
internal import TaskFiles
internal import Tasking
internal import Tasks

private let removed = Operand<String>(.text("TASK"), "a task of the bin")

var taskStopCommand: ProgramCommand {
  ProgramCommand(
    "stop", "End work on a task without completing it",
    discussion: "The mark of `focuskey task start` is removed. A session that is under way continues.",
    takes: [TaskArguments.id, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    return try context.change(try view.findOpen(try context.require(TaskArguments.id)), .stop, view)
  }
}

var taskReopenCommand: ProgramCommand {
  ProgramCommand(
    "reopen", "Make a completed task one to be done",
    discussion: "Where it repeats, the next one that took its place stays: `focuskey task undo` removes that too.",
    takes: [TaskArguments.id, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    return try context.change(try view.find(try context.require(TaskArguments.id)), .reopen, view)
  }
}

var taskUndoCommand: ProgramCommand {
  ProgramCommand(
    "undo", "Undo the latest change of a task",
    discussion: """
      Undoes what FocusKey did to the files of tasks last, from the terminal, the page, a card or a session; again, the one before. If another
      program has written the file since, nothing is undone.
      """
  ) { context throws(Failure) in
    try context.answer(PutBackAnswer(entry: try context.taskView().undo(), isUndone: true))
    return .done
  }
}

var taskBinCommand: ProgramCommand {
  ProgramCommand(
    "bin", "List removed tasks",
    discussion: "What was removed here can be put back for 30 days. With --json there is one object per line."
  ) { context throws(Failure) in
    let view = try context.taskView()
    for entry in view.bin {
      let at = ISO8601.text(entry.at, in: view.zone)
      let row: JSONValue = [
        "summary": .string(entry.summary), "slug": .string(TaskSlug.slug(of: entry.summary)), "removed_at": .string(at),
      ]
      try context.write((context.wantsJSON ? row.text : "\(at.prefix(10))  \(oneLine(entry.summary))") + "\n")
    }
    return .done
  }
}

var taskRestoreCommand: ProgramCommand {
  ProgramCommand("restore", "Put back a removed task", takes: [removed]) { context throws(Failure) in
    let entry = try context.taskView().putBack(try context.require(removed))
    try context.answer(PutBackAnswer(entry: entry, isUndone: false))
    return .done
  }
}

private struct PutBackAnswer: PrintedAnswer {
  let entry: TaskJournal.Entry
  let isUndone: Bool

  var text: String {
    if !isUndone { return "Put back: \(oneLine(entry.summary))" }
    return entry.summary.isEmpty ? "Undone: \(entry.what)" : "Undone (\(entry.what)): \(oneLine(entry.summary))"
  }

  var json: JSONValue {
    ["ok": true, isUndone ? "undone" : "restored": .string(entry.what), "summary": .string(entry.summary)]
  }
}
