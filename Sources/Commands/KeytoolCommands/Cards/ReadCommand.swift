internal import CommandShell
internal import FocusPorts
internal import ProofOfTap
internal import TagFormats

var readCommand: ProgramCommand {
  ProgramCommand(
    "read", "Show what is on a card",
    discussion: """
      Waits for a card, or takes the one on the reader, and says what it is, what it holds and whether it can be written.

      $ keytool read
      $ keytool read --json --reader ACR122U
      """, takes: [CardOptions.waiting, CardOptions.password]
  ) { context throws(Failure) in
    let password = try CardOptions.password(context)
    return try await CardReaders.use(context) { station throws(Failure) in
      let (reader, contents) = try await station.read(password: password)
      let originality = contents.signature.map { _ in Originality(of: contents) }
      try context.answerInPages(CardReport(reader: reader.name, contents: contents, originality: originality))
      return .done
    }
  }
}

extension CardReaders {
  /// Waits for a card, or takes the one on the reader, and reads all of it.
  mutating func read(password: [UInt8]?) async throws(Failure) -> (reader: ReaderName, contents: CardContents) {
    let reader = try await nextCard()
    live.show("reading")
    let contents = try await work(at: reader) { session throws(Failure) in
      try CardOperations.read(&session, .everything, at: reader.name, password: password)
    }
    live.clear()
    return (reader, contents)
  }
}
