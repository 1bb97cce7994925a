internal import CommandShell
internal import CommandSpec
internal import JSONText

private let words = Operand<String>(.text("TEXT"), "the promise")
private let file = Operand<String>(.file(), "the file; - for standard input")
private let outFile = Operand<String>(.file(), "where to; standard output without", count: .optional)

/// `promise`
let promiseCommand = ProgramCommand(
  group: "promise", "what you wrote to your future self; the shield shows it",
  [
    ProgramCommand(CommandSpec("show", "the promise")) { context throws(CommandError) in
      try context.answer(PromiseAnswer(promise: try SettingsEdit(context).settings["promise"]?.word))
      return .done
    },
    ProgramCommand(CommandSpec("list", "the promise")) { context throws(CommandError) in
      try context.answer(PromiseAnswer(promise: try SettingsEdit(context).settings["promise"]?.word))
      return .done
    },
    ProgramCommand(CommandSpec("add", "write it") { words }) { context throws(CommandError) in
      try write(try context.require(words), context)
    },
    ProgramCommand(CommandSpec("edit", "write it anew") { words }) { context throws(CommandError) in
      try write(try context.require(words), context)
    },
    ProgramCommand(CommandSpec("remove", "take it back")) { context throws(CommandError) in try write("", context) },
    ProgramCommand(CommandSpec("import", "that of a file") { file }) { context throws(CommandError) in
      let edit = try SettingsEdit(context)
      let value = try SettingsFiles.read(try context.require(file), context, for: edit)
      return try write(value["promise"]?.word ?? "", context)
    },
    ProgramCommand(CommandSpec("export", "as a file") { outFile }) { context throws(CommandError) in
      let promise = try SettingsEdit(context).settings["promise"] ?? ""
      try SettingsFiles.write(["promise": promise], to: context.invocation[outFile], context)
      return .done
    },
  ])

private func write(_ text: String, _ context: CommandContext) throws(CommandError) -> ExitCode {
  var edit = try SettingsEdit(context)
  edit.set("promise", .string(text))
  return try context.changed(edit, text.isEmpty ? "The promise is taken back." : "The promise is written.")
}

private struct PromiseAnswer: Answer {
  let promise: String?

  var text: String { promise ?? "There is no promise yet." }
  var json: JSONValue { ["ok": true, "promise": JSONValue(promise)] }
}
