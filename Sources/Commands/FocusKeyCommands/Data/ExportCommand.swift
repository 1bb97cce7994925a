internal import CommandShell
internal import FocusPorts
import Glibc
internal import SQLiteLog
internal import ServiceContract

private let file = Operand<String>(.file(), "output file (default: standard output)", count: .optional)

var exportCommand: ProgramCommand {
  ProgramCommand(
    "export", "Export all data as JSON lines",
    discussion: """
      One JSON object per line: first {"export":"focuskey","v":1}, then the settings with their history and the digests of recovery codes, then
      each fact as it is in the log, then the totals. `focuskey import` reads it again. Works with or without a running service.

      $ focuskey export focus-2026.jsonl
      """, takes: [file]
  ) { context throws(Failure) in
    let home = context.home
    guard Files.exists(home.database) else {
      throw Failure(
        .noInput, kind: "no-log", what: "there is no data here", at: .text(home.database), advice: "give another --home"
      )
    }
    let log = try renaming({ Failure.log($0, home) }, LogReader(path: home.database))
    guard let name = context.invocation[file], name != "-" else {
      // Lines that a person sees come show by themselves how far it is.
      let bar = context.terminal == nil ? ProgressBar("exporting", context) : nil
      var count = 0
      try log.lines(orThrow: { .log($0, home) }) { line throws(Failure) in
        try context.write(line + "\n")
        count += 1
        bar?.note(count)
      }
      return .done
    }
    try write(log, to: name, home, context)
    return .done
  }
}

/// Writes the lines to a draft that takes the file's place once it is whole.
private func write(
  _ log: borrowing LogReader, to name: String, _ home: Home, _ context: CommandContext
) throws(Failure) {
  let path = context.surroundings.path(of: name)
  let draft = "\(path).new"
  do throws(Failure) {
    let output = try system(name) { () throws(SystemError) in
      try Descriptor.open(draft, O_WRONLY | O_CREAT | O_TRUNC)
    }
    var waiting: [UInt8] = []
    let bar = ProgressBar("exporting", context)
    var count = 0
    try log.lines(orThrow: { .log($0, home) }) { line throws(Failure) in
      waiting += line.utf8
      waiting.append(0x0A)
      count += 1
      bar.note(count)
      guard waiting.count >= 1 << 16 else { return }
      try system(name) { () throws(SystemError) in try Files.write(waiting, to: output.number) }
      waiting.removeAll(keepingCapacity: true)
    }
    try system(name) { () throws(SystemError) in
      try Files.write(waiting, to: output.number)
      guard fsync(output.number) == 0 else { throw .last("fsync", on: draft) }
      guard unsafe rename(draft, path) == 0 else { throw .last("rename", on: path) }
    }
  } catch {
    try? Files.remove(draft)
    throw error
  }
}

private func system<Value: ~Copyable>(
  _ name: String, _ body: () throws(SystemError) -> Value
) throws(Failure) -> Value {
  return try renaming({ Failure.writing(name, $0) }, body())
}
