internal import CommandShell
internal import FocusWire

private let away = Option("away", value: .text("TIME"), "time between taps, at most 1m")
private let exits = Option("exits", value: .number("COUNT"), "number of emergency exits in the --within time")
private let within = Option("within", value: .text("TIME"), "the period of --exits, such as 30d")
private let waits = Option("wait", value: .text("TIME"), "wait of the first exit, the second ...", mayRepeat: true)
private let sentence = Option("sentence", value: .text("TEXT"), "the sentence to type for an emergency exit")
private let file = Operand<String>(.file(), "the file; - for standard input")
private let outFile = Operand<String>(.file(), "output file (default: standard output)", count: .optional)

var rulesCommand: ProgramCommand {
  ProgramCommand(
    group: "rules", "Manage the rules for all profiles",
    discussion: """
      These are the time between taps and the emergency exits. Each exit waits at least as long as the one before. During a session the rules
      cannot be changed.

      $ focuskey rules edit --away 2s --exits 2 --wait 2m --wait 10m
      """,
    [
      ProgramCommand("show", "Show the rules") { context throws(Failure) in
        try context.answer(RulesAnswer(Rules(try SettingsEdit(context))))
        return .done
      },
      ProgramCommand(
        "edit", "Change the rules", takes: [away, exits, within, waits, sentence]
      ) { context throws(Failure) in
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
      ProgramCommand("import", "Import the rules from a file", takes: [file]) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        let value = try SettingsFiles.read(try context.require(file), context, for: edit)
        var rules = Rules(edit)
        if let time = value["away"] { rules.away = time }
        if case .object(let members) = value["emergency"] {
          for member in members.members { rules.emergency[member.name] = member.value }
        }
        return try rules.hand(in: &edit, context)
      },
      ProgramCommand("export", "Export the rules to a file", takes: [outFile]) { context throws(Failure) in
        try SettingsFiles.write(Rules(try SettingsEdit(context)).members, to: context.invocation[outFile], context)
        return .done
      },
    ])
}

/// The rules as in files, including those that nobody has changed.
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

  func hand(in edit: inout SettingsEdit, _ context: CommandContext) throws(Failure) -> ExitCode {
    edit.set("away", away)
    edit.set("emergency", .object(emergency))
    return try context.changed(edit, "Changed the rules.")
  }
}

private struct RulesAnswer: PrintedAnswer {
  private let rules: Rules

  init(_ rules: Rules) { self.rules = rules }

  var text: String {
    func member(_ name: String) -> String { rules.emergency[name]?.word ?? rules.emergency[name]?.text ?? "" }
    return """
      Time between taps: \(rules.away.word ?? "").
      Emergency exits: \(member("count")) within \(member("period")), with waits of \
      \((rules.emergency["waits"]?.words ?? []).joined(separator: ", ")).
      Sentence to type: \(member("sentence"))
      """
  }

  var json: JSONValue { ["ok": true, "rules": rules.members] }
}
