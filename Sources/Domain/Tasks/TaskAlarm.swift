package import FocusSession

/// When a file wants to remind (VALARM).
package enum TaskAlarm: Equatable, Hashable, Sendable {
  /// That long after the start (before it where negative).
  case fromStart(Lapse)
  /// That long after it is due (before it where negative).
  case fromDue(Lapse)
  case at(Timestamp)
}

package struct TaskReminder: Equatable, Hashable, Sendable {
  package let uid: String
  package let at: Timestamp
}

extension TaskReminder {
  /// As the file says, else by the lead time when it was entered; none for a task that is over.
  package static func reminders(of task: TaskItem, in zone: CivilZone) -> [TaskReminder] {
    guard !task.isOver else { return [] }
    let due = task.due?.end(in: zone)
    var moments: [Timestamp] = []
    for alarm in task.alarms {
      switch alarm {
      case .at(let moment): moments.append(moment)
      case .fromStart(let lapse): if let start = task.scheduled?.start(in: zone) { moments.append(start + lapse) }
      case .fromDue(let lapse): if let due { moments.append(due + lapse) }
      }
    }
    if task.alarms.isEmpty, let due {
      let horizon = TaskOrder.horizon(of: task, at: task.entered ?? due, in: zone)
      for before in lead(horizon) { moments.append(due - before) }
    }
    moments.sort()
    var reminders: [TaskReminder] = []
    for moment in moments where reminders.last?.at != moment {
      reminders.append(TaskReminder(uid: task.uid, at: moment))
    }
    return reminders
  }

  /// What became due after `last`, one for each task: after sleep, missed ones are told once.
  package static func missed(
    since last: Timestamp, until now: Timestamp, tasks: [TaskItem], in zone: CivilZone
  ) -> [TaskReminder] {
    var told: [TaskReminder] = []
    for task in tasks {
      var latest: TaskReminder?
      for reminder in reminders(of: task, in: zone) where reminder.at > last && reminder.at <= now { latest = reminder }
      if let latest { told.append(latest) }
    }
    return told.sorted { $0.at < $1.at }
  }

  package static func next(after now: Timestamp, tasks: [TaskItem], in zone: CivilZone) -> Timestamp? {
    var earliest: Timestamp?
    for task in tasks {
      for reminder in reminders(of: task, in: zone) where reminder.at > now {
        if let known = earliest, known <= reminder.at { continue }
        earliest = reminder.at
      }
    }
    return earliest
  }

  private static func lead(_ horizon: TaskHorizon) -> [Lapse] {
    switch horizon {
    case .short: [.days(1), .hours(1)]
    case .mid: [.days(3), .days(1)]
    case .long: [.days(7), .days(3), .days(1)]
    }
  }
}
