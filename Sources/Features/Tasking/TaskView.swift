package import FocusSession
package import ServiceContract
internal import SystemClock
package import TaskFiles
package import Tasks

/// The person's tasks at one moment: read from their files, and in order.
package struct TaskView {
  package let shelf: TaskShelf
  package let tasks: [StoredTask]
  package let findings: [TaskFileFinding]
  package let order: TaskOrder
  package let now: Timestamp
  package let zone: CivilZone
  package let numbers: [String: Int]
  let home: Home
  private let spent: FocusSpent

  /// Reads the files.
  ///
  /// - Parameter spent: the focus that went into the tasks.
  /// - Throws: where a folder is missing or cannot be listed: what cannot be seen is not "nothing to do".
  package init(
    _ shelf: TaskShelf, of home: Home, at now: Timestamp, in zone: CivilZone, spent: FocusSpent
  ) throws(Failure) {
    if let fault = shelf.fault { throw .noFolder(fault) }
    self.shelf = shelf
    self.home = home
    self.now = now
    self.zone = zone
    self.spent = spent
    (tasks, findings) = shelf.read()
    numbers = TaskNumbers(of: tasks.map { $0.task }, in: Self.numbersFile(home), at: now).byUID
    order = Self.order(tasks.map { $0.task }, at: now, in: zone, spent)
  }

  private static func order(
    _ items: [TaskItem], at now: Timestamp, in zone: CivilZone, _ spent: FocusSpent
  ) -> TaskOrder {
    TaskOrder(items, at: now, in: zone, focused: spent.focus(on: items), usualFocus: spent.usual)
  }

  /// The task that a word names: its identifier, its slug, a beginning that only one has, or `next`.
  package func find(_ word: String) throws(Failure) -> StoredTask {
    if word == "next", let next = order.next, let stored = tasks.first(where: { $0.task.uid == next.task.uid }) {
      return stored
    }
    if let number = Int(word), let uid = numbers.first(where: { $0.value == number })?.key,
      let stored = tasks.first(where: { $0.task.uid == uid })
    {
      return stored
    }
    switch TaskMatch.find(word, among: tasks.map { $0.task }) {
    case .one(let index): return tasks[index]
    case .none: throw .unknownTask(word)
    case .several(let indices): throw .ambiguousTask(word, indices.map { tasks[$0].task.uid })
    }
  }

  package func ranked(_ stored: StoredTask) throws(Failure) -> RankedTask {
    guard let ranked = order.ranked.first(where: { $0.task.uid == stored.task.uid }) else {
      throw .unknownTask(stored.task.uid)
    }
    return ranked
  }

  /// Reads a time in people's words for dates; `place` says in a failure where the text is from.
  package func time(_ text: String, at place: String, exit: ExitCode = .badData) throws(Failure) -> TaskTime {
    guard let time = NaturalDate(now: now, in: zone).time(text) else { throw .badTime(place, exit) }
    return time
  }

  /// The short number of a task as it is now, also of one just added; `nil` for one that is over.
  package func number(of task: TaskItem) -> Int? {
    if task.isOver { return nil }
    if let known = numbers[task.uid] { return known }
    return TaskNumbers(of: tasks.map { $0.task } + [task], in: Self.numbersFile(home), at: now).byUID[task.uid]
  }

  private static func numbersFile(_ home: Home) -> String { "\(home.stateFolder)/task-numbers.json" }

  // MARK: Changes

  package func add(_ task: TaskItem, to list: String? = nil) throws(Failure) -> RankedTask {
    let stored = try filed(shelf.add(task, to: list, at: now))
    return try filed(ranked(after: stored.task.uid, in: stored.path))
  }

  /// Changes a task in its file.
  ///
  /// - Returns: its place in the order now, and the task that takes its place where it repeats.
  package func change(
    _ stored: StoredTask, _ change: TaskChange
  ) throws(Failure) -> (ranked: RankedTask, successor: TaskItem?) {
    if case .edit(let edit) = change, let others = edit.dependsOn {
      let items = tasks.map { $0.task }
      if let ring = TaskRings.ring(of: stored.task.uid, after: others, among: items) {
        throw .ring(ring.map { uid in items.first { $0.uid == uid }?.summary ?? uid })
      }
    }
    let successor = try filed(shelf.change(stored, change, at: now).successor)
    return (try filed(ranked(after: stored.task.uid, in: stored.path)), successor)
  }

  package func remove(_ stored: StoredTask) throws(Failure) {
    try filed(shelf.remove(stored, at: now))
  }

  package func undo() throws(Failure) -> TaskJournal.Entry {
    if let entry = try filed(shelf.undo()) { return entry }
    throw Failure(.no, "nothing-to-undo", "there is no change to undo", advice: "see: focuskey task list")
  }

  /// The tasks that were removed and can be put back, the latest first.
  package var bin: [TaskJournal.Entry] { shelf.journal?.entries.filter { $0.what == "remove" } ?? [] }

  /// Puts back a task that was removed: by its words in small letters, or a beginning of them.
  package func putBack(_ word: String) throws(Failure) -> TaskJournal.Entry {
    let slug = TaskSlug.slug(of: word)
    let bin = bin
    let found =
      bin.first { TaskSlug.slug(of: $0.summary) == slug }
      ?? bin.first { !slug.isEmpty && TaskSlug.slug(of: $0.summary).hasPrefix(slug) }
    guard let found else {
      throw Failure(.noInput, "unknown-task", "no such task was removed", at: word, advice: "see: focuskey task bin")
    }
    try filed(shelf.putBack(found))
    return found
  }

  package func read(_ words: [Substring], at place: String, exit: ExitCode) throws(Failure) -> QuickTask {
    guard var quick = QuickTask(words: words, now: now, in: zone) else { throw .noWords(place, exit) }
    try settle(&quick, exit)
    return quick
  }

  /// Finds the tasks that a line names, and refuses words that mean nothing.
  package func settle(_ quick: inout QuickTask, _ exit: ExitCode, needsDate: Bool = true) throws(Failure) {
    if let fault = quick.fault { throw .badAttribute(fault, exit) }
    if !quick.after.isEmpty {
      var uids: [String] = []
      for word in quick.after { uids.append(try find(word).task.uid) }
      quick.edit.dependsOn = uids
    }
    let repeats = needsDate && quick.edit.recurrence.flatMap { $0 } != nil
    if repeats, quick.edit.due.flatMap({ $0 }) == nil, quick.edit.scheduled.flatMap({ $0 }) == nil {
      throw .repeatsWithoutDate(exit)
    }
  }

  package func task(_ quick: QuickTask) -> TaskItem {
    var task = TaskItem(uid: TaskShelf.newUID(), summary: quick.summary)
    task.entered = now
    var edit = quick.edit
    edit.summary = quick.summary
    edit.addTags = quick.tags
    return task.after(.edit(edit), at: now, in: zone, successor: "").task
  }

  /// The place of a task whose file was just written; only that file is read again.
  private func ranked(after uid: String, in path: String) throws(TaskFileError) -> RankedTask {
    guard let task = try shelf.task(uid, in: path) else { throw .gone(path: path) }
    let items = tasks.map { $0.task }.filter { $0.uid != uid } + [task]
    let ranked = Self.order(items, at: now, in: zone, spent).ranked.first { $0.task.uid == uid }
    guard let ranked else { throw .gone(path: path) }
    return ranked
  }
}

extension TaskShelf {
  /// The tasks of a home: in the folders that its configuration names, else beside its data.
  package init(
    of home: Home, _ configuration: ServiceConfiguration, _ zone: CivilZone, environment: (String) -> String?
  ) {
    self.init(TaskFolders(of: home, configuration, environment: environment), of: home, zone: zone)
  }

  init(_ folders: TaskFolders, of home: Home, zone: CivilZone) {
    let journal = TaskJournal(folder: "\(home.stateFolder)/task-journal")
    self.init(folders, zone: zone, journal: journal) { ZoneFiles.zone(named: $0) }
  }
}

extension TaskFolders {
  /// The folders of a home's tasks; lists are made only where no other program looks.
  init(of home: Home, _ configuration: ServiceConfiguration, environment: (String) -> String?) {
    self.init(
      configuration.taskFolders(in: home, environment: environment), makesLists: configuration.taskFolders.isEmpty,
      preferred: configuration.taskList)
  }
}
