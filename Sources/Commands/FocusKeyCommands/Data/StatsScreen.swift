internal import CommandShell
internal import Languages
internal import Spelling

extension StatsAnswer {
  /// The statistics as a terminal shows them: the time of each span with a bar, then the rest by its names.
  func screen(_ terminal: TerminalStyle) -> String {
    let spans = [("Today", "today"), ("Week", "week"), ("Month", "month"), ("All", "all")]
    let say = terminal.speech.say
    var lines = terminal.table(
      spans.map { word, name in
        let seconds = number(stats[name]?["focused_seconds"])
        return [
          TerminalCell(say(word), .faint),
          TerminalCell(say(time(stats[name]?["focused_seconds"])), .strong, isNumber: true),
          TerminalCell(bar: share(seconds, of: name), columns: 20, .accent(0)),
          TerminalCell(say(counted(number(stats[name]?["sessions"]), "session")), .faint),
        ]
      })
    lines.append("")
    lines += terminal.table(
      facts.map { name, value, detail in
        [TerminalCell(say(name), .faint), TerminalCell(say(value), .strong), TerminalCell(say(detail), .faint)]
      })
    return lines.joined(separator: "\n")
  }

  /// Its share of the focus in the next longer span; the longest one is compared with itself.
  private func share(_ seconds: Int64, of name: String) -> Double {
    let longer = ["today": "week", "week": "month", "month": "all"][name] ?? "all"
    let whole = number(stats[longer]?["focused_seconds"])
    return whole > 0 ? Double(seconds) / Double(whole) : 0
  }

  private var facts: [(String, String, String)] {
    let all = stats["all"]
    let asked = number(all?["questions_kept"]) + number(all?["questions_ended"])
    var facts = [
      ("Streak", days(stats["streak"]?["days"]), "longest \(days(stats["streak"]?["longest"]))"),
      ("Average", time(stats["average_seconds"]), "on \(days(stats["days"])) with focus"),
    ]
    if let percent = stats["focus_score"]?["percent"]?.integer {
      facts.append(("Score", "\(percent) of 100", "undisturbed in the last seven days"))
    }
    if let best = stats["best_hour"], let hour = best["hour"]?.integer {
      facts.append(("Best hour", "\(hour):00", time(best["focused_seconds"])))
    }
    facts += [
      ("Breaks", "\(number(all?["breaks"]))", time(all?["break_seconds"])),
      ("Kept going", "\(number(all?["questions_kept"]))", "of \(counted(asked, "time"))"),
      ("Resisted", counted(number(all?["attempts"]), "attempt"), ""),
    ]
    guard let straying = stats["straying"], number(straying["days"]) > 0 else { return facts }
    facts.append(
      (
        "Strayed", counted(number(straying["episodes"]), "episode"),
        "\(number(straying["free_days_percent"])) % of \(counted(number(straying["days"]), "day")) free"
      ))
    return facts
  }
}
