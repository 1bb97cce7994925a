package import FocusSession

package enum TaskSource: Sendable {
  case taskwarrior
  /// Lines of todo.txt, which know days, no moments.
  case todoTxt
}

extension TaskItem {
  /// The imported task; what the other program cannot express is kept from this one.
  package func taking(_ imported: TaskItem, from source: TaskSource, in zone: CivilZone) -> TaskItem {
    var task = imported
    task.notes = notes
    task.horizon = horizon
    task.apps = apps
    task.sites = sites
    task.profile = profile
    task.alarms = alarms
    task.clocks = clocks
    task.foreignRule = foreignRule
    task.location = location
    task.link = link
    task.percent = percent
    task.parent = parent
    task.entered = entered
    task.modified = modified
    task.recurrence = imported.isOver ? nil : Self.rule(imported.recurrence, recurrence)
    task.estimate = imported.estimate ?? estimate
    task.foreignMembers = imported.foreignMembers ?? foreignMembers
    switch source {
    case .taskwarrior:
      // A day, and the moment at which it ends, are the same to a program that knows moments only.
      if let due, task.due == .moment(due.end(in: zone)) { task.due = due }
      if let scheduled, task.scheduled == .moment(scheduled.start(in: zone)) { task.scheduled = scheduled }
      if let wait, task.wait == .moment(wait.start(in: zone)) { task.wait = wait }
      // It says nothing of work that began at no known time.
      if task.status == .needsAction, status == .inProcess, started == nil { task.status = .inProcess }
    case .todoTxt: keepWhatALineCannotSay(in: &task, zone)
    }
    return task
  }

  /// The own rule where both are the same to the other program: it says more here.
  private static func rule(_ imported: Recurrence?, _ own: Recurrence?) -> Recurrence? {
    guard let imported, let own else { return own ?? imported }
    return imported.taskwarriorWord == own.taskwarriorWord ? own : imported
  }

  /// Applies what changed in another program since the last import; what changed here stays.
  package func taking(changesFrom before: TaskItem, to imported: TaskItem) -> TaskItem {
    var task = self
    func take<Value: Equatable>(_ path: WritableKeyPath<TaskItem, Value>) {
      if before[keyPath: path] != imported[keyPath: path] { task[keyPath: path] = imported[keyPath: path] }
    }
    take(\.summary)
    take(\.due)
    take(\.scheduled)
    take(\.wait)
    take(\.priority)
    take(\.project)
    take(\.tags)
    take(\.dependsOn)
    take(\.annotations)
    take(\.estimate)
    take(\.foreignMembers)
    take(\.recurrence)
    if before.status != imported.status || before.started != imported.started || before.completed != imported.completed
    {
      task.status = imported.status
      task.started = imported.started
      task.completed = imported.completed
      if imported.isOver { task.recurrence = nil }
    }
    return task
  }

  private func keepWhatALineCannotSay(in task: inout TaskItem, _ zone: CivilZone) {
    task.scheduled = scheduled
    task.started = started
    task.dependsOn = dependsOn
    task.annotations = annotations
    if let due, let new = task.due, due.day(in: zone) == new.day(in: zone) { task.due = due }
    if let wait, let new = task.wait, wait.day(in: zone) == new.day(in: zone) { task.wait = wait }
    if TodoTxt.line(task, in: zone) == TodoTxt.line(self, in: zone) {
      // Blanks that a line cannot have.
      task.summary = summary
      task.project = project
      task.tags = tags
    }
    if task.isOver == isOver {
      task.status = status
      task.completed = completed
    }
  }
}
