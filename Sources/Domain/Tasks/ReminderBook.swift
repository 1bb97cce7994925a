package import FocusSession

/// What was told of tasks' reminders, and what is still to tell.
///
/// While a session runs, only what is due before its end is told; the rest is told once, when it is over.
package struct ReminderBook: Equatable, Sendable {
  package enum Focus: Equatable, Sendable {
    case none
    case until(Timestamp)
  }

  /// Everything up to then was told or came to nothing.
  package private(set) var last: Timestamp
  /// What was told after `last`, while something earlier is held back.
  private var told: Set<TaskReminder> = []

  package init(last: Timestamp) {
    self.last = last
  }

  /// Returns what has to be told now, the earliest first, at most one for each task.
  package mutating func take(
    until now: Timestamp, tasks: [TaskItem], in zone: CivilZone, focus: Focus
  ) -> [TaskItem] {
    // A clock that was set back tells nothing twice and forgets nothing to come.
    if now < last { last = now }
    var due: [TaskItem] = []
    var held: Timestamp?
    var known: [String: Int] = [:]
    for index in tasks.indices { known[tasks[index].uid] = index }
    for reminder in TaskReminder.missed(since: last, until: now, tasks: tasks, in: zone) where !told.contains(reminder)
    {
      guard let index = known[reminder.uid] else { continue }
      if isHeld(tasks[index], in: zone, focus) {
        held = held ?? reminder.at
        continue
      }
      due.append(tasks[index])
      told.insert(reminder)
    }
    guard let held else {
      last = now
      told = []
      return due
    }
    last = Timestamp(milliseconds: held.milliseconds - 1)
    return due
  }

  private func isHeld(_ task: TaskItem, in zone: CivilZone, _ focus: Focus) -> Bool {
    guard case .until(let end) = focus else { return false }
    guard let due = task.due?.end(in: zone) else { return true }
    return due > end
  }
}
