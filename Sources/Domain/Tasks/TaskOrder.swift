package import FocusSession

package struct RankedTask: Equatable, Sendable {
  package let task: TaskItem
  package let urgency: Urgency
  package let horizon: TaskHorizon
  package let isBlocked: Bool
  package let isWaiting: Bool
  package let focused: Lapse

  package var isOpen: Bool { !task.isOver && !isBlocked && !isWaiting }
}

package struct TaskOrder: Sendable {
  package let ranked: RankedTasks

  /// Orders tasks.
  ///
  /// Of equally urgent ones comes first: what is due earlier, the higher priority, the older, then by identifier.
  ///
  /// - Parameters:
  ///   - tasks: all tasks, also those that are done: others may depend on them.
  ///   - now: the moment at which it is asked.
  ///   - zone: the civil clocks.
  ///   - focused: the focus that went into each task, by identifier.
  ///   - usualFocus: how much the person focuses on a day.
  package init(
    _ tasks: [TaskItem], at now: Timestamp, in zone: CivilZone, focused: [String: Lapse] = [:],
    usualFocus: Lapse = UsualFocus.untilKnown
  ) {
    var surroundings = UrgencySurroundings(now: now, zone: zone)
    surroundings.usualFocus = usualFocus
    ranked = RankedTasks(tasks, surroundings, focused)
  }

  package var open: [RankedTask] { ranked.filter { $0.isOpen } }

  package var next: RankedTask? { ranked.first { $0.isOpen } }

  /// How far away a task is: as the person says, else by its due date.
  package static func horizon(of task: TaskItem, at now: Timestamp, in zone: CivilZone) -> TaskHorizon {
    horizon(of: task, due: task.due?.end(in: zone), at: now)
  }

  static func horizon(of task: TaskItem, due: Timestamp?, at now: Timestamp) -> TaskHorizon {
    if let horizon = task.horizon { return horizon }
    guard let due else { return .long }
    if due <= now + .days(7) { return .short }
    return due <= now + .days(30) ? .mid : .long
  }
}
