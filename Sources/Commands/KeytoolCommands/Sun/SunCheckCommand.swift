internal import CommandShell
internal import Octets
internal import ProofOfTap
internal import ServiceContract
internal import TagFormats

private let url = Operand<String>(.text("URL"), "the link as a phone read it")
private let key = Option("key", value: .text("HEX"), "one key for both (hex), or -")
private let keys = Option("keys", value: .file(), "a file like signing-cards.json")

var sunCheckCommand: ProgramCommand {
  ProgramCommand(
    "check", "Check whether a card signed a link",
    discussion: """
      Opens what a signing card (NTAG 424 DNA and its family, in AES or LRP mode) put into a link, and compares its code: the answer is the card's \
      UID, its counter, and whether the code is right. The exit code is 1 if it is not. A right code says that the card was there once: who checks \
      taps must also refuse a counter that is not higher than the last one.

      The keys are those of --keys, or else those that keytool write --sign keeps on this computer; with --master no list is needed for the cards \
      that were made with it (those with two keys: NTAG 424 DNA and 424 DNA TT).

      $ keytool sun check 'https://focuskey.app/stop?picc_data=...&cmac=...'
      $ keytool sun check --key 00000000000000000000000000000000 'https://example.com/?e=...&c=...'
      $ keytool sun check --keys signing-cards.json 'https://example.com/?picc_data=...&cmac=...' --json
      """, takes: [url, key, keys, CardOptions.master, CardOptions.home]
  ) { context throws(Failure) in
    let said = context.invocation
    let text = try context.usage { said throws(UsageError) in
      if said[key] != nil, said[keys] != nil { throw said.conflict("--key", "--keys") }
      if said[CardOptions.master] != nil, said[key] != nil { throw said.conflict("--master", "--key") }
      if said[CardOptions.master] != nil, said[keys] != nil { throw said.conflict("--master", "--keys") }
      return try said.require(url)
    }
    guard let link = SignedLink(text) else {
      throw Failure(
        .badData, kind: "not-signed", what: "the link carries no card's code", at: .text(text),
        advice: "copy it whole, as the card gave it: with picc_data= and cmac=, or what your card calls them")
    }
    let tap: SignedLink.Tap?
    if let given = said[key] {
      let octets = try CardOptions.key(context, given, of: "--key")
      tap = link.tap(metaKey: octets, fileKey: octets)
    } else if let master = try CardOptions.master(context) {
      tap = link.tap(of: master)
    } else {
      let cards = try cards(context)
      let taps = cards.compactMap { card in link.tap(of: card).flatMap { $0.uid == card.uid ? $0 : nil } }
      tap = taps.first { $0.isSigned } ?? taps.first
    }
    try context.answer(TapAnswer(tap: tap))
    return tap?.isSigned == true ? .done : .no
  }
}

private func cards(_ context: CommandContext) throws(Failure) -> [SigningCard] {
  let name = context.invocation[keys]
  let path = name.map { context.surroundings.path(of: $0) } ?? CardOptions.service(context).signingCards
  guard Files.exists(path) else {
    throw Failure(
      .noInput, kind: "no-keys", what: name == nil ? "no key to check with" : "no such file",
      at: .text(name ?? path), advice: "give --key HEX, or --keys with a file like signing-cards.json")
  }
  return try SigningCardFile(path: path).read()
}

private struct TapAnswer: PrintedAnswer {
  let tap: SignedLink.Tap?

  private var isValid: Bool { tap?.isSigned == true }

  var json: JSONValue {
    [
      "ok": .bool(isValid), "uid": tap.map { .string(HexText.text(of: $0.uid, uppercase: true)) } ?? .null,
      "counter": tap.map { JSONValue(Int($0.counter)) } ?? .null, "valid": .bool(isValid),
      "mode": tap.map { .string($0.isLRP ? "lrp" : "aes") } ?? .null,
    ]
  }

  var text: String {
    guard let tap else { return "not valid: these keys do not open it" }
    let card = "card \(HexText.text(of: tap.uid, uppercase: true)), counter \(tap.counter)"
    return tap.isSigned ? "valid: \(card)" : "not valid: \(card), but the code is another one"
  }
}

extension SignedLink {
  /// Reads a link with keys from a master key: first to learn who tapped, then that card's own.
  fileprivate func tap(of master: MasterKey) -> Tap? {
    guard let meta = master.metaKey, let who = tap(metaKey: meta, fileKey: meta),
      let keys = master.signingKeys(of: who.uid, chip: .ntag424DNA)
    else { return nil }
    return tap(metaKey: keys.metaKey, fileKey: keys.fileKey)
  }
}
