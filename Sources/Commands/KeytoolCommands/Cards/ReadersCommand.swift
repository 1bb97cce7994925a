internal import CommandShell
internal import FocusPorts
internal import ServiceContract

var readersCommand: ProgramCommand {
  ProgramCommand(
    "readers", "List the card readers of this computer",
    discussion: """
      Those that PC/SC knows, and the devices that only libnfc reaches: named in config.json5 (readers: libnfc), or plugged in on USB. Your own \
      names for readers are in config.json5 too (readers: named).

      $ keytool readers
      $ keytool readers --json
      """, takes: [CardOptions.reader, CardOptions.home]
  ) { context throws(Failure) in
    try context.answer(ReadersAnswer(choices: ReaderChoice(context).choices))
    return .done
  }
}

private struct ReadersAnswer: PrintedAnswer {
  let choices: [ReaderChoice.Choice]

  var text: String {
    choices.map { choice in
      var notes: [String] = []
      if choice.name != choice.device.name { notes.append(choice.device.name) }
      if choice.role != .any { notes.append("taps: \(choice.role.rawValue)") }
      return choice.name + (notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))")
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": true,
      "readers": .array(
        choices.map { choice in
          .members([
            "name": .string(choice.name), "backend": .string(choice.device.backend),
            "device": choice.name == choice.device.name ? nil : .string(choice.device.name),
            "role": choice.role == .any ? nil : .string(choice.role.rawValue),
          ])
        }),
    ]
  }
}
