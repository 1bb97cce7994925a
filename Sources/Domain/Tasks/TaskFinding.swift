/// Something in a task's file that is not as it should be. The rest of the file counts all the same.
package struct TaskFinding: Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    /// A value that means nothing: the name, and the value.
    case badValue(String, String)
    case outOfRange(String, String, allowed: String)
    /// A time in an unknown zone; it counts as local.
    case unknownZone(String)
    case unknownStatus(String)
    /// The file has no identifier for the task; its name is used.
    case missingUID
    /// Both a due date and a length are given; the due date counts.
    case dueAndDuration
    case startsAfterDue
    /// A rule that goes on for ever: a note, not a fault.
    case endlessRule
    /// A rule that says more than FocusKey continues; it stays in the file.
    case foreignRule(String)
    /// More than one value where there may be one; the first counts.
    case repeated(String)
    case unreadable(String)
    /// Another file has a task with the same identifier; this one is left alone.
    case sameUID(String)
    /// Tasks wait for each other in a ring, so that none of them can begin: their words.
    case ring([String])
    case tooManyFiles(limit: Int)
  }

  /// The line in the file, counted from 1.
  package let line: Int
  package let cause: Cause

  package init(line: Int, cause: Cause) {
    self.line = line
    self.cause = cause
  }

  /// The kind in kebab case, for programs.
  package var kind: String {
    switch cause {
    case .badValue: "bad-value"
    case .outOfRange: "out-of-range"
    case .unknownZone: "unknown-zone"
    case .unknownStatus: "unknown-status"
    case .missingUID: "missing-uid"
    case .dueAndDuration: "due-and-duration"
    case .startsAfterDue: "starts-after-due"
    case .endlessRule: "endless-rule"
    case .foreignRule: "foreign-rule"
    case .repeated: "repeated"
    case .unreadable: "unreadable"
    case .sameUID: "same-uid"
    case .ring: "dependency-ring"
    case .tooManyFiles: "too-many-files"
    }
  }

  /// What is wrong and what was made of it, without a full stop.
  package var sentence: String {
    switch cause {
    case .badValue(let name, let value): name + " is not valid and is ignored: " + value
    case .outOfRange(let name, let value, let allowed):
      name + " is ignored: " + value + " is outside of " + allowed
    case .unknownZone(let name): "the time zone " + name + " is unknown: the time is taken as local"
    case .unknownStatus(let word): "STATUS is ignored: " + word + " is not a status of a task"
    case .missingUID: "UID is missing: the file's name is used"
    case .dueAndDuration: "DUE and DURATION are both given: DUE counts"
    case .startsAfterDue: "DTSTART is after DUE"
    case .endlessRule: "the task repeats without an end"
    case .foreignRule(let rule): "FocusKey cannot continue this rule, which stays in the file: " + rule
    case .repeated(let name): name + " is there more than once: the first one counts"
    case .unreadable(let reason): "the file is not read: " + reason
    case .sameUID(let uid): "another file has this UID: " + uid
    case .ring(let words): "tasks wait for each other, so that none can begin: " + words.joined(separator: ", ")
    case .tooManyFiles(let limit): "only " + String(limit) + " files are read"
    }
  }
}
