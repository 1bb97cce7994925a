internal import CommandShell
internal import FocusPorts
internal import TagFormats

let eraseCommand = changeCommand(
  "erase", "Remove the message from a card", done: "Erased and checked.",
  discussion: """
    The card stays formatted and reads as empty everywhere.

    $ keytool erase
    """
) { contents, limits, password throws(PlanRefusal) in
  try .erasing(contents, limits: limits, password: password)
}

let formatCommand = changeCommand(
  "format", "Make a card ready for a message", done: "Formatted and checked.",
  discussion: """
    Gives the card an empty layout of its type. It also repairs a card whose layout is damaged. A DESFire gets the application and the files \
    that phones look for, an NTAG 413 or 424 DNA its own ones back, each by the key that the factory left.

    $ keytool format
    """
) { contents, limits, password throws(PlanRefusal) in
  try .formatting(contents, limits: limits, password: password, ciphers: CardOperations.ciphers)
}

let lockCommand = changeCommand(
  "lock", "Make a card read-only for good", done: "Locked for good and checked.", isForGood: true,
  discussion: """
    This cannot be undone. It asks first; --yes answers for scripts.

    $ keytool lock --dry-run
    $ keytool lock --yes
    """
) { contents, limits, password throws(PlanRefusal) in
  try .locking(contents, limits: limits, password: password, ciphers: CardOperations.ciphers)
}

let unprotectCommand = changeCommand(
  "unprotect", "Remove the password from a card", done: "The password was removed and the card checked.",
  discussion: """
    The message stays as it is. The password is the one that was given to write --protect.

    $ keytool unprotect --password 1a2b3c4d
    """,
  needsPassword: true
) { contents, _, password throws(PlanRefusal) in
  try .unprotecting(contents, password: password ?? [])
}

typealias CardPlanning = @Sendable (CardContents, CarrierLimits, [UInt8]?) throws(PlanRefusal) -> WritePlan

private func changeCommand(
  _ name: String, _ abstract: String, done: String, isForGood: Bool = false, discussion: String,
  needsPassword: Bool = false, planning: @escaping CardPlanning
) -> ProgramCommand {
  ProgramCommand(
    name, abstract, discussion: discussion,
    takes: [CardOptions.waiting, CardOptions.password, CardOptions.dryRun, isForGood ? CardOptions.asking : []]
  ) { context throws(Failure) in
    let password = try CardOptions.password(context)
    if needsPassword, password == nil {
      throw Failure(
        .usage, kind: "no-password", what: "a password is needed", at: .text("--password"),
        advice: "give the 8 hex digits that it was protected with")
    }
    let isDry = context.invocation[CardOptions.dryRun]
    return try await CardReaders.use(context) { station throws(Failure) in
      let reader = try await station.nextCard()
      let before = try await station.work(at: reader) { session throws(Failure) in
        try CardOperations.read(&session, .everything, at: reader.name, password: password)
      }
      station.live.keep(CardReport.headline(of: before))
      if isForGood, !isDry {
        try context.mustAgree(
          context.invocation[CardOptions.yes], to: "lock \(CardReport.name(of: before)) for good", word: "lock")
      }
      let change = CardChange(
        name: name, done: done, isDry: isDry, password: password, needsPassword: needsPassword, live: station.live,
        planning: planning)
      let answer = try await station.work(at: reader) { session throws(Failure) in
        try change.apply(to: &session, at: reader.name, before)
      }
      station.live.clear()
      try context.answer(answer)
      return .done
    }
  }
}

struct CardChange: Sendable {
  let name: String
  let done: String
  let isDry: Bool
  let password: [UInt8]?
  let needsPassword: Bool
  let live: ProgressLine
  let planning: CardPlanning

  /// What is being done to the card, told to somebody who removed it meanwhile.
  private var participle: String {
    switch name {
    case "lock": "locked"
    case "erase": "erased"
    case "unprotect": "unprotected"
    case "unsign": "changed back"
    default: "formatted"
    }
  }

  /// Changes the card, if it is still the one that was read before.
  func apply(
    to session: inout CardSession, at reader: String, _ before: CardContents
  ) throws(Failure) -> CardReport {
    guard session.sighting.uid.isEmpty || session.sighting.uid == before.uid else { throw .cardLeft }
    let limits = session.limits
    let key = CardOperations.key(password, for: before)
    if needsPassword, key == nil {
      throw Failure(
        .no, kind: "not-protected", what: "the card has no password", at: .text(reader), advice: "nothing is to be done"
      )
    }
    let plan = try CardOperations.plan(at: reader) { () throws(PlanRefusal) in try planning(before, limits, key) }
    if isDry {
      return CardReport(
        reader: reader, contents: before, done: "Would \(name) it: \(CardReport.headline(of: before))",
        extra: [("dry_run", true), ("commands", JSONValue(plan.steps.count))])
    }
    let after = try CardOperations.carryOut(plan, &session, at: reader, during: participle, live: live)
    return CardReport(reader: reader, contents: after, done: done, extra: [("verified", true)])
  }
}
