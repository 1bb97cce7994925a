internal import CommandShell
internal import CommandSpec
internal import FocusPorts
internal import JSONText
internal import Octets
internal import TagFormats

private let file = Operand<String>(.file(), "the file; - is standard output or input")

/// `dump`: what is on a card, in a file.
let dumpCommand = ProgramCommand(
  CommandSpec(
    "dump", "keeps what is on a card in a file",
    discussion: """
      The file is JSON: which card it was, its message, and of cards with one memory the memory as far as it was read. \
      restore writes the message back, onto this card or another.

      $ keytool dump desk-card.json
      """
  ) {
    file
    CardOptions.waiting
    CardOptions.password
  }
) { context throws(CommandError) in
  let password = try CardOptions.password(context)
  let name = try context.usage { said throws(UsageError) in try said.require(file) }
  return try await CardReaders.use(context) { station throws(CommandError) in
    let reader = try await station.nextCard()
    station.live.show("reading")
    let contents = try await station.work(at: reader) { session throws(CommandError) in
      try CardOperations.read(&session, [.everything, .memory], at: reader.name, password: password)
    }
    station.live.clear()
    let answer = CardReport(
      reader: reader.name, contents: contents, done: "kept in \(name)", extra: [("memory_hex", memory(of: contents))])
    if name == "-" {
      try context.write(answer.json.text + "\n")
    } else {
      try context.write(file: name, Array((answer.json.text + "\n").utf8))
      try context.answer(answer)
    }
    return .done
  }
}

private func memory(of contents: CardContents) -> JSONValue {
  switch contents.image {
  case .type1(let image): .string(HexText.text(of: image.octets))
  case .type2(let image): .string(HexText.text(of: image.octets))
  case .type3(let image): .string(HexText.text(of: image.octets))
  case .type5(let image): .string(HexText.text(of: image.octets))
  case .classic(let image): .string(HexText.text(of: image.octets))
  case .type4, nil: .null
  }
}

/// `restore`: a message that was kept goes back on a card.
let restoreCommand = ProgramCommand(
  CommandSpec(
    "restore", "writes back what dump kept",
    discussion: """
      Writes the message of the file onto the card, in the same careful order as write, and compares.

      $ keytool restore desk-card.json
      """
  ) {
    file
    CardOptions.waiting
    CardOptions.password
    CardOptions.dryRun
  }
) { context throws(CommandError) in
  let password = try CardOptions.password(context)
  let isDry = context.invocation[CardOptions.dryRun]
  let name = try context.usage { said throws(UsageError) in try said.require(file) }
  let message = try kept(in: try context.read(file: name), name)
  return try await CardReaders.use(context) { station throws(CommandError) in
    let reader = try await station.nextCard()
    let live = station.live
    let answer = try await station.work(at: reader) { session throws(CommandError) in
      try restore(message, &session, at: reader, password: password, isDry: isDry, live)
    }
    live.clear()
    try context.answer(answer)
    return .done
  }
}

private func restore(
  _ message: [UInt8], _ session: inout CardSession, at reader: ReaderName, password: [UInt8]?, isDry: Bool,
  _ live: ProgressLine
) throws(CommandError) -> CardReport {
  let limits = session.limits
  let before = try CardOperations.read(&session, .everything, at: reader.name, password: password)
  let plan = try CardOperations.plan(at: reader.name) { () throws(PlanRefusal) in
    try .writing(message, to: before, limits: limits, password: CardOperations.key(password, for: before))
  }
  if isDry {
    return CardReport(
      reader: reader.name, contents: before, done: "nothing done; it would take \(plan.steps.count) commands",
      extra: [("dry_run", true), ("commands", JSONValue(plan.steps.count))])
  }
  let after = try CardOperations.carryOut(plan, &session, at: reader.name, during: "restored", live: live)
  return CardReport(reader: reader.name, contents: after, done: "restored, verified", extra: [("verified", true)])
}

/// The message in a file that dump made, or another program that dumps cards.
private func kept(in octets: [UInt8], _ name: String) throws(CommandError) -> [UInt8] {
  if let hex = (try? JSONDocument(octets))?.root["ndef_hex"] {
    guard let digits = hex.string else {
      throw CommandError(
        .badData, kind: "no-message", what: "the dumped card held no message", at: .text(name),
        advice: "write one instead")
    }
    do throws(HexError) { return try HexText.octets(of: digits) } catch { throw .noHex(error) }
  }
  guard let dump = try recognized(octets, named: name) else {
    throw CommandError(
      .badData, kind: "no-dump", what: "this is no dump of a card", at: .text(name),
      advice: "make one with: keytool dump")
  }
  return try dump.message(named: name)
}
