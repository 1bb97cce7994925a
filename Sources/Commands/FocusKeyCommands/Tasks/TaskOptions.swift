internal import CommandShell
internal import FocusSession
internal import TaskFiles
internal import Tasking
internal import Tasks

/// What is said about a task on the command line; `none` removes a value.
struct TaskOptions {
  private static let due = Option("due", value: .text("DATE"), "when it has to be done")
  private static let scheduled = Option("scheduled", value: .text("DATE"), "when to begin")
  private static let wait = Option("wait", value: .text("DATE"), "hide it until then")
  private static let priority = Option<String>(
    "priority", value: .choice("PRIORITY", of: ["H", "M", "L", "none"]), "how important it is")
  private static let estimate = Option("estimate", value: .text("TIME"), "how much focus it takes, such as 6h")
  private static let project = Option("project", value: .text("PROJECT"), "what it belongs to")
  private static let horizon = Option<String>(
    "horizon", value: .choice("HORIZON", of: ["short", "mid", "long", "none"]), "how far away it is")
  private static let repeats = Option("repeat", value: .text("RULE"), "daily, weekly, monthly, yearly, or an RRULE")
  private static let profile = Option(
    "profile", value: .text("PROFILE", wordList: "profiles"), "the profile to work in")
  private static let tag = Option("tag", value: .text("TAG"), "a tag", mayRepeat: true)
  private static let app = Option("app", value: .text("APP"), "an app that is work on it", mayRepeat: true)
  private static let site = Option("site", value: .text("SITE"), "a site that is work on it", mayRepeat: true)
  private static let after = Option(
    "after", value: .text("TASK", wordList: "tasks"), "a task to be done before", mayRepeat: true)
  private static let addTag = Option("add-tag", value: .text("TAG"), "a tag beside the others", mayRepeat: true)
  private static let removeTag = Option("remove-tag", value: .text("TAG"), "a tag to remove", mayRepeat: true)
  private static let note = Option("note", value: .text("TEXT"), "a note to add")

  static let arguments: [any Argument] = [
    due, priority, estimate, project, tag, scheduled, wait, horizon, repeats, profile, addTag, removeTag, app, site,
    after, note,
  ]

  let edit: TaskEdit

  /// Reads the options for a task; an option overrides what `line` already said.
  init(
    _ context: CommandContext, _ view: TaskView, line: QuickTask? = nil, on task: TaskItem? = nil
  ) throws(Failure) {
    let given = context.invocation
    var edit = line?.edit ?? TaskEdit()
    func date(_ option: Option<String>) throws(Failure) -> TaskTime?? {
      guard let text = given[option] else { return nil }
      if text == "none" { return .some(nil) }
      return try view.time(text, at: "--\(option.spec.name) \(text)", exit: .usage)
    }
    func text(_ option: Option<String>) -> String?? {
      guard let text = given[option] else { return nil }
      return text == "none" || text.isEmpty ? .some(nil) : text
    }
    func words(_ option: Option<String>) -> [String]? {
      let words = given.all(option)
      if words.isEmpty { return nil }
      return words == ["none"] ? [] : words
    }
    edit.due = try date(Self.due) ?? edit.due
    edit.scheduled = try date(Self.scheduled) ?? edit.scheduled
    edit.wait = try date(Self.wait) ?? edit.wait
    if let word = given[Self.priority] { edit.priority = .some(TaskPriority(rawValue: word)) }
    edit.horizon = given[Self.horizon].map { TaskHorizon(rawValue: $0) }
    if let text = given[Self.estimate] { edit.estimate = .some(try Self.estimate(text)) }
    edit.project = text(Self.project) ?? edit.project
    edit.profile = text(Self.profile) ?? edit.profile
    let first = (edit.due ?? task?.due) ?? (edit.scheduled ?? task?.scheduled)
    if let text = given[Self.repeats] { edit.recurrence = .some(try Self.rule(text, from: first, in: view.zone)) }
    if edit.recurrence.flatMap({ $0 }) != nil, first == nil { throw .repeatsWithoutDate(.usage) }
    edit.tags = words(Self.tag)
    edit.addTags = (line?.tags ?? []) + given.all(Self.addTag)
    edit.removeTags = given.all(Self.removeTag)
    edit.apps = words(Self.app)
    edit.sites = words(Self.site)
    if let words = words(Self.after) {
      var uids: [String] = []
      for word in words { uids.append(try view.find(word).task.uid) }
      edit.dependsOn = uids
    }
    if let note = given[Self.note] {
      if note == "none" { edit.removesNotes = true } else { edit.note = note }
    }
    self.edit = edit
  }

  private static func estimate(_ text: String) throws(Failure) -> Lapse? {
    if text == "none" { return nil }
    do throws(ValueError) {
      let seconds = try DurationText.duration(of: text).components.seconds
      // A hundred years, as for what is read from files.
      if seconds > 0, seconds <= 36_500 * 86_400 { return .seconds(seconds) }
    } catch {}
    throw Failure(
      .usage, kind: "bad-estimate", what: "not a length of time", at: .text("--estimate \(text)"),
      advice: "write 6h, 90m or 1h30m")
  }

  private static func rule(
    _ text: String, from first: TaskTime?, in zone: CivilZone
  ) throws(Failure) -> Recurrence? {
    if text.lowercased() == "none" { return nil }
    if let rule = Recurrence(word: text, from: first, in: zone) ?? Recurrence(rule: text) { return rule }
    throw Failure(
      .usage, kind: "bad-rule", what: "not a rule that FocusKey can continue", at: .text("--repeat \(text)"),
      advice: "write daily, weekly, monthly, yearly, 2w, or FREQ=WEEKLY;BYDAY=MO,TH")
  }

  /// A list is a folder of that name.
  static func checkList(_ name: String) throws(Failure) {
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100,
      name.utf8.allSatisfy({ $0 > 0x1F && $0 != UInt8(ascii: "/") })
    else {
      throw .badList("--list \(name)")
    }
  }
}
