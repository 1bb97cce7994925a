internal import CommandShell
internal import CommandSpec
internal import JSONText

private let words = Operand<String>(.text("TEXT"), "the promise")
private let file = Operand<String>(.file(), "the file; - for standard input")
private let outFile = Operand<String>(.file(), "where to; standard output without", count: .optional)

/// `promise`
let promiseCommand = Command(
  group: "promise", "what you wrote to your future self; the shield shows it",
  [
    Command(CommandSpec("show", "the promise")) { context throws(CommandFailure) in
      try context.answer(PromiseAnswer(promise: try SettingsEdit(context).settings["promise"]?.word))
      return .done
    },
    Command(CommandSpec("list", "the promise")) { context throws(CommandFailure) in
      try context.answer(PromiseAnswer(promise: try SettingsEdit(context).settings["promise"]?.word))
      return .done
    },
    Command(CommandSpec("add", "write it") { words }) { context throws(CommandFailure) in
      try write(try context.require(words), context)
    },
    Command(CommandSpec("edit", "write it anew") { words }) { context throws(CommandFailure) in
      try write(try context.require(words), context)
    },
    Command(CommandSpec("remove", "take it back")) { context throws(CommandFailure) in try write("", context) },
    Command(CommandSpec("import", "that of a file") { file }) { context throws(CommandFailure) in
      let edit = try SettingsEdit(context)
      let value = try SettingsFiles.read(try context.require(file), context, for: edit)
      return try write(value["promise"]?.word ?? "", context)
    },
    Command(CommandSpec("export", "as a file") { outFile }) { context throws(CommandFailure) in
      let promise = try SettingsEdit(context).settings["promise"] ?? ""
      try SettingsFiles.write(["promise": promise], to: context.invocation[outFile], context)
      return .done
    },
  ])

private func write(_ text: String, _ context: CommandContext) throws(CommandFailure) -> ExitCode {
  var edit = try SettingsEdit(context)
  edit.set("promise", .string(text))
  return try context.changed(edit, text.isEmpty ? "The promise is taken back." : "The promise is written.")
}

private struct PromiseAnswer: Answer {
  let promise: String?

  var text: String { promise ?? "There is no promise yet." }
  var json: JSONValue { ["ok": true, "promise": JSONValue(promise)] }
}
