internal import CommandShell
internal import FocusKeyService
internal import FocusSession
import Glibc
internal import Keeping
internal import ServiceContract
internal import Spelling
internal import SystemClock

private let file = Operand<String>(.file(), "the archive")
private let target = Operand<String>(.file(), "the archive; - for standard output")
private let dryRun = Flag("dry-run", "check the archive, change nothing")
private let yes = Flag("yes", "replace the data without asking")

var backupCommand: ProgramCommand {
  ProgramCommand(
    "backup", "Save everything in one archive",
    discussion: """
      The log, settings, decks, tasks, nights, phones and the configuration go into one file (a tar archive). The service may go on running.
      Task folders that you configured elsewhere are not included. The file is private: it holds what you did and the keys of your phones.

      The service makes one by itself each day, in the folder `backups` beside the log, and keeps those of seven days and of four weeks
      (`backups: { daily: false }` in config.json5 turns that off).

      $ focuskey backup focus-2026.tar.gz
      """, takes: [target]
  ) { context throws(Failure) in
    let name = try context.require(target)
    let path = context.surroundings.path(of: name)
    guard Files.exists(context.home.database) else {
      throw Failure(
        .noInput, kind: "nothing-to-save", what: "there is nothing to save", at: .text(context.home.database),
        advice: "start FocusKey first: focuskey up")
    }
    let backup = Backup(context.home)
    let made = ISO8601.text(SystemTime.wall(), in: try context.zone())
    if name == "-" {
      guard isatty(context.outputDescriptor) == 0 else {
        throw Failure(
          .usage, kind: "terminal", what: "an archive is nothing for a terminal", at: .text("-"),
          advice: "write it to a file, or pipe it into a program")
      }
      _ = try renaming({ Failure($0, "standard output") }, backup.write(to: context.outputDescriptor, made: made))
      return .done
    }
    let count = try renaming({ Failure($0, path) }, backup.write(path, made: made))
    try context.answer(BackupAnswer(files: count, path: path, verb: "Saved", preposition: "in"))
    return .done
  }
}

var restoreCommand: ProgramCommand {
  ProgramCommand(
    "restore", "Bring back everything from an archive",
    discussion: """
      Everything in the archive is checked first. Then it takes the place of what is here, all or nothing: what is not in the archive is removed.
      Nothing is restored during a session. What is here is saved before as `backups/before-restore.tar.gz` beside the log. With --dry-run the archive is
      checked, and nothing is changed. On a terminal you are asked first.

      $ focuskey restore focus-2026.tar.gz
      """, takes: [file, dryRun, yes]
  ) { context throws(Failure) in
    let path = context.surroundings.path(of: try context.require(file))
    let home = context.home
    try home.prepare()
    guard Files.exists(path) else {
      throw Failure(
        .noInput, kind: "no-such-file", what: "there is no such file", at: .text(path), advice: "check the name")
    }
    let backup = Backup(home)
    let count = try renaming({ Failure($0, path) }, backup.prepare(path))
    if context.invocation[dryRun] {
      backup.discard()
      try context.answer(BackupAnswer(files: count, path: path, verb: "Checked", preposition: "in", changes: false))
      return .done
    }
    do throws(Failure) {
      if Files.exists(home.database) {
        // A script that restores knows what it does; a person may not.
        if isatty(context.surroundings.input) == 1 {
          try context.mustAgree(
            context.invocation[yes], to: "replace the data in \(home.stateFolder)", word: "restore", isFinal: false)
        }
        let daily = DailyBackup(home, try context.zone())
        _ = try renaming({ Failure($0, home.backups) }, daily.makeBeforeRestoring(at: SystemTime.wall()))
      }
      try await context.exchangeLog(KeepingRequests.restore()) { resting throws(SystemError) in
        try resting.takeUp(backup)
      }
    } catch {
      backup.discard()
      throw error
    }
    try context.answer(BackupAnswer(files: count, path: path, verb: "Restored", preposition: "from"))
    return .done
  }
}

private struct BackupAnswer: PrintedAnswer {
  let files: Int
  let path: String
  let verb: String
  let preposition: String
  var changes = true

  var text: String {
    "\(verb) \(counted(files, "file")) \(preposition) \(path)." + (changes ? "" : " Nothing was changed.")
  }
  var json: JSONValue {
    var object: JSONObject = ["ok": true, "files": JSONValue(files), "path": .string(path)]
    if !changes { object["changed"] = false }
    return .object(object)
  }
}
