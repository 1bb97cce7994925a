internal import BackupFiles
internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import FocusSession
internal import JSONText
internal import Keeping
internal import LinuxRuntime
internal import Requests
internal import ServiceContract
internal import Spelling
internal import SystemClock

private let file = Operand<String>(.file(), "the archive")

/// `backup`
var backupCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "backup", "Save everything in one archive",
      discussion: """
        The log, settings, decks, tasks, nights, phones and the configuration go into one file (a tar archive). The service may go on running.
        Task folders that you configured elsewhere are not included. The file is private: it holds what you did and the keys of your phones.

        $ focuskey backup focus-2026.tar.gz
        """
    ) { file }
  ) { context throws(Failure) in
    let path = context.surroundings.path(of: try context.require(file))
    guard Files.exists(context.home.database) else {
      throw Failure(
        .noInput, kind: "nothing-to-save", what: "there is nothing to save", at: .text(context.home.database),
        advice: "start FocusKey first: focuskey up")
    }
    let backup = Backup(context.home)
    let made = ISO8601.text(SystemTime.wall(), in: try context.zone())
    let count: Int
    do throws(Backup.Fault) { count = try backup.write(path, made: made) } catch { throw Failure(error, path) }
    try context.answer(BackupAnswer(files: count, path: path, verb: "Saved", preposition: "in"))
    return .done
  }
}

/// `restore`
var restoreCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "restore", "Bring back everything from an archive",
      discussion: """
        Everything in the archive is checked first. Then it takes the place of what is here, all or nothing: what is not in the archive is removed.
        Nothing is restored during a session.

        $ focuskey restore focus-2026.tar.gz
        """
    ) { file }
  ) { context throws(Failure) in
    let path = context.surroundings.path(of: try context.require(file))
    let home = context.home
    do throws(SystemError) { try home.makeFolders() } catch { throw .service(.home(error)) }
    guard Files.exists(path) else {
      throw Failure(
        .noInput, kind: "no-such-file", what: "there is no such file", at: .text(path), advice: "check the name")
    }
    let backup = Backup(home)
    let count: Int
    do throws(Backup.Fault) { count = try backup.prepare(path) } catch { throw Failure(error, path) }
    do throws(Failure) {
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

/// What was saved or brought back.
private struct BackupAnswer: CommandShell.Answer {
  let files: Int
  let path: String
  let verb: String
  let preposition: String

  var text: String { "\(verb) \(counted(files, "file")) \(preposition) \(path)." }
  var json: JSONValue { ["ok": true, "files": JSONValue(files), "path": .string(path)] }
}

extension Failure {
  /// A backup that was not made, or cannot be used: nothing was changed.
  fileprivate init(_ fault: Backup.Fault, _ path: String) {
    func bad(_ what: String, _ place: String = path) -> Failure {
      Failure(.badData, kind: "bad-backup", what: what, at: .text(place), advice: "nothing was changed")
    }
    func broken(_ what: String, _ place: String) -> Failure {
      Failure(.brokenIO, kind: "backup-failed", what: what, at: .text(place), advice: "nothing was changed")
    }
    self =
      switch fault {
      case .archive(.noLibrary):
        Failure(
          .unavailable, kind: "no-libarchive", what: "libarchive is not installed", at: .text(path),
          advice: "install it: sudo apt install libarchive13")
      case .archive(.damaged(let reason)): bad("the archive is damaged: \(reason)")
      case .archive(.foreign): bad("this is not a backup of FocusKey")
      case .archive(.fromTheFuture): bad("a later version of FocusKey made this backup")
      case .archive(.wrongContent(let name)): bad("a file in the archive is not as it was saved", name)
      case .archive(.unexpected(let name)): bad("no backup contains such a file", name)
      case .archive(.missing(let name)): bad("a file is missing in the archive", name)
      case .archive(.tooLarge(let limit)): bad("the archive holds more than \(limit >> 30) GiB")
      case .archive(.notWritten(let reason)): broken("the archive cannot be written: \(reason)", path)
      case .unusable(let name, let reason): bad("a file in the archive cannot be used: \(reason)", name)
      case .database(let place, let reason): broken("the database cannot be copied: \(reason)", place)
      case .system(let error), .archive(.system(let error)): broken(error.reason, error.subject)
      }
  }
}
