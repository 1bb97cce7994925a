internal import CommandShell
internal import CommandSpec
internal import FocusHistory
internal import FocusSession
internal import LinuxRuntime
internal import SQLiteLog
internal import ServiceContract
internal import SystemClock
internal import TaskFiles
internal import Tasks

/// The person's tasks as a command finds them: read from their files, ordered at one moment.
struct TaskFolderView {
  let shelf: TaskShelf
  let tasks: [StoredTask]
  let findings: [TaskFileFinding]
  let order: TaskOrder
  let now: Timestamp
  let zone: CivilZone
  private let context: CommandContext

  init(_ context: CommandContext) throws(CommandError) {
    self.context = context
    zone = try context.zone()
    now =
      try context.invocation[TaskArguments.at].map { [zone] text throws(CommandError) in
        guard let time = NaturalDate(now: SystemTime.wall(), in: zone).time(text) else { throw .badTime("--at", text) }
        return time.start(in: zone)
      } ?? SystemTime.wall()
    shelf = TaskShelf(try context.taskFolders(), zone: zone) { try? ZoneFiles.zone(named: $0) }
    (tasks, findings) = shelf.read()
    let spent = FocusSpent(context.home, zone)
    let items = tasks.map { $0.task }
    order = TaskOrder(items, at: now, in: zone, focused: spent.focus(on: items), usualFocus: spent.usual)
  }

  /// The task that a word names.
  func find(_ word: String) throws(CommandError) -> StoredTask {
    if word == "next", let next = order.next, let stored = tasks.first(where: { $0.task.uid == next.task.uid }) {
      return stored
    }
    switch TaskMatch.find(word, among: tasks.map { $0.task }) {
    case .one(let index): return tasks[index]
    case .none: throw .noTask(word, [])
    case .several(let indices): throw .noTask(word, indices.map { tasks[$0].task.uid })
    }
  }

  /// The place of a task in the order.
  func ranked(_ stored: StoredTask) -> RankedTask? { order.ranked.first { $0.task.uid == stored.task.uid } }

  /// Says on standard error what is wrong with files.
  func noteFindings() {
    let faults = findings.map { FindingRow($0) }.filter { !$0.isNote }
    for fault in faults.prefix(10) { context.printNote(fault.text) }
    if faults.count > 10 { context.printNote("\(faults.count - 10) more problems: focuskey task check") }
  }
}

extension FocusSpent {
  /// What the log of a home tells; nothing where there is none yet.
  fileprivate init(_ home: Home, _ zone: CivilZone) {
    self.init()
    guard Files.exists(home.database), let reader = try? LogReader(path: home.database),
      let sessions = try? reader.sessions(since: nil, until: nil, profile: nil, withDetails: true)
    else { return }
    for session in sessions {
      add(
        task: session.task, day: zone.day(at: session.started), focused: session.focused,
        worked: session.details.tasks.map { ($0.uid, $0.focused) })
    }
  }
}

extension CommandContext {
  /// The short names of the tasks that somebody could begin, for completion.
  func taskWords() throws(CommandError) -> [String] {
    try ["next"] + TaskFolderView(self).order.open.map { TaskSlug.slug(of: $0.task.summary) }
  }

  /// Where the tasks of the home live: in the folders that its configuration names, else beside its data.
  func taskFolders() throws(CommandError) -> TaskFolders {
    let configuration: ServiceConfiguration
    do throws(ConfigurationError) {
      configuration = try ServiceConfiguration(path: home.configuration)
    } catch {
      throw .service(.configuration(error))
    }
    return TaskFolders(configuration.taskFolders(in: home) { surroundings.variable($0) })
  }
}
