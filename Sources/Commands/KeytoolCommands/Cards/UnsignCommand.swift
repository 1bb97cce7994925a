internal import CommandShell
internal import FocusPorts
internal import Octets
internal import ProofOfTap
internal import ServiceContract
internal import TagFormats

var unsignCommand: ProgramCommand {
  ProgramCommand(
    "unsign", "Stop a card from signing its taps",
    discussion: """
      The card shows its message as it was written, and its two keys become the factory's again, as they were before write --sign; the file with \
      the keys forgets it. LRP mode stays. If that file is lost, --master makes the keys again that were made from it. If the service knows the card as a key that signs, change that too: focuskey key remove.

      $ keytool unsign --dry-run
      $ keytool unsign
      """, takes: [CardOptions.waiting, CardOptions.master, CardOptions.dryRun]
  ) { context throws(Failure) in
    let file = SigningCardFile(path: CardOptions.service(context).signingCards)
    let known = try file.read()
    let master = try CardOptions.master(context)
    let isDry = context.invocation[CardOptions.dryRun]
    return try await CardReaders.use(context) { station throws(Failure) in
      let reader = try await station.nextCard()
      let before = try await station.work(at: reader) { session throws(Failure) in
        try CardOperations.read(&session, .everything, at: reader.name)
      }
      station.live.keep(CardReport.headline(of: before))
      let card = known.first { $0.uid == before.uid }
      guard before.signs || card != nil || master != nil else {
        throw Failure(
          .no, kind: "not-signing", what: "the card does not sign its taps", at: .text(reader.name),
          advice: "there is nothing to undo")
      }
      // Without its keys nothing but the signing can be taken back, and the proof of the factory's says so.
      let keys = card?.keys ?? master?.signingKeys(of: before.uid, chip: before.chip) ?? .factory
      let change = CardChange(
        name: "unsign", done: "It does not sign any longer; checked.", isDry: isDry, password: nil,
        needsPassword: false,
        live: station.live
      ) { contents, _, _ throws(PlanRefusal) in
        try .unsigning(contents, with: keys, ciphers: CardOperations.ciphers)
      }
      let answer = try await station.work(at: reader) { session throws(Failure) in
        try change.apply(to: &session, at: reader.name, before)
      }
      if !isDry { try file.forget(before.uid) }
      station.live.clear()
      try context.answer(answer)
      return .done
    }
  }
}
