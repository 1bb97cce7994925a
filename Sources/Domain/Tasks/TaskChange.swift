package import FocusSession

package enum TaskChange: Equatable, Sendable {
  case start
  /// Work on it ends, with the task still to be done.
  case stop
  case done
  case reopen
  case edit(TaskEdit)
}

/// New values for parts of a task; what is `nil` stays as it is.
package struct TaskEdit: Equatable, Sendable {
  package var summary: String?
  /// A new due date; the inner `nil` removes it.
  package var due: TaskTime??
  package var scheduled: TaskTime??
  /// A new time until which it is hidden.
  package var wait: TaskTime??
  package var priority: TaskPriority??
  package var estimate: Lapse??
  package var project: String??
  package var horizon: TaskHorizon??
  package var recurrence: Recurrence??
  package var profile: String??
  /// Replaces all tags.
  package var tags: [String]?
  /// Replaces all work apps.
  package var apps: [String]?
  /// Replaces all work sites.
  package var sites: [String]?
  /// Replaces the identifiers of all tasks that have to be done before.
  package var dependsOn: [String]?
  package var addTags: [String] = []
  package var removeTags: [String] = []
  /// Words to add after the others.
  package var append: String?
  package var removesNotes = false
  package var note: String?

  package init() {}
}

extension TaskItem {
  /// The task after a change, and the one that replaces it, named `uid`, where it recurs.
  package func after(
    _ change: TaskChange, at now: Timestamp, in zone: CivilZone, successor uid: String
  ) -> (task: TaskItem, successor: TaskItem?) {
    var task = self
    switch change {
    case .start:
      guard !isOver else { return (task, nil) }
      task.status = .inProcess
      task.started = started ?? now
      return (task, nil)
    case .stop:
      guard !isOver else { return (task, nil) }
      task.status = .needsAction
      task.started = nil
      return (task, nil)
    case .reopen:
      guard isOver else { return (task, nil) }
      task.status = .needsAction
      task.completed = nil
      task.started = nil
      return (task, nil)
    case .done:
      guard status != .completed else { return (task, nil) }
      task.status = .completed
      task.completed = now
      // As todoman does it: the done one keeps its identifier and loses its rule, a new one has the next date.
      task.recurrence = nil
      return (task, successor(uid: uid, at: now, in: zone))
    case .edit(let edit):
      task.apply(edit, at: now)
      return (task, nil)
    }
  }

  private func successor(uid: String, at now: Timestamp, in zone: CivilZone) -> TaskItem? {
    let zone = clocks?.zone ?? zone
    guard let recurrence, let anchor = due ?? scheduled,
      let next = recurrence.next(after: anchor, openAt: now, in: zone)
    else { return nil }
    var later = self
    later.uid = uid
    later.status = .needsAction
    later.started = nil
    later.completed = nil
    later.modified = nil
    later.entered = now
    later.recurrence = next.rule
    later.percent = nil
    // Taskwarrior's marks of the instance are about the one that is done.
    later.foreignMembers = foreignMembers.map { TaskwarriorWriter.withoutInstance($0) }
    later.alarms = alarms.map { alarm in
      guard case .at(let moment) = alarm else { return alarm }
      return .at(
        Self.moved(.moment(moment), by: next.time.start(in: zone) - anchor.start(in: zone), in: zone).start(in: zone))
    }
    if let due {
      later.due = next.time
      // What belongs to the due date moves along with it.
      let moved = next.time.end(in: zone) - due.end(in: zone)
      later.scheduled = scheduled.map { Self.moved($0, by: moved, in: zone) }
      later.wait = wait.map { Self.moved($0, by: moved, in: zone) }
    } else {
      later.scheduled = next.time
    }
    return later
  }

  private static func moved(_ time: TaskTime, by lapse: Lapse, in zone: CivilZone) -> TaskTime {
    let days = Int((lapse + .hours(12)).wholeSeconds / 86_400)
    switch time {
    case .day(let day): return .day(day + days)
    case .moment(let moment):
      return .moment(
        BasicTime.moment(zone.day(at: moment) + days, second: zone.secondOfDay(at: moment), in: zone))
    }
  }

  private mutating func apply(_ edit: TaskEdit, at now: Timestamp) {
    if let new = edit.summary { summary = new }
    if let new = edit.due { due = new }
    if let new = edit.scheduled { scheduled = new }
    if let new = edit.wait { wait = new }
    if let new = edit.priority { priority = new }
    if let new = edit.estimate { estimate = new }
    if let new = edit.project { project = new }
    if let new = edit.horizon { horizon = new }
    if let new = edit.recurrence { recurrence = new }
    if let new = edit.profile { profile = new }
    if let new = edit.tags { tags = Self.different(new) }
    tags = Self.different(tags + edit.addTags).filter { !edit.removeTags.contains($0) }
    if let words = edit.append, !words.isEmpty { summary += (summary.isEmpty ? "" : " ") + words }
    if let new = edit.apps { apps = Self.different(new) }
    if let new = edit.sites { sites = Self.different(new) }
    if let new = edit.dependsOn { dependsOn = Self.different(new) }
    if edit.removesNotes { annotations = [] }
    if let note = edit.note { annotations.append(TaskAnnotation(note, entered: now)) }
  }

  private static func different(_ words: [String]) -> [String] {
    var kept: [String] = []
    for word in words where !word.isEmpty && !kept.contains(word) { kept.append(word) }
    return kept
  }
}
