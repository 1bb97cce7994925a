internal import CommandShell
internal import ServiceContract

private let from = Operand<String>(.text("FROM"), "when it begins, such as 23:00, or off", count: .optional)
private let to = Operand<String>(.text("TO"), "when it is time to wake", count: .optional)
private let days = Option("days", value: .text("DAYS"), "nights: weekdays, weekends, or mon,thu")
private let noWatch = Flag("no-watch", "notice only what config.json5 turns on")

var nightBedtimeCommand: ProgramCommand {
  ProgramCommand(
    "bedtime", "Show, set or remove the bedtime",
    discussion: """
      In these hours use of the computer is noticed: whether there is input, whether the screen is locked and whether a film plays, never what. Setting a bedtime turns that on; `--no-watch` leaves it to `signals` in config.json5.

      $ focuskey night bedtime 23:00 07:00
      $ focuskey night bedtime off
      """, takes: [from, to, days, noWatch]
  ) { context throws(Failure) in
    var edit = try SettingsEdit(context)
    guard let begin = context.invocation[from] else {
      try context.answer(BedtimeAnswer(bedtime: edit.settings["bedtime"] ?? .null))
      return .done
    }
    if begin == "off", context.invocation[to] == nil {
      edit.set("bedtime", "none")
      return try context.changed(edit, "There is no bedtime any more.")
    }
    guard let end = context.invocation[to] else {
      throw Failure(
        .usage, kind: "missing-argument", what: "the time to wake is missing", at: .text(begin),
        advice: "write both times, such as: focuskey night bedtime 23:00 07:00")
    }
    var bedtime: JSONObject = ["from": .string(begin), "to": .string(end)]
    if let text = context.invocation[days] {
      bedtime["days"] = text.contains(",") ? JSONValue(text.split(separator: ",").map(String.init)) : .string(text)
    }
    if context.invocation[noWatch] { bedtime["watch"] = false }
    edit.set("bedtime", .object(bedtime))
    return try context.changed(edit, "Bedtime is from \(begin) to \(end).")
  }
}

private struct BedtimeAnswer: PrintedAnswer {
  let bedtime: JSONValue

  var text: String {
    guard let from = bedtime["from"]?.word, let to = bedtime["to"]?.word else { return "There is no bedtime." }
    return "Bedtime is from \(from) to \(to)."
  }

  var json: JSONValue { ["ok": true, "bedtime": bedtime["from"] == nil ? .null : bedtime] }
}
