internal import FocusPorts
public import FocusSession
internal import FocusWire
public import Tasks

private let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

extension BulletinBoard {
  /// What is shown when tasks are due soon: one bulletin, however many they are.
  public static func reminding(of tasks: [TaskItem], at now: Timestamp, in zone: CivilZone) -> Change? {
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
      case 2...6: "on \(weekdays[day.weekday.rawValue])"
      default: "on \(ISO8601.text(day))"
      }
    if case .moment(let moment) = due { return "\(words) at \(clockTime(moment, in: zone))" }
    return words
  }
}
