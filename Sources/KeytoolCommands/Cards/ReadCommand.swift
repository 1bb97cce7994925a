internal import CommandShell
internal import CommandSpec
internal import FocusPorts
internal import JSONText
internal import TagFormats

/// `read`: what is on a card.
let readCommand = Command(
  CommandSpec(
    "read", "shows what is on a card",
    discussion: """
      Waits for a card, or takes the one that lies there, and says what it is, what stands on it and whether it can be written.

      $ keytool read
      $ keytool read --json --reader ACR122U
      """
  ) {
    CardOptions.waiting
    CardOptions.password
  }
) { context throws(CommandFailure) in
  let password = try CardOptions.password(context)
  return try await CardStation.use(context) { station throws(CommandFailure) in
    let reader = try await station.nextCard()
    station.live.show("reading")
    let contents = try await station.work(at: reader) { session in
      CardWork.read(&session, .everything, at: reader.name, password: password)
    }
    station.live.clear()
    try context.answer(CardAnswer(reader: reader.name, contents: contents))
    return .done
  }
}
