internal import FocusEngine
internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import JSONText
internal import LinuxRuntime
internal import SQLiteLog
internal import ServiceAPI
internal import ServiceContract
internal import SystemClock
internal import TaskFiles
internal import Tasks

/// The person's tasks, for the parts of a service that show them. Their files are read on a thread of its own.
actor TaskPlan: TaskBook {
  private let thread = ThreadExecutor(named: "tasks")
  private let folders: TaskFolders
  let home: Home
  let zone: CivilZone
  let log: SQLiteLog

  /// The thread that files are read on.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(in folders: TaskFolders, of home: Home, _ log: SQLiteLog, _ zone: CivilZone) {
    self.folders = folders
    self.home = home
    self.zone = zone
    self.log = log
  }

  init(on ground: Ground, _ log: SQLiteLog, _ zone: CivilZone) {
    self.init(
      in: TaskFolders(ground.configuration.taskFolders(in: ground.home) { Environment[$0] }), of: ground.home, log,
      zone)
  }

  deinit { thread.close() }

  /// What the API asks of it.
  nonisolated var ports: TaskPorts {
    TaskPorts(
      plan: { await self.plan(at: $0) }, calendar: { await self.calendar(token: $0) },
      act: { (request, now, dashboard) throws(TaskRequestError) in try await self.act(request, at: now, dashboard) },
      reading: { await self.reading($0, at: $1) })
  }

  var shelf: TaskShelf { TaskShelf(folders, zone: zone) { try? ZoneFiles.zone(named: $0) } }

  func order(at now: Timestamp) async -> TaskOrder {
    var spent = FocusSpent()
    if let sessions = try? await log.sessions(since: nil, until: nil, profile: nil) {
      for session in sessions {
        spent.add(
          task: session.task, day: zone.day(at: session.started), focused: session.focused,
          worked: session.details.tasks.map { ($0.uid, $0.focused) })
      }
    }
    let tasks = shelf.read().tasks.map { $0.task }
    return TaskOrder(tasks, at: now, in: zone, focused: spent.focus(on: tasks), usualFocus: spent.usual)
  }

  /// All tasks as their files have them now.
  func items() -> [TaskItem] { shelf.read().tasks.map { $0.task } }

  /// The folders in which tasks and lists come and go.
  func watchedFolders() -> [String] {
    let shelf = shelf
    return shelf.folders.roots + shelf.folders.lists
  }

  private func plan(at now: Timestamp) async -> JSONValue {
    let order = await order(at: now)
    let today = zone.day(at: now)
    let done = order.ranked.filter { $0.task.completed.map { zone.day(at: $0) } == today }
    return [
      "next": JSONValue(order.next?.task.uid), "done_today": JSONValue(done.map { $0.task.summary }),
      "tasks": .array(
        order.ranked.filter { !$0.task.isOver }.map { ranked in
          var row = ranked.json(in: zone)
          row["why"] = ranked.urgency.termsJSON
          return .object(row)
        }),
    ]
  }

  private func calendar(token: String) -> [UInt8]? {
    guard let known = try? Files.read(home.calendarToken, limit: 256), !known.isEmpty, known == Array(token.utf8) else {
      return nil
    }
    return shelf.calendarParts()
  }

  /// The task that a word names.
  func task(named word: String) async -> SessionTask? {
    let task: TaskItem
    if word == "next" {
      guard let next = await order(at: SystemTime.wall()).next else { return nil }
      task = next.task
    } else {
      let tasks = shelf.read().tasks
      guard case .one(let index) = TaskMatch.find(word, among: tasks.map { $0.task }) else { return nil }
      task = tasks[index].task
    }
    // Nobody works on one that is done: its words are only words.
    return task.isOver ? nil : SessionTask(task)
  }

  /// Keeps the files as the session says: what is begun is in process, what is done is done.
  func follow(_ engine: FocusEngine, _ words: ServiceLog) async {
    for await notice in await engine.notices() {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind,
        case .plan(let planned) = fact.body
      else { continue }
      switch planned {
      case .taskBegan(let task): change(task.uid, .start, words)
      case .taskDone(let task): change(task.uid, .done, words)
      case .noted, .forgotten: break
      }
    }
  }

  private func change(_ uid: String, _ change: TaskChange, _ words: ServiceLog) {
    let shelf = shelf
    guard let stored = shelf.read().tasks.first(where: { $0.task.uid == uid }), !stored.task.isOver else { return }
    if change == .start, stored.task.isStarted { return }
    do throws(TaskFileError) {
      try shelf.change(stored, change, at: SystemTime.wall())
    } catch {
      words.write(.warning, "the task \(uid) could not be changed in its file")
    }
  }
}

extension SessionTask {
  /// A task as a session has to know it.
  fileprivate init(_ task: TaskItem) {
    self.init(
      uid: task.uid, words: task.summary.isEmpty ? task.uid : task.summary, apps: task.apps, sites: task.sites,
      profile: task.profile.map { ProfileID($0) })
  }
}
