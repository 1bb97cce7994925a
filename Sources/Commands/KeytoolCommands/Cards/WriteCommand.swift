internal import CommandShell
internal import CommandSpec
internal import FocusLinks
internal import FocusPorts
internal import JSONText
internal import LinuxRuntime
internal import NDEF
internal import Octets
internal import TagFormats

private let force = Flag("force", "writes over what somebody else put there, and on cards that iPhones do not read")
private let lock = Flag("lock", "makes the card read-only for good afterwards; asks first")
private let protect = Flag("protect", "sets the password on the card afterwards, so that only who knows it can write")
private let batch = Option("batch", value: .number(in: 1...10_000), "writes so many cards, one after the other")

/// `write`: a link goes on a card.
let writeCommand = ProgramCommand(
  CommandSpec(
    "write", "writes a link on a card, and makes sure that it stands there",
    discussion: """
      Waits for a card, says what it is and what phones will do with the link, and writes in an order in which a card that is pulled reads as \
      before, as empty or as new, never as anything else; writing again repairs it. Then it reads back and compares. What somebody else wrote \
      is kept unless --force is said. With --password a protected card is opened; with --protect as well, it is protected afterwards. \
      With --mirror the card itself puts its UID, its tap counter or both behind tap= in the link whenever it is read. \
      With --key the card is registered with the running service under that id: it may then start, stop, break and switch, or what --may \
      says, and is known by its UID; with --proof counter a tap counts only if the card's counter has risen.

      $ keytool write https://focuskey.app/start?profile=work
      $ keytool write --profile work --batch 10
      $ keytool write https://focuskey.app/focus/work --mirror uid,counter
      $ keytool write --profile work --key desk --may start,stop
      $ keytool write https://focuskey.app/focus/work --dry-run --json
      """
  ) {
    WriteOrder.link
    WriteOrder.profile
    WriteOrder.file
    WriteOrder.hex
    WriteOrder.aar
    WriteOrder.mirror
    CardOptions.waiting
    force
    lock
    CardOptions.password
    protect
    batch
    KeyRegistration.options
    CardOptions.dryRun
    CardOptions.yes
    LinkTable.options
  }
) { context throws(CommandError) in
  let order = try WriteOrder(context)
  let job = try CardWriting(context, order)
  let count = context.invocation[batch] ?? 1
  let registration = try KeyRegistration(context, cards: count, order)
  try registration?.checkID()
  return try await CardReaders.use(context) { station throws(CommandError) in
    for finding in order.forecast.findings where finding.level != .info {
      station.live.keep("\(finding.level.rawValue): \(finding.message(in: order.table))")
    }
    if job.locks, !job.isDry {
      try context.mustAgree(context.invocation[CardOptions.yes], to: "lock what is written for good", word: "lock")
    }
    var written: Set<[UInt8]> = []
    while written.count < count {
      let reader = try await station.nextCard()
      let live = station.live
      try registration?.checkCard(station.uid(at: reader))
      var card = try await station.work(at: reader) { session throws(CommandError) in
        try job.write(&session, at: reader.name, live)
      }
      live.clear()
      if let registration, !job.isDry {
        try registration.register(card.contents.uid)
        card.done = "\(card.done ?? ""), registered as \(registration.id)"
        card.extra.append(("key", .string(registration.id)))
      }
      try context.answer(card)
      try context.flush()
      written.insert(card.contents.uid)
      if written.count < count {
        live.keep("\(written.count) of \(count) done")
        try await station.waitForRemoval(from: reader)
      }
    }
    return .done
  }
}

/// Writing one card.
private struct CardWriting: Sendable {
  let order: WriteOrder
  let isForced: Bool
  let locks: Bool
  let isDry: Bool
  let password: [UInt8]?
  let protects: Bool

  init(_ context: CommandContext, _ order: WriteOrder) throws(CommandError) {
    self.order = order
    isForced = context.invocation[force]
    locks = context.invocation[lock]
    isDry = context.invocation[CardOptions.dryRun]
    password = try CardOptions.password(context)
    protects = context.invocation[protect]
    if protects, password == nil {
      throw CommandError(
        .usage, kind: "no-password", what: "no password to protect with", at: .text("--protect"),
        advice: "say it with --password")
    }
  }

  /// Reads the card, prepares it, writes the message and what comes after it.
  func write(
    _ session: inout CardSession, at reader: String, _ live: ProgressLine
  ) throws(CommandError) -> CardReport {
    live.show("reading")
    let before = try CardOperations.read(&session, .everything, at: reader, password: password)
    live.keep("this is \(CardReport.name(of: before)): \(CardReport.sentence(for: before.message))")
    if let objection = objection(to: before, at: reader) { throw objection }
    var steps = 0
    var contents = before
    if let plan = try preparation(of: before, session.limits, at: reader) {
      steps += plan.steps.count
      if !isDry {
        contents = try CardOperations.carryOut(plan, &session, at: reader, during: "prepared", live: live)
      }
    }
    // What could not be prepared in a dry run cannot be planned for either.
    if isDry, case .unformatted = contents.message { return dry(contents, at: reader, steps) }
    let limits = session.limits
    let plan = try CardOperations.plan(at: reader) { () throws(PlanRefusal) in
      try .writing(order.message, to: contents, limits: limits, password: key(for: contents))
    }
    if isDry { return dry(contents, at: reader, steps + plan.steps.count) }
    contents = try CardOperations.carryOut(plan, &session, at: reader, during: "written", live: live)
    guard contents.message.octets == order.message else { throw Self.notAsWritten(at: reader) }
    return try finish(contents, &session, at: reader, live)
  }

  /// A card without a layout, or with a broken one, gets a good one first; one that lays its own digits over the
  /// message stops that, so that the message is read as it is written.
  private func preparation(
    of before: CardContents, _ limits: CarrierLimits, at reader: String
  ) throws(CommandError) -> WritePlan? {
    let key = key(for: before)
    switch before.message {
    case .unformatted, .damaged:
      return try CardOperations.plan(at: reader) { () throws(PlanRefusal) in
        try .formatting(before, limits: limits, password: key, ciphers: CardOperations.ciphers)
      }
    case .missing, .empty, .octets, .interrupted, .hidden:
      guard let mirror = before.mirror, mirror.count > 0, before.writable || password != nil else { return nil }
      return try CardOperations.plan(at: reader) { () throws(PlanRefusal) in
        try .mirroring(uid: false, counter: false, at: 0, on: before, password: key, ciphers: CardOperations.ciphers)
      }
    }
  }

  /// What comes after the message: the mirror, the password, the lock.
  private func finish(
    _ written: CardContents, _ session: inout CardSession, at reader: String, _ live: ProgressLine
  ) throws(CommandError) -> CardReport {
    var contents = written
    var done = ["written", "verified"]
    if let mirror = order.mirror {
      let plan = try CardOperations.plan(at: reader) { [contents] () throws(PlanRefusal) in
        try .mirroring(
          uid: mirror.uid, counter: mirror.counter, at: mirror.offset, on: contents, password: key(for: contents),
          ciphers: CardOperations.ciphers)
      }
      contents = try CardOperations.carryOut(
        plan, &session, at: reader, during: "taught to show itself", live: live)
      guard mirror.shows(contents, over: order.message) else { throw Self.notAsWritten(at: reader) }
      done.append("shows its \(contents.mirror?.words ?? "digits")")
    }
    if protects, let password {
      let plan = try protection(of: contents, by: password, at: reader)
      contents = try CardOperations.carryOut(plan, &session, at: reader, during: "protected", live: live)
      done.append("protected")
    }
    if locks {
      let limits = session.limits
      let plan = try CardOperations.plan(at: reader) { [contents] () throws(PlanRefusal) in
        try .locking(contents, limits: limits, password: key(for: contents), ciphers: CardOperations.ciphers)
      }
      contents = try CardOperations.carryOut(plan, &session, at: reader, during: "locked", live: live)
      done.append("locked for good")
    }
    return CardReport(
      reader: reader, contents: contents, done: done.joined(separator: ", "), extra: [("verified", true)] + forecast)
  }

  private func protection(
    of contents: CardContents, by password: [UInt8], at reader: String
  ) throws(CommandError) -> WritePlan {
    guard let protection = PasswordProtection(password: password, answer: Array(password.prefix(2).reversed())) else {
      throw .refused(.notPossible(contents.chip), at: reader)
    }
    return try CardOperations.plan(at: reader) { () throws(PlanRefusal) in
      try .protecting(contents, with: protection, password: key(for: contents))
    }
  }

  private func key(for contents: CardContents) -> [UInt8]? { CardOperations.key(password, for: contents) }

  private static func notAsWritten(at reader: String) -> CommandError {
    .reading(.notAsWritten(.reselect, expected: [], found: []), at: reader)
  }

  private func dry(_ contents: CardContents, at reader: String, _ steps: Int) -> CardReport {
    CardReport(
      reader: reader, contents: contents, done: "nothing done; it would take \(steps) commands",
      extra: [("dry_run", true), ("commands", JSONValue(steps))] + forecast)
  }

  private var forecast: [(name: String, value: JSONValue)] {
    [
      ("iphone", .string(order.forecast.iPhone.rawValue)), ("android", .string(order.forecast.android.rawValue)),
      ("desktop", .string(order.forecast.desktop.rawValue)),
    ]
  }

  /// What speaks against writing this card, unless it is forced.
  private func objection(to before: CardContents, at reader: String) -> CommandError? {
    guard !isForced else { return nil }
    if before.type == .classic {
      return CommandError(
        .no, kind: "not-for-iphones", what: "iPhones do not read \(before.chip.name)", at: .text(reader),
        advice: "use an NTAG card, or say --force")
    }
    guard case .octets(let octets) = before.message, octets != order.message, !isOurs(octets) else { return nil }
    let found = (try? NDEFMessage(decoding: octets))?.records.first.map(\.words) ?? "\(octets.count) octets"
    return CommandError(
      .no, kind: "somebody-elses", what: "the card holds something else: \(found)", at: .text(reader),
      advice: "use an empty card, or say --force to write over it")
  }

  /// Whether a message is one of FocusKey's: its link is.
  private func isOurs(_ octets: [UInt8]) -> Bool {
    guard let message = try? NDEFMessage(decoding: octets) else { return false }
    return LinkForecaster(table: order.table).forecast(records: message.records).link != nil
  }
}
