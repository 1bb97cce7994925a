internal import CommandShell
internal import CommandSpec
internal import FocusHistory
internal import FocusWire
internal import JSONText
internal import ServiceContract
internal import Spelling

/// `stats`
let statsCommand = ProgramCommand(
  CommandSpec(
    "stats", "Show statistics: today, week, month, streak, hours",
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
    lines.append("Streak:   \(days(streak?["days"])), longest \(days(streak?["longest"]))")
    lines.append("Average:  \(time(stats["average_seconds"])) on \(days(stats["days"])) with focus")
    if let best = stats["best_hour"], let hour = best["hour"]?.integer {
      lines.append("Best hour: \(hour):00 (\(time(best["focused_seconds"])))")
    }
    if let worst = stats["worst_hour"], let hour = worst["hour"]?.integer {
      lines.append("Worst hour: \(hour):00 (\(time(worst["focused_seconds"])))")
    }
    let all = stats["all"]
    let asked = number(all?["questions_kept"]) + number(all?["questions_ended"])
    lines.append("Breaks:   \(number(all?["breaks"])), \(time(all?["break_seconds"]))")
    lines.append("Kept going: \(number(all?["questions_kept"])) of \(counted(asked, "time"))")
    lines.append("Resisted: \(counted(number(all?["attempts"]), "attempt"))")
    return lines.joined(separator: "\n")
  }

  private func period(_ name: String) -> String {
    let totals = stats[name]
    return "\(time(totals?["focused_seconds"])) in \(counted(number(totals?["sessions"]), "session"))"
  }

  private func number(_ node: JSONNode?) -> Int64 { node?.integer ?? 0 }

  private func days(_ node: JSONNode?) -> String { counted(number(node), "day") }

  private func time(_ node: JSONNode?) -> String { durationWords(seconds: number(node)) }
}
