internal import CommandShell
internal import FocusWire
internal import ScreenTime
internal import Spelling
internal import SystemClock

private let since = Option("since", value: .text("DAY"), "from this day, such as 7d")
private let until = Option("until", value: .text("DAY"), "up to this day")

var screenTimeCommand: ProgramCommand {
  ProgramCommand(
    group: "screen-time", "Show what was in front, and how long",
    discussion: """
      Off until you turn it on. It is counted on this computer only, as sums of a day by hour: no moment, no title, no order. Sites are known where the browser's extension tells.

      $ focuskey screen-time on
      $ focuskey screen-time show --since 7d
      $ focuskey screen-time forget
      """, usual: "show",
    [
      ProgramCommand("show", "Show the sums of each day", takes: [since, until]) { context throws(Failure) in
        let zone = try context.zone()
        let first = try context.invocation[since].map { text throws(Failure) in try historyDay(text, zone, "--since") }
        let last = try context.invocation[until].map { text throws(Failure) in try historyDay(text, zone, "--until") }
        let answer = try ServiceCall(context).ask(ScreenTimeRequests.screenTime(first ?? zone.today, last))
        try context.answer(ScreenTimeAnswer(node: answer))
        return .done
      },
      ProgramCommand("on", "Count from now on") { context throws(Failure) in
        try context.relay(ScreenTimeRequests.turn(true))
      },
      ProgramCommand("off", "Count no longer") { context throws(Failure) in
        try context.relay(ScreenTimeRequests.turn(false))
      },
      ProgramCommand("forget", "Remove all that was counted") { context throws(Failure) in
        try context.relay(ScreenTimeRequests.forget())
      },
    ])
}

extension CivilZone {
  fileprivate var today: CivilDay { day(at: SystemTime.wall()) }
}

private struct ScreenTimeAnswer: PrintedAnswer {
  let node: JSONNode

  var json: JSONValue { node.value }

  var text: String {
    let days = node["days"]?.array ?? []
    var lines: [String] = []
    if node["on"]?.bool == false { lines.append("Screen time is not counted. To begin: focuskey screen-time on") }
    for day in days {
      lines.append("\(day["day"]?.string ?? ""): \(length(day["seconds"]))")
      lines += rows(day["apps"], "name") + rows(day["sites"], "site")
    }
    if days.isEmpty, node["on"]?.bool == true { lines.append("Nothing was in front yet.") }
    return lines.joined(separator: "\n")
  }

  /// Lists the longest first; less than a minute is not listed.
  private func rows(_ list: JSONNode?, _ name: String) -> [String] {
    (list?.array ?? []).filter { ($0["seconds"]?.integer ?? 0) >= 60 }.prefix(10).map { one in
      "  \(length(one["seconds"]))  \(one[name]?.string ?? "")"
    }
  }

  private func length(_ node: JSONNode?) -> String { durationWords(seconds: node?.integer ?? 0, .elapsed) }
}
