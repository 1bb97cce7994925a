internal import CommandShell
internal import Spelling
internal import TaskFiles
internal import Tasking

private let format = Option<TaskFormat>("format", value: .choice("FORMAT"), "the file's format", isRequired: true)
private let file = Operand<String>(.file(), "the file; - for standard input")
private let outFile = Operand<String>(.file(), "output file (default: standard output)", count: .optional)

var taskImportCommand: ProgramCommand {
  ProgramCommand(
    "import", "Import tasks from a file",
    discussion: """
      All tasks are imported, or none if any of them is wrong. Importing again changes what changed there since, and nothing that you changed,
      completed or removed here. What repeats in Taskwarrior repeats here; tasks whose rule means nothing here are named.

      $ task export | focuskey task import --format taskwarrior -
      """, takes: [format, file, TaskArguments.list, TaskArguments.at]
  ) { context throws(Failure) in
    let view = try context.taskView()
    let name = try context.require(file)
    let octets = try context.read(file: name, limit: 64 << 20)
    let list = context.invocation[TaskArguments.list]
    if let list { try TaskOptions.checkList(list) }
    let imported = try view.importing(
      octets, as: try context.require(format), from: name == "-" ? "standard input" : name, into: list)
    for lost in imported.lostRules.prefix(20) {
      context.printNote("this task does not repeat here (\(lost.rule)): \(oneLine(lost.summary))")
    }
    if imported.lostRules.count > 20 {
      context.printNote("tasks that do not repeat here, beside these: \(imported.lostRules.count - 20)")
    }
    try context.answer(
      ImportAnswer(counts: imported.counts, templates: imported.templates, lost: imported.lostRules.count))
    return .done
  }
}

var taskExportCommand: ProgramCommand {
  ProgramCommand(
    "export", "Export all tasks to a file", discussion: "$ focuskey task export --format taskwarrior | task import -",
    takes: [format, outFile]
  ) { context throws(Failure) in
    let view = try context.taskView()
    context.note(view.findings)
    let octets = view.exported(as: try context.require(format))
    guard let name = context.invocation[outFile], name != "-" else {
      try context.write(octets: octets)
      return .done
    }
    try context.write(file: name, octets, mode: 0o600)
    return .done
  }
}

private struct ImportAnswer: PrintedAnswer {
  let counts: TaskImportCounts
  let templates: Int
  let lost: Int

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
      "unchanged": JSONValue(counts.unchanged), "left_out": JSONValue(templates), "not_repeating": JSONValue(lost),
    ]
  }
}

extension TaskFormat: ChoiceWord {
  package var word: String { rawValue }
}
