internal import CommandShell
internal import CommandSpec
internal import FocusHistory
internal import FocusWire
internal import JSONText
internal import ServiceContract

/// `stats`
let statsCommand = ProgramCommand(
  CommandSpec(
    "stats", "what follows from the history: today, this week, streak, average, hours, breaks, questions, attempts",
    discussion: "A streak counts days in a row: \(Statistics.streakRule).")
) { context throws(CommandError) in
  let answer = try ServiceCall(context).ask(.statistics)
  if answer["ok"]?.bool == false { throw .refused(by: answer) }
  try context.answer(StatsAnswer(stats: answer["stats"] ?? answer))
  return .done
}

/// The statistics: as they are for programs, in a few lines for people.
struct StatsAnswer: Answer {
  let stats: JSONNode

  var json: JSONValue { stats.value }

  var text: String {
    var lines = [
      "Today:    \(period("today"))", "Week:     \(period("week"))", "Month:    \(period("month"))",
      "All:      \(period("all"))",
    ]
    let streak = stats["streak"]
    lines.append(
      "Streak:   \(days(streak?["days"])), the longest \(days(streak?["longest"])) (\(streak?["rule"]?.string ?? ""))")
    lines.append("Average:  \(time(stats["average_seconds"])) on \(days(stats["days"])) with focus")
    if let best = stats["best_hour"], let hour = best["hour"]?.integer {
      lines.append("Best hour: \(hour):00 (\(time(best["focused_seconds"])))")
    }
    if let worst = stats["worst_hour"], let hour = worst["hour"]?.integer {
      lines.append("Worst hour: \(hour):00 (\(time(worst["focused_seconds"])))")
    }
    let all = stats["all"]
    lines.append("Breaks:   \(number(all?["breaks"])), \(time(all?["break_seconds"]))")
    lines.append(
      "Asked to end: went on \(counted(all?["questions_kept"], "time")), ended \(counted(all?["questions_ended"], "time"))"
    )
    lines.append("Attempts resisted: \(number(all?["attempts"]))")
    return lines.joined(separator: "\n")
  }

  private func period(_ name: String) -> String {
    let totals = stats[name]
    return "\(time(totals?["focused_seconds"])) in \(counted(totals?["sessions"], "session"))"
  }

  private func number(_ node: JSONNode?) -> Int64 { node?.integer ?? 0 }

  private func days(_ node: JSONNode?) -> String { counted(node, "day") }

  private func counted(_ node: JSONNode?, _ what: String) -> String {
    let count = number(node)
    return count == 1 ? "1 \(what)" : "\(count) \(what)s"
  }

  private func time(_ node: JSONNode?) -> String {
    let minutes = number(node) / 60
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
