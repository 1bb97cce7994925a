package import FocusEngine
package import FocusHistory
package import SQLiteLog
package import ServiceContract
internal import SystemClock
package import TaskFiles
package import Tasks

/// The person's tasks, for the parts of a service that show them. Their files are read on a thread of its own.
package actor TaskPlan: TaskBook {
  private let thread = ThreadExecutor(named: "tasks")
  private let folders: TaskFolders
  let home: Home
  package let zone: CivilZone
  let log: SQLiteLog

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(in folders: TaskFolders, of home: Home, _ log: SQLiteLog, _ zone: CivilZone) {
    self.folders = folders
    self.home = home
    self.zone = zone
    self.log = log
  }

  package init(
    of home: Home, _ configuration: ServiceConfiguration, _ log: SQLiteLog, _ zone: CivilZone,
    environment: (String) -> String?
  ) {
    self.init(in: TaskFolders(of: home, configuration, environment: environment), of: home, log, zone)
  }

  deinit { thread.close() }

  private var shelf: TaskShelf { TaskShelf(folders, of: home, zone: zone) }

  func view(at now: Timestamp) async throws(Failure) -> TaskView {
    let sessions = try? await log.sessions(since: nil, until: nil, profile: nil)
    return try TaskView(shelf, of: home, at: now, in: zone, spent: FocusSpent(sessions ?? [], zone))
  }

  func items() -> [TaskItem] { shelf.read().tasks.map { $0.task } }

  func watchedFolders() -> [String] {
    let shelf = shelf
    return shelf.folders.roots + shelf.folders.lists
  }

  /// The tasks as content lines of a calendar; `nil` if the token is not the feed's.
  package func calendar(token: String) -> [UInt8]? {
    CalendarToken.isToken(token, of: home) ? shelf.calendarParts() : nil
  }

  package func task(named word: String) async -> SessionTask? {
    guard let view = try? await view(at: SystemTime.wall()), let task = try? view.find(word).task else { return nil }
    // Nobody works on one that is done: its words are only words.
    return task.isOver ? nil : SessionTask(task)
  }

  /// Keeps the files as the session says: what is begun is in process, what is done is done.
  ///
  /// - Parameter warn: is told of a file that could not be changed.
  package func follow(_ engine: FocusEngine, warn: @Sendable (String) -> Void) async {
    for await notice in await engine.notices() {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind,
        case .plan(let planned) = fact.body
      else { continue }
      switch planned {
      case .taskBegan(let task): change(task.uid, .start, warn)
      case .taskDone(let task): change(task.uid, .done, warn)
      case .noted, .forgotten: break
      }
    }
  }

  private func change(_ uid: String, _ change: TaskChange, _ warn: (String) -> Void) {
    let shelf = shelf
    guard let stored = shelf.read().tasks.first(where: { $0.task.uid == uid }), !stored.task.isOver else { return }
    if change == .start, stored.task.isStarted { return }
    do throws(TaskFileError) {
      try shelf.change(stored, change, at: SystemTime.wall())
    } catch {
      warn("the task \(uid) could not be changed in its file")
    }
  }
}

extension FocusSpent {
  package init(_ sessions: [SessionRecord], _ zone: CivilZone) {
    self.init()
    for session in sessions {
      add(
        task: session.task, day: zone.day(at: session.started), focused: session.focused,
        worked: session.details.tasks.map { ($0.uid, $0.focused) })
    }
  }
}

extension SessionTask {
  fileprivate init(_ task: TaskItem) {
    self.init(
      uid: task.uid, words: task.summary.isEmpty ? task.uid : task.summary, apps: task.apps, sites: task.sites,
      profile: task.profile.map { ProfileID($0) })
  }
}
