package import FocusPorts
internal import FocusWire
package import Tasks

extension BulletinBoard {
  /// Returns one bulletin for all tasks that are due soon, however many there are.
  package static func reminding(of tasks: [TaskItem], at now: Timestamp, in zone: CivilZone) -> Change? {
    guard let first = tasks.first else { return nil }
    if tasks.count == 1 {
      return .show(
        Bulletin(.task, title: first.summary, text: dueWords(first, at: now, in: zone).map { "Due \($0)." } ?? ""))
    }
    let lines = tasks.prefix(3).map { task in
      dueWords(task, at: now, in: zone).map { "\(task.summary): \($0)" } ?? task.summary
    }
    let rest = tasks.count > 3 ? ["and \(tasks.count - 3) more"] : []
    return .show(
      Bulletin(.task, title: "\(tasks.count) tasks are due soon", text: (lines + rest).joined(separator: "\n")))
  }

  /// What is shown in the morning about the day's plan.
  package static func reminding(of reminder: PlanReminder, in zone: CivilZone) -> Change {
    switch reminder {
    case .noTask(let session):
      .show(
        Bulletin(
          .task, title: "No task for today's session",
          text: "It starts at \(clockTime(session, in: zone)), and no task is open. Add one with: focuskey task add"))
    case .nothingRecorded(let days):
      .show(
        Bulletin(
          .task, title: "No focus for \(days) days",
          text: "Your tasks are waiting. See what comes first with: focuskey task next"))
    }
  }

  /// `today at 15:00`, `tomorrow`, `on Friday`, `on 2026-12-24`.
  private static func dueWords(_ task: TaskItem, at now: Timestamp, in zone: CivilZone) -> String? {
    guard let due = task.due else { return nil }
    let day = due.day(in: zone)
    let ahead = day.number - zone.day(at: now).number
    let words =
      switch ahead {
      case -1: "yesterday"
      case 0: "today"
      case 1: "tomorrow"
      case 2...6: "on \(weekdayNames[day.weekday.rawValue])"
      default: "on \(ISO8601.text(day))"
      }
    if case .moment(let moment) = due { return "\(words) at \(clockTime(moment, in: zone))" }
    return words
  }
}
