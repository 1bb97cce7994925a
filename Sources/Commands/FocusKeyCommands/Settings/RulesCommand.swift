internal import CommandShell
internal import CommandSpec
internal import FocusWire
internal import JSONText

private let away = Option(
  "away", value: .text("TIME"), "how long a card must be away before it counts again, such as 1s; at most 1m")
private let exits = Option("exits", value: .number("COUNT"), "how many emergency exits there are within --within")
private let within = Option("within", value: .text("TIME"), "the time that --exits counts in, such as 30d")
private let waits = Option(
  "wait", value: .text("TIME"),
  "how long the first exit waits, the second, and so on; each as long as the last at least",
  mayRepeat: true)
private let sentence = Option("sentence", value: .text("TEXT"), "what has to be typed for an emergency exit")
private let file = Operand<String>(.file(), "the file; - for standard input")
private let outFile = Operand<String>(.file(), "where to; standard output without", count: .optional)

/// `rules`
let rulesCommand = ProgramCommand(
  group: "rules", "what holds for every profile: when a card counts again, and the emergency exit",
  discussion: """
    During a session they are locked.

    $ focuskey rules edit --away 2s --exits 2 --wait 2m --wait 10m
    """,
  [
    ProgramCommand(CommandSpec("show", "the rules")) { context throws(CommandError) in
      try context.answer(RulesAnswer(Rules(try SettingsEdit(context))))
      return .done
    },
    ProgramCommand(
      CommandSpec("edit", "change some of them") {
        away
        exits
        within
        waits
        sentence
      }
    ) { context throws(CommandError) in
      var edit = try SettingsEdit(context)
      var rules = Rules(edit)
      let invocation = context.invocation
      if let time = invocation[away] { rules.away = .string(time) }
      if let count = invocation[exits] { rules.emergency["count"] = JSONValue(count) }
      if let time = invocation[within] { rules.emergency["period"] = .string(time) }
      let times = invocation.all(waits)
      if !times.isEmpty { rules.emergency["waits"] = JSONValue(times) }
      if let words = invocation[sentence] { rules.emergency["sentence"] = .string(words) }
      return try rules.hand(in: &edit, context)
    },
    ProgramCommand(CommandSpec("import", "those of a file") { file }) { context throws(CommandError) in
      var edit = try SettingsEdit(context)
      let value = try SettingsFiles.read(try context.require(file), context, for: edit)
      var rules = Rules(edit)
      if let time = value["away"] { rules.away = time }
      if case .object(let members) = value["emergency"] {
        for member in members.members { rules.emergency[member.name] = member.value }
      }
      return try rules.hand(in: &edit, context)
    },
    ProgramCommand(CommandSpec("export", "as a file") { outFile }) { context throws(CommandError) in
      try SettingsFiles.write(
        Rules(try SettingsEdit(context)).members, to: context.invocation[outFile], context)
      return .done
    },
  ])

/// The rules as they stand in files, those that nobody has changed too.
private struct Rules {
  var away: JSONValue
  var emergency: JSONObject

  init(_ edit: SettingsEdit) {
    let shipped = SettingsFile.shippedRules
    away = edit.settings["away"] ?? shipped["away"] ?? .null
    emergency = JSONObject()
    for source in [shipped["emergency"], edit.settings["emergency"]] {
      guard case .object(let members) = source else { continue }
      for member in members.members { emergency[member.name] = member.value }
    }
  }

  var members: JSONValue { ["away": away, "emergency": .object(emergency)] }

  func hand(in edit: inout SettingsEdit, _ context: CommandContext) throws(CommandError) -> ExitCode {
    edit.set("away", away)
    edit.set("emergency", .object(emergency))
    return try context.changed(edit, "The rules are changed.")
  }
}

private struct RulesAnswer: Answer {
  private let rules: Rules

  init(_ rules: Rules) { self.rules = rules }

  var text: String {
    func member(_ name: String) -> String { rules.emergency[name]?.word ?? rules.emergency[name]?.text ?? "" }
    return """
      A card counts again after \(rules.away.word ?? "") away.
      Emergency exits: \(member("count")) within \(member("period")), after \
      \((rules.emergency["waits"]?.words ?? []).joined(separator: ", ")).
      What is typed for one: \(member("sentence"))
      """
  }

  var json: JSONValue { ["ok": true, "rules": rules.members] }
}
