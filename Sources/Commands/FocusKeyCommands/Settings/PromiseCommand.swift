internal import CommandShell
internal import FocusWire

private let words = Operand<String>(.text("TEXT"), "the promise; - for standard input", count: .optional)
private let file = Operand<String>(.file(), "the file; - for standard input")
private let outFile = Operand<String>(.file(), "output file (default: standard output)", count: .optional)

private let writing = """
  Without TEXT, write it in the terminal: what is left of the \(SettingsFile.longestPromise) characters is counted as you type.
  """

var promiseCommand: ProgramCommand {
  ProgramCommand(
    group: "promise", "Manage your promise, which blocked sites show",
    [
      ProgramCommand("show", "Show the promise") { context throws(Failure) in
        try context.answer(PromiseAnswer(promise: try SettingsEdit(context).settings["promise"]?.word))
        return .done
      },
      ProgramCommand("list", "Show the promise") { context throws(Failure) in
        try context.answer(PromiseAnswer(promise: try SettingsEdit(context).settings["promise"]?.word))
        return .done
      },
      ProgramCommand("add", "Write the promise", discussion: writing, takes: [words]) {
        context throws(Failure) in try edit(context)
      },
      ProgramCommand("edit", "Rewrite the promise", discussion: writing, takes: [words]) {
        context throws(Failure) in try edit(context)
      },
      ProgramCommand("remove", "Remove the promise") { context throws(Failure) in
        try write("", context)
      },
      ProgramCommand("import", "Import the promise from a file", takes: [file]) { context throws(Failure) in
        let edit = try SettingsEdit(context)
        let value = try SettingsFiles.read(try context.require(file), context, for: edit)
        return try write(value["promise"]?.word ?? "", context)
      },
      ProgramCommand("export", "Export the promise to a file", takes: [outFile]) { context throws(Failure) in
        let promise = try SettingsEdit(context).settings["promise"] ?? ""
        try SettingsFiles.write(["promise": promise], to: context.invocation[outFile], context)
        return .done
      },
    ])
}

/// Takes the promise from the command line, or has it written in the terminal.
private func edit(_ context: CommandContext) throws(Failure) -> ExitCode {
  if let text = context.invocation[words] { return try write(try whole(text, context), context) }
  let around = context.surroundings
  guard let style = context.terminal,
    let terminal = Terminal(input: around.input, output: around.output, name: around.variable("TERM"))
  else { return try write(try context.require(words), context) }
  let old = try SettingsEdit(context).settings["promise"]?.word ?? ""
  guard let text = PromiseDraft.write(from: old, in: terminal, input: around.input, style) else {
    try context.answer(PromiseAnswer(promise: old.isEmpty ? nil : old))
    return .no
  }
  return try write(text, context)
}

/// Returns the given promise; for `-` it reads all of standard input, which must not be empty.
private func whole(_ given: String, _ context: CommandContext) throws(Failure) -> String {
  guard given == "-" else { return given }
  let text = SettingsFile.promise(in: String(decoding: try context.read(file: given), as: UTF8.self))
  guard !text.isEmpty else {
    throw Failure(
      .usage, kind: "no-input", what: "nothing came from standard input", at: .text(given),
      advice: "paste it when asked, or pipe one line in")
  }
  return text
}

private func write(_ text: String, _ context: CommandContext) throws(Failure) -> ExitCode {
  var edit = try SettingsEdit(context)
  edit.set("promise", .string(text))
  return try context.changed(edit, text.isEmpty ? "Removed the promise." : "Saved the promise.")
}

private struct PromiseAnswer: PrintedAnswer {
  let promise: String?

  var text: String { promise ?? "There is no promise yet." }
  var json: JSONValue { ["ok": true, "promise": JSONValue(promise)] }
}
