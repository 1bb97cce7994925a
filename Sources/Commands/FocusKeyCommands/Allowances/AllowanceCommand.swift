internal import CommandShell
internal import ServiceContract
internal import Session
internal import Spelling
internal import Straying

private let condition = Operand<String>(.text("NAME"), "a condition that was set beforehand, such as ill")

let allowanceCommand = ListCommands(
  kind: "allowance", list: "allowances", abstract: "Manage daily minutes for sites and apps",
  setters: [
    .words(Option("site", value: .text("DOMAIN"), "count this domain", mayRepeat: true), "blocks.sites"),
    .words(Option("app", value: .text("ENTRY"), "count the app of this desktop entry", mayRepeat: true), "blocks.apps"),
    .words(Option("category", value: .text("NAME"), "count this category", mayRepeat: true), "blocks.categories"),
    .number(Option("minutes", value: .number("MIN", in: 0...1440), "minutes a day"), "minutesPerDay"),
    .minutesOfDays(Option("on", value: .text("DAY=MIN"), "minutes on mon-sun, weekdays or weekend", mayRepeat: true)),
    .number(Option("week", value: .number("MIN", in: 0...10_080), "minutes a week, on top"), "minutesPerWeek"),
    .number(Option("roll-over", value: .number("MIN", in: 0...1440), "carry over at most this much"), "rollOver.most"),
    .words(Option("except", value: .text("WHAT"), "never count this site or app", mayRepeat: true), "except"),
    .word(Option("day-starts", value: .text("TIME"), "when a day begins (default: 04:00)"), "dayStarts"),
    .word(Option("warn", value: .text("TIME"), "warn when this much is left (default: 5m)"), "warn"),
  ],
  line: { allowance, _, _ in allowance.id }
).command(
  replacing: ["list": allowanceListCommand, "show": allowanceShowCommand], adding: [allowanceOverrideCommand])

extension FieldOption {
  /// An option that gives single days minutes of their own; one number for all days becomes that of all others.
  fileprivate static func minutesOfDays(_ option: Option<String>) -> FieldOption {
    FieldOption(argument: option) { (invocation, thing) throws(Failure) in
      let written = invocation.all(option)
      guard !written.isEmpty else { return }
      var days: JSONObject = [:]
      switch thing["minutesPerDay"] {
      case .object(let known): days = known
      case .integer(let minutes): days["default"] = .integer(minutes)
      default: break
      }
      for text in written {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let minutes = Int(parts[1]) else {
          throw Failure(
            .usage, kind: "bad-minutes", what: "\u{201C}\(text)\u{201D} does not give a day its minutes",
            at: .text("--on"), advice: "write it like weekend=60")
        }
        days[String(parts[0])] = JSONValue(minutes)
      }
      thing["minutesPerDay"] = .object(days)
    }
  }
}

private let which = Operand<String>(.text("ID", wordList: "allowances"), "which allowance")

private var allowanceShowCommand: ProgramCommand {
  ProgramCommand(
    "show", "Show an allowance as in a file",
    discussion: """
      What gives more than today has is shown as it was set, and holds with the next day: "from" says when that begins.
      """, takes: [which]
  ) { context throws(Failure) in
    let id = try context.require(which)
    var thing = SettingsFiles.forPeople(try SettingsEdit(context).thing("allowances", "allowance", id: id))
    let answer = try ServiceCall(context).ask(SessionRequests.status())
    let now = ((answer["status"] ?? answer)["allowances"]?.array ?? []).first { $0["id"]?.string == id }
    if let from = now?["from"]?.value { thing["from"] = from }
    let shown = JSONValue.object(thing)
    try context.write((context.wantsJSON ? shown.text : shown.indentedText) + "\n")
    return .done
  }
}

private var allowanceListCommand: ProgramCommand {
  ProgramCommand("list", "List allowances and what is left") { context throws(Failure) in
    let answer = try ServiceCall(context).ask(SessionRequests.status())
    let allowances = (answer["status"] ?? answer)["allowances"]?.array ?? []
    let why = allowances.isEmpty ? nil : uncounted(context)
    for allowance in allowances {
      var value = allowance.value
      if let why, case .object(var members) = value {
        members["why"] = .string(why)
        value = .object(members)
      }
      try context.writeLine(line(allowance), json: value)
    }
    if let why, !context.wantsJSON { context.printNote(why) }
    return .done
  }
}

/// Why not all use is counted, as far as that is known.
private func uncounted(_ context: CommandContext) -> String? {
  let signals = (try? ServiceCall(context).ask(StrayRequests.signals(false)))?["signals"]?.array ?? []
  guard let front = signals.first(where: { $0["name"]?.string == "front" }) else { return nil }
  guard front["state"]?.string != "in-force" else { return front["why"]?.string }
  return "minutes are not counted while nothing tells what is in front (\(front["why"]?.string ?? "it is off"))"
}

private var allowanceOverrideCommand: ProgramCommand {
  ProgramCommand(
    "override", "Lift a restriction by a condition",
    discussion: """
      After the wait and the steps that you set, everything that has this condition is open for the rest of the day. What is \
      still to be done is named; it counts from now on, for an hour. Give the command again when it is done.

      $ focuskey allowance override ill
      """, takes: [condition]
  ) { context throws(Failure) in try context.relay(SessionRequests.override(try context.require(condition))) }
}

private func line(_ allowance: JSONNode) -> String {
  let left = allowance["left_seconds"]?.integer.map { "\(durationWords(seconds: $0, .left)) left" } ?? "no limit today"
  let earned = allowance["earned_minutes"]?.integer ?? 0
  let more = earned > 0 ? ", \(counted(earned, "minute")) earned" : ""
  let day = allowance["minutes"]?.integer.map { " of \(counted($0, "minute"))" } ?? ""
  // As in 2026-11-30T04:00:00+01:00.
  let opensAt = allowance["opens_at"]?.string
  let opens = opensAt.map { ", opens again on \($0.prefix(10)) at \($0.dropFirst(11).prefix(5))" } ?? ""
  let state = (allowance["state"]?.string == "shut" ? "blocked" : left) + day + opens
  let carried = allowance["rolled_over_seconds"]?.integer ?? 0
  let rolled = carried > 0 ? ", \(durationWords(seconds: carried)) rolled over" : ""
  let weekLeft = allowance["week_left_seconds"]?.integer
  let week = weekLeft.map { ", \(durationWords(seconds: $0, .left)) left this week" } ?? ""
  let asked = (allowance["asked"]?.array ?? []).map { claim in
    let open = (claim["steps"]?.array ?? []).filter { $0["state"]?.string == "open" }.compactMap { $0["text"]?.string }
    return "\n  \(claim["name"]?.string ?? ""): \(open.isEmpty ? "ready" : open.joined(separator: ", "))"
  }.joined()
  let granted = (allowance["granted"]?.array ?? []).map { grant in
    let left = durationWords(seconds: grant["left_seconds"]?.integer ?? 0, .left)
    return "\n  \(grant["name"]?.string ?? ""): lifts the limit in \(left)"
  }.joined()
  let ways = (allowance["opens_by"]?.array ?? []).compactMap { $0["text"]?.string }.map { "\n  \($0)" }.joined()
  return
    "\(allowance["id"]?.string ?? "")  \(state)\(more)\(rolled)\(week)\(ways)\(asked)\(granted)"
}
