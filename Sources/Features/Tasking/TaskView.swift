package import FocusSession
internal import LinuxRuntime
package import Requests
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
  private let spent: FocusSpent

  /// Reads the files.
  ///
  /// - Parameter spent: the focus that went into the tasks.
  package init(_ shelf: TaskShelf, at now: Timestamp, in zone: CivilZone, spent: FocusSpent) {
    self.shelf = shelf
    self.now = now
    self.zone = zone
    self.spent = spent
    (tasks, findings) = shelf.read()
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
    switch TaskMatch.find(word, among: tasks.map { $0.task }) {
    case .one(let index): return tasks[index]
    case .none: throw .unknownTask(word)
    case .several(let indices): throw .ambiguousTask(word, indices.map { tasks[$0].task.uid })
    }
  }

  /// The place of a task in the order.
  package func ranked(_ stored: StoredTask) throws(Failure) -> RankedTask {
    guard let ranked = order.ranked.first(where: { $0.task.uid == stored.task.uid }) else {
      throw .unknownTask(stored.task.uid)
    }
    return ranked
  }

  /// A time in the words of dates that people say.
  ///
  /// - Parameter place: where the text is from, for the failure.
  package func time(_ text: String, at place: String, exit: ExitCode = .badData) throws(Failure) -> TaskTime {
    guard let time = NaturalDate(now: now, in: zone).time(text) else { throw .badTime(place, exit) }
    return time
  }

  // MARK: Changes

  /// Makes the file of a new task.
  ///
  /// - Returns: its place in the order.
  package func add(_ task: TaskItem, to list: String = TaskShelf.defaultList) throws(Failure) -> RankedTask {
    do throws(TaskFileError) {
      let stored = try shelf.add(task, to: list, at: now)
      return try ranked(after: stored.task.uid, in: stored.path)
    } catch {
      throw error.failure
    }
  }

  /// Changes a task in its file.
  ///
  /// - Returns: its place in the order now, and the task that takes its place where it repeats.
  package func change(
    _ stored: StoredTask, _ change: TaskChange
  ) throws(Failure) -> (ranked: RankedTask, successor: TaskItem?) {
    do throws(TaskFileError) {
      let successor = try shelf.change(stored, change, at: now).successor
      return (try ranked(after: stored.task.uid, in: stored.path), successor)
    } catch {
      throw error.failure
    }
  }

  package func remove(_ stored: StoredTask) throws(Failure) {
    do throws(TaskFileError) { try shelf.remove(stored) } catch { throw error.failure }
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
    self.init(TaskFolders(configuration.taskFolders(in: home, environment: environment)), zone: zone)
  }

  init(_ folders: TaskFolders, zone: CivilZone) {
    self.init(folders, zone: zone) { try? ZoneFiles.zone(named: $0) }
  }
}
