internal import CommandShell
internal import NDEF

private let folder = Operand<String>(.folder(), "the folder with the cards; Tags without it", count: .optional)

var payloadBuildCommand: ProgramCommand {
  ProgramCommand(
    "build", "Build the payload of every card definition",
    discussion: """
      Each NAME.json5 of the folder gives NAME.ndef beside it: the message alone, without TLV or length. Nothing is written before all \
      definitions are understood.

      A definition has about (what the card is for), fits (ultralight, ntag203, ntag210, ntag212, ntag213, ntag215 or ntag216; optional) and \
      records, a list of { uri }, { text, lang, utf16 }, { poster: { uri, titles, action, size, media } }, { aar }, { external, hex } and \
      { media, text or hex }, each with an optional id.

      $ keytool payload build
      """, takes: [folder]
  ) { context throws(Failure) in
    let cards = try CardFolder(context.invocation[folder] ?? "Tags", in: context)
    var answer = PayloadAnswer()
    for card in cards.cards {
      if isThere(card, in: context) {
        answer.add(card, .same)
      } else {
        try context.write(file: card.file, card.payload)
        answer.add(card, .built)
      }
    }
    answer.orphans = cards.orphans
    try context.answer(answer)
    return .done
  }
}

/// Whether the payload's file is already right, so that it need not be written.
private func isThere(_ card: CardFolder.Card, in context: CommandContext) -> Bool {
  do throws(Failure) {
    return try context.read(file: card.file, limit: NDEFMessage.longest) == card.payload
  } catch {
    // What keeps it from being read also keeps it from being written, and is reported then.
    return false
  }
}
