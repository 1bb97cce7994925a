internal import CardDumps
internal import CommandShell
internal import FocusPorts
internal import Octets
internal import TagFormats

private let file = Operand<String>(.file(), "the file; - is standard output or input")

var dumpCommand: ProgramCommand {
  ProgramCommand(
    "dump", "Save a card's contents to a file",
    discussion: """
      The file is JSON: which card it was, its message, and its memory or its files as far as they were read. \
      restore writes the message back, onto this card or another, and memory decode shows the file.

      $ keytool dump desk-card.json
      """, takes: [file, CardOptions.waiting, CardOptions.password]
  ) { context throws(Failure) in
    let password = try CardOptions.password(context)
    let name = try context.usage { said throws(UsageError) in try said.require(file) }
    return try await CardReaders.use(context) { station throws(Failure) in
      let reader = try await station.nextCard()
      station.live.show("reading")
      let contents = try await station.work(at: reader) { session throws(Failure) in
        try CardOperations.read(&session, [.everything, .memory], at: reader.name, password: password)
      }
      station.live.clear()
      let answer = CardReport(
        reader: reader.name, contents: contents, done: "Saved to \(name).", extra: CardDump.members(of: contents.image))
      if name == "-" {
        try context.write(answer.json.text + "\n")
      } else {
        try context.write(file: name, Array((answer.json.text + "\n").utf8))
        try context.answer(answer)
      }
      return .done
    }
  }
}

var restoreCommand: ProgramCommand {
  ProgramCommand(
    "restore", "Write a saved message back to a card",
    discussion: """
      Writes the message of the file onto the card, in the same careful order as write, and compares. The file may be the dump of another tool.

      $ keytool restore desk-card.json
      """, takes: [file, CardOptions.waiting, CardOptions.password, CardOptions.dryRun]
  ) { context throws(Failure) in
    let password = try CardOptions.password(context)
    let isDry = context.invocation[CardOptions.dryRun]
    let name = try context.usage { said throws(UsageError) in try said.require(file) }
    let message = try kept(in: try context.read(file: name), name)
    return try await CardReaders.use(context) { station throws(Failure) in
      let reader = try await station.nextCard()
      let live = station.live
      let answer = try await station.work(at: reader) { session throws(Failure) in
        try restore(message, &session, at: reader, password: password, isDry: isDry, live)
      }
      live.clear()
      try context.answer(answer)
      return .done
    }
  }
}

private func restore(
  _ message: [UInt8], _ session: inout CardSession, at reader: ReaderName, password: [UInt8]?, isDry: Bool,
  _ live: ProgressLine
) throws(Failure) -> CardReport {
  let limits = session.limits
  let before = try CardOperations.read(&session, .everything, at: reader.name, password: password)
  let plan = try CardOperations.plan(at: reader.name) { () throws(PlanRefusal) in
    try .writing(message, to: before, limits: limits, password: CardOperations.key(password, for: before))
  }
  if isDry {
    return CardReport(
      reader: reader.name, contents: before,
      done: "Would write the message (\(message.count) of \(before.capacity) bytes)",
      extra: [("dry_run", true), ("commands", JSONValue(plan.steps.count))])
  }
  let after = try CardOperations.carryOut(plan, &session, at: reader.name, during: "restored", live: live)
  return CardReport(reader: reader.name, contents: after, done: "Restored and checked.", extra: [("verified", true)])
}

/// Returns the message in a file from `dump` or from another program that dumps cards.
private func kept(in octets: [UInt8], _ name: String) throws(Failure) -> [UInt8] {
  if let hex = (try? JSONDocument(octets))?.root["ndef_hex"] {
    guard let digits = hex.string else {
      throw Failure(
        .badData, kind: "no-message", what: "the dumped card held no message", at: .text(name),
        advice: "write one instead")
    }
    return try renaming(Failure.noHex, HexText.octets(of: digits))
  }
  guard let dump = try recognized(octets, named: name) else {
    if CardDump.isText(octets) { throw .unknownText(name) }
    throw Failure(
      .badData, kind: "no-dump", what: "this is not the dump of a card", at: .text(name),
      advice: "make one with: keytool dump")
  }
  return try dump.message(named: name)
}
