internal import CommandShell
internal import FocusHistory
internal import FocusWire
internal import ServiceContract
internal import Session
internal import Spelling

private let device = Option("device", value: .text("NAME"), "of one of your computers alone")

var statsCommand: ProgramCommand {
  ProgramCommand(
    "stats", "Show statistics: today, week, month, streak, hours",
    discussion: """
      A streak counts days in a row: \(Statistics.streakRule). With several computers they are about all of them: two at
      once count once.
      """, takes: [device]
  ) { context throws(Failure) in
    let answer = try ServiceCall(context).ask(PastRequests.statistics(context.invocation[device]))
    try context.answer(StatsAnswer(stats: answer["stats"] ?? answer))
    return .done
  }
}

struct StatsAnswer: PrintedAnswer {
  let stats: JSONNode

  var json: JSONValue { stats.value }

  var text: String {
    var lines = [
      "Today:    \(period("today"))", "Week:     \(period("week"))", "Month:    \(period("month"))",
      "All:      \(period("all"))",
    ]
    let streak = stats["streak"]
    lines.append("Streak:   \(days(streak?["days"])), longest \(days(streak?["longest"]))")
    if let score = stats["focus_score"], let percent = score["percent"]?.integer {
      lines.append("Score:    \(percent) of 100: \(scored(score))")
    }
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
    if let straying = stats["straying"], number(straying["days"]) > 0 { lines += self.straying(straying) }
    return lines.joined(separator: "\n")
  }

  /// What the score is made of, so that anybody can work it out.
  private func scored(_ score: JSONNode) -> String {
    "in the last seven days \(time(score["focused_seconds"])) of focus, less \(time(score["strayed_seconds"])) strayed, "
      + "\(counted(number(score["attempts"]), "attempt")) of a minute each, "
      + "\(counted(number(score["emergencies"]), "emergency exit")) of a quarter of an hour each"
  }

  /// The six numbers, always with how much they are from. Few episodes or days make no claim about hours.
  private func straying(_ straying: JSONNode) -> [String] {
    let (days, episodes) = (number(straying["days"]), number(straying["episodes"]))
    // Days on which nothing was watched for are not free days.
    guard episodes > 0 else {
      return ["Strayed:  none was noticed. It is noticed only if you turn that on: focuskey signals --on front"]
    }
    let streak = straying["longest_free_streak"]
    var lines = [
      "Strayed:  \(counted(episodes, "episode")) on \(counted(days, "day")); \(number(straying["free_days_percent"])) % of days free, longest streak \(self.days(streak?["days"]))"
    ]
    lines.append("          average \(time(straying["average_seconds"])), longest \(time(straying["longest_seconds"]))")
    guard days >= 5, episodes >= 5 else { return lines }
    let hours = [("most often", "most_common_hour"), ("best", "most_productive_hour")].compactMap { words, name in
      straying[name]?.integer.map { "\(words) at \($0):00" }
    }
    return lines + (hours.isEmpty ? [] : ["          \(hours.joined(separator: ", "))"])
  }

  func period(_ name: String) -> String {
    let totals = stats[name]
    return "\(time(totals?["focused_seconds"])) in \(counted(number(totals?["sessions"]), "session"))"
  }

  func number(_ node: JSONNode?) -> Int64 { node?.integer ?? 0 }

  func days(_ node: JSONNode?) -> String { counted(number(node), "day") }

  func time(_ node: JSONNode?) -> String { durationWords(seconds: number(node)) }
}
