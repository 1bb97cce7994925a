internal import LinuxRuntime
package import Requests
package import TaskFiles
package import Tasks

// How what goes wrong with tasks is told, on the page and in the terminal alike.

extension Failure {
  static func unknownTask(_ word: String) -> Failure {
    Failure(.noInput, "unknown-task", "no such task", at: word, advice: "see: focuskey task list --all")
  }

  static func ambiguousTask(_ word: String, _ uids: [String]) -> Failure {
    Failure(
      .noInput, "ambiguous-task", "more than one task is called this", at: word,
      advice: "use its UID: \(uids.joined(separator: ", "))", details: [("uids", JSONValue(uids))])
  }

  package static func badTime(_ place: String, _ exit: ExitCode) -> Failure {
    Failure(
      exit, "bad-time", "not a date or time", at: place,
      advice: "write 2026-11-26, \"tomorrow 15:00\", fri, or \"in 3 days\"")
  }

  package static func noWords(_ place: String, _ exit: ExitCode) -> Failure {
    Failure(exit, "no-words", "a task needs words", at: place, advice: "say what is to be done")
  }

  package static func badList(_ place: String) -> Failure {
    Failure(
      .usage, "bad-list", "not a name for a list", at: place,
      advice: "use a word without slashes that does not begin with a dot")
  }

  static func badAttribute(_ text: String, _ exit: ExitCode) -> Failure {
    if text.hasPrefix("due:") || text.hasPrefix("scheduled:") || text.hasPrefix("wait:") {
      return badTime(text, exit)
    }
    return Failure(
      exit, "bad-attribute", "not a value of this attribute", at: text,
      advice: "write priority:H, estimate:6h, recur:weekly, or put the words in quotation marks with --plain")
  }

  package static func repeatsWithoutDate(_ exit: ExitCode) -> Failure {
    Failure(
      exit, "repeats-without-date", "a task that repeats needs a date to count from", at: "--repeat",
      advice: "add --due DATE")
  }

  /// Tasks in a ring of dependencies, of which none could ever begin.
  static func ring(_ words: [String]) -> Failure {
    Failure(
      .usage, "dependency-ring", "these tasks would wait for each other", at: words.joined(separator: " -> "),
      advice: "leave one of them out", details: [("ring", JSONValue(words))])
  }

  package static func badFilter(_ fault: TaskFilterFault) -> Failure {
    Failure(
      .usage, "bad-filter", "not a filter for tasks", at: fault.word,
      advice: "write project:home, +tag, due.before:fri, status:completed, or words")
  }

  static func noFolder(_ fault: SystemError) -> Failure {
    if fault.isRefusal {
      return Failure(
        .notAllowed, "not-readable", "not allowed to read this folder of tasks", at: fault.subject,
        advice: "nothing is said about tasks that cannot be seen")
    }
    return Failure(
      .noInput, "no-such-folder", "this folder of tasks is not there", at: fault.subject,
      advice: "create it, or correct tasks.folders in config.json5")
  }

  package static let nothingToDo = Failure(
    .no, "no-task", "there is nothing to do", advice: "add a task with: focuskey task add")

  static func taskIsOver(_ task: TaskItem) -> Failure {
    Failure(.no, "task-over", "this task is \(task.status.word)", at: task.uid, advice: "see: focuskey task list")
  }

  package static func badImport(_ fault: TaskImportError, in file: String) -> Failure {
    let place = (file.isEmpty ? "" : "\(file) ") + "line \(fault.line)" + (fault.part.isEmpty ? "" : " (\(fault.part))")
    return Failure(
      .badData, "bad-import", fault.message, at: place, advice: "nothing was changed",
      details: [("line", JSONValue(fault.line)), ("part", .string(fault.part))])
  }
}

/// Runs a step on the tasks' files, and throws its error as a failure.
func filed<Outcome: ~Copyable>(_ step: @autoclosure () throws(TaskFileError) -> Outcome) throws(Failure) -> Outcome {
  try renaming({ (error: TaskFileError) in error.failure }, step())
}

extension TaskFileError: FailureConvertible {
  package var failure: Failure {
    switch self {
    case .system(let fault): .writing(fault.subject, fault)
    case .gone(let path):
      Failure(.noInput, "task-gone", "the task was removed meanwhile", at: path, advice: "list the tasks again")
    case .busy(let path):
      Failure(.timedOut, "task-busy", "another program keeps writing this file", at: path, advice: "try again")
    case .unreadable(let path, let finding):
      Failure(.badData, "bad-task-file", finding.sentence, at: "\(path):\(finding.line)", advice: "nothing was changed")
    case .notImported(let fault): .badImport(fault, in: "")
    case .changedSince(let path):
      Failure(
        .no, "changed-since", "another program changed this task since: nothing was undone", at: path,
        advice: "see: focuskey task list --all")
    case .unknownList(let name, let known):
      Failure(
        .noInput, "unknown-list", "no such list", at: name,
        advice: known.isEmpty
          ? "create one with your calendar program first" : "use one of: \(known.joined(separator: ", "))",
        details: [("lists", JSONValue(known))])
    case .foreignRule(let rule, let path):
      Failure(
        .no, "foreign-rule", "FocusKey cannot continue this rule, and completing the task would end it: \(rule)",
        at: path, advice: "complete it in the program that made it, or use --repeat none first")
    }
  }
}

extension TaskView {
  package func next() throws(Failure) -> RankedTask {
    guard let next = order.next else { throw .nothingToDo }
    return next
  }

  package func findOpen(_ word: String) throws(Failure) -> StoredTask {
    let stored = try find(word)
    guard !stored.task.isOver else { throw .taskIsOver(stored.task) }
    return stored
  }
}
