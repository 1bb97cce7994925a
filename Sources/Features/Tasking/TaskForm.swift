internal import FocusSession
internal import Requests
internal import Tasks

/// A task as a form has it: each member is a text, empty for none.
struct TaskForm {
  private static let names = [
    "summary", "due", "scheduled", "wait", "priority", "horizon", "estimate", "project", "profile", "repeat", "tags",
  ]

  private let texts: [String: String]

  /// Reads what was filled in; a member that is missing stays as it is.
  init(_ value: JSONValue) throws(Failure) {
    guard case .object(let members) = value else { throw Self.fault("", "a change is an object") }
    var texts: [String: String] = [:]
    for (name, value) in members.members {
      guard Self.names.contains(name) else { throw Self.fault(name, "a task has no such member") }
      guard case .string(let text) = value, text.utf8.count <= 1000 else {
        throw Self.fault(name, "this is a text of at most 1000 characters")
      }
      texts[name] = SettingsText.trimmed(text)
    }
    self.texts = texts
  }

  func edit(in view: TaskView) throws(Failure) -> TaskEdit {
    var edit = TaskEdit()
    if let words = texts["summary"] {
      guard !words.isEmpty else { throw Self.fault("summary", "a task needs words") }
      edit.summary = words
    }
    edit.due = try time("due", view)
    edit.scheduled = try time("scheduled", view)
    edit.wait = try time("wait", view)
    edit.priority = try choice("priority") { TaskPriority(rawValue: $0) }
    edit.horizon = try choice("horizon") { TaskHorizon(rawValue: $0) }
    edit.estimate = try texts["estimate"].map { text throws(Failure) in
      if text.isEmpty { return nil }
      guard let lapse = Lapse(minutes: text) else { throw Self.fault("estimate", "write minutes, such as 90") }
      return lapse
    }
    edit.project = texts["project"].map { $0.isEmpty ? nil : $0 }
    edit.profile = texts["profile"].map { $0.isEmpty ? nil : $0 }
    edit.recurrence = try texts["repeat"].map { text throws(Failure) in
      if text.isEmpty { return nil }
      guard let rule = Recurrence(word: text) else {
        throw Self.fault("repeat", "write daily, weekly, monthly, yearly, or FREQ=WEEKLY;BYDAY=MO,TH")
      }
      return rule
    }
    edit.tags = texts["tags"].map { $0.split { $0 == "," || $0 == " " || $0 == "@" }.map { String($0) } }
    return edit
  }

  /// The members of a task that the list of tasks does not have, as a form shows them.
  static func members(of task: TaskItem, in zone: CivilZone) -> [(String, JSONValue)] {
    [
      ("scheduled", JSONValue(task.scheduled?.text(in: zone))), ("wait", JSONValue(task.wait?.text(in: zone))),
      ("profile", JSONValue(task.profile)), ("placed", JSONValue(task.horizon?.rawValue)),
      ("repeat", JSONValue(task.recurrence?.rule)),
    ]
  }

  private func time(_ name: String, _ view: TaskView) throws(Failure) -> TaskTime?? {
    guard let text = texts[name] else { return nil }
    if text.isEmpty { return .some(nil) }
    do throws(Failure) { return try view.time(text, at: name) } catch {
      throw Self.fault(name, "write a date such as 2026-11-26, \u{201C}tomorrow 15:00\u{201D} or \u{201C}fri\u{201D}")
    }
  }

  private func choice<Word>(_ name: String, _ read: (String) -> Word?) throws(Failure) -> Word?? {
    guard let text = texts[name] else { return nil }
    if text.isEmpty { return .some(nil) }
    guard let word = read(text) else { throw Self.fault(name, "this is not one of the choices") }
    return word
  }

  private static func fault(_ name: String, _ what: String) -> Failure {
    Failure(.badData, "bad-task", what, at: name, advice: "nothing was changed")
  }
}

private enum SettingsText {
  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let first = text.first, first.isWhitespace { text = text.dropFirst() }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return String(text)
  }
}

extension Lapse {
  /// A number of minutes, up to a hundred years as for what is read from files.
  fileprivate init?(minutes text: String) {
    guard let minutes = Int64(text), minutes > 0, minutes <= 36_500 * 1440 else { return nil }
    self = .minutes(minutes)
  }
}

extension Recurrence {
  /// Reads a rule by its word, or as it is written in files.
  package init?(word: String) {
    switch word.lowercased() {
    case "daily": self.init(.daily)
    case "weekly": self.init(.weekly)
    case "monthly": self.init(.monthly)
    case "yearly": self.init(.yearly)
    default: self.init(rule: word)
    }
  }
}
