internal import CommandShell
internal import CommandSpec
internal import FocusPorts
internal import JSONText
internal import PCSCReader

/// `readers`: what there is to hold a card on.
let readersCommand = Command(
  CommandSpec(
    "readers", "shows the card readers of this computer",
    discussion: """
      $ keytool readers
      $ keytool readers --json
      """
  ) {
    CardOptions.reader
  }
) { context throws(CommandFailure) in
  try context.answer(ReadersAnswer(names: CardStation.names(context)))
  return .done
}

private struct ReadersAnswer: Answer {
  let names: [ReaderName]

  var text: String { names.map(\.name).joined(separator: "\n") }

  var json: JSONValue {
    [
      "ok": true,
      "readers": .array(names.map { ["name": .string($0.name), "backend": .string($0.backend)] }),
    ]
  }
}
