package import FocusSession

/// The focus that went into tasks, and how much there is on a day: a fold of past sessions.
package struct FocusSpent: Sendable {
  private var byWords: [String: Lapse] = [:]
  private var byUID: [String: Lapse] = [:]
  private var byDay: [CivilDay: Lapse] = [:]

  package init() {}

  /// Adds a session.
  ///
  /// - Parameters:
  ///   - task: what the session was about: a task's identifier or its words.
  ///   - day: the day on which it began.
  ///   - focused: focus without breaks.
  ///   - worked: the tasks that it was bound to, with the focus on each; where there are any, the words say nothing.
  package mutating func add(
    task: String?, day: CivilDay, focused: Lapse, worked: [(uid: String, focused: Lapse)] = []
  ) {
    for work in worked { byUID[work.uid] = (byUID[work.uid] ?? .zero) + work.focused }
    if let task, worked.isEmpty { byWords[task] = (byWords[task] ?? .zero) + focused }
    byDay[day] = (byDay[day] ?? .zero) + focused
  }

  package var usual: Lapse {
    var days: [(day: CivilDay, focused: Lapse)] = []
    for (day, focused) in byDay where focused > .zero { days.append((day, focused)) }
    days.sort { $0.day < $1.day }
    return UsualFocus.median(ofDays: days.map { $0.focused })
  }

  /// The focus that went into each task, by identifier. Words count for the task that has them; where several do, for
  /// the one that is not over.
  package func focus(on tasks: [TaskItem]) -> [String: Lapse] {
    guard !byWords.isEmpty || !byUID.isEmpty else { return [:] }
    var owner: [String: Int] = [:]
    for index in tasks.indices {
      if let known = owner[tasks[index].summary], !tasks[known].isOver { continue }
      owner[tasks[index].summary] = index
    }
    var focus: [String: Lapse] = [:]
    for index in tasks.indices {
      let task = tasks[index]
      let words = owner[task.summary] == index && task.summary != task.uid ? byWords[task.summary] : nil
      let sum = (byUID[task.uid] ?? .zero) + (byWords[task.uid] ?? .zero) + (words ?? .zero)
      if sum > .zero { focus[task.uid] = sum }
    }
    return focus
  }
}
