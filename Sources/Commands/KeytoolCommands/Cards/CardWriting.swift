internal import CommandShell
internal import FocusLinks
internal import NDEF
internal import ProofOfTap
internal import ServiceContract
internal import TagFormats

struct CardWriting: Sendable {
  private(set) var order: WriteOrder
  /// The order for a card in LRP mode, if cards should sign.
  private let orderInLRPMode: WriteOrder?
  let switchesToLRP: Bool
  let isForced: Bool
  let locks: Bool
  let isDry: Bool
  let password: [UInt8]?
  let protects: Bool
  let signingCards: SigningCardFile
  /// The master key for new keys of such cards; without one they are random.
  let master: MasterKey?

  init(_ context: CommandContext, _ order: WriteOrder) throws(Failure) {
    self.order = order
    orderInLRPMode = if order.signature == nil { nil } else { try WriteOrder(context, inLRPMode: true) }
    switchesToLRP = context.invocation[WriteOrder.lrp]
    isForced = context.invocation[writeForce]
    locks = context.invocation[writeLock]
    isDry = context.invocation[CardOptions.dryRun]
    password = try CardOptions.password(context)
    protects = context.invocation[writeProtect]
    signingCards = SigningCardFile(path: CardOptions.service(context).signingCards)
    if context.invocation[CardOptions.master] != nil, order.signature == nil {
      throw Failure(
        .usage, kind: "not-signed", what: "the card would have no keys", at: .text("--master"), advice: "add --sign")
    }
    master = try CardOptions.master(context)
    if protects, password == nil {
      throw Failure(
        .usage, kind: "no-password", what: "no password to protect with", at: .text("--protect"),
        advice: "give it with --password")
    }
  }

  func write(
    _ session: inout CardSession, at reader: String, _ live: ProgressLine
  ) throws(Failure) -> CardReport {
    var place = Place(reader: reader, live: live)
    live.show("reading")
    let before = try CardOperations.read(&session, .everything, at: reader, password: password)
    live.keep(CardReport.headline(of: before))
    // Before anything is written: a card that cannot do it stays as it is.
    if order.signature != nil {
      if let failure = signingObjection(to: before, at: reader) { throw failure }
      _ = try signingCards.read()
    } else if !canShow(before.chip) {
      throw .refused(.notPossible(before.chip), at: reader)
    }
    if let failure = objection(to: before, at: reader) { throw failure }
    var job = self
    if switchesToLRP || before.speaksLRP, let orderInLRPMode { job.order = orderInLRPMode }
    let ready = try job.prepared(before, &session, &place)
    return try job.write(on: ready, before, &session, &place)
  }

  /// Where the card is, and how many commands the work takes.
  struct Place {
    let reader: String
    let live: ProgressLine
    var commands = 0
  }

  /// Carries out a plan, or in a dry run only counts its commands.
  func carry(
    _ plan: () throws(PlanRefusal) -> WritePlan, on contents: CardContents, _ session: inout CardSession,
    _ place: inout Place, during work: String
  ) throws(Failure) -> CardContents {
    let made = try CardOperations.plan(at: place.reader, plan)
    place.commands += made.steps.count
    if isDry { return contents }
    return try CardOperations.carryOut(made, &session, at: place.reader, during: work, live: place.live)
  }

  /// The password, if this card asks for it.
  func key(for contents: CardContents) -> [UInt8]? { CardOperations.key(password, for: contents) }

  /// Makes a good layout first if needed, and stops a card from laying digits over the message.
  private func prepared(
    _ before: CardContents, _ session: inout CardSession, _ place: inout Place
  ) throws(Failure) -> CardContents {
    let limits = session.limits
    let key = key(for: before)
    switch before.message {
    case .unformatted, .damaged:
      return try carry(
        { () throws(PlanRefusal) in
          try .formatting(before, limits: limits, password: key, ciphers: CardOperations.ciphers)
        }, on: before, &session, &place, during: "prepared")
    case .missing, .empty, .octets, .interrupted, .hidden:
      guard before.signs || before.mirror.map({ $0.count > 0 }) ?? false, before.writable || password != nil
      else { return before }
      return try carry(
        { () throws(PlanRefusal) in
          try .mirroring(uid: false, counter: false, at: 0, on: before, password: key, ciphers: CardOperations.ciphers)
        }, on: before, &session, &place, during: "prepared")
    }
  }

  private func write(
    on ready: CardContents, _ before: CardContents, _ session: inout CardSession, _ place: inout Place
  ) throws(Failure) -> CardReport {
    let limits = session.limits
    if isDry, ready.lacksLayout { return dry(ready, before, place) }
    let message = order.message
    let key = key(for: ready)
    let after = try carry(
      { () throws(PlanRefusal) in try .writing(message, to: ready, limits: limits, password: key) }, on: ready,
      &session,
      &place, during: "written")
    if isDry { return dry(ready, before, place) }
    guard after.message.octets == message else {
      throw .reading(.notAsWritten(.reselect, expected: [], found: []), at: place.reader)
    }
    return try finished(after, &session, &place)
  }

  private func dry(_ contents: CardContents, _ before: CardContents, _ place: Place) -> CardReport {
    // The room of a card that is formatted on the way shows only then.
    let room =
      contents.capacity > 0 ? "\(order.message.count) of \(contents.capacity) bytes" : bytes(order.message.count)
    let old = CardReport.held(by: before).map { ", replacing \($0)" } ?? ""
    let signing =
      order.signature.map { ", and let the card sign each tap\($0.inLRPMode ? " in LRP mode" : "")" } ?? ""
    return CardReport(
      reader: place.reader, contents: contents,
      done: "Would write \(order.words) (\(room))\(old)\(signing)",
      extra: [("dry_run", true), ("commands", JSONValue(place.commands))] + forecast)
  }

  var forecast: [(name: String, value: JSONValue)] {
    [
      ("iphone", .string(order.forecast.iPhone.rawValue)), ("android", .string(order.forecast.android.rawValue)),
      ("desktop", .string(order.forecast.desktop.rawValue)),
    ]
  }

  /// Whether a chip can show of itself what the order asks.
  private func canShow(_ chip: Chip) -> Bool {
    order.mirror.map { chip.canMirror(uid: $0.uid, counter: $0.counter) } ?? true
  }

  /// What speaks against this card's signing; `nil` if nothing does.
  private func signingObjection(to before: CardContents, at reader: String) -> Failure? {
    func no(_ what: String, _ advice: String) -> Failure {
      Failure(.no, kind: "not-possible", what: what, at: .text(reader), advice: advice)
    }
    guard before.chip.canSign else {
      return no(
        "\(before.chip.name) cannot sign its taps", "use an NTAG 424 DNA, 424 DNA TT or 413 DNA, or a DESFire EV3")
    }
    guard before.canSign else {
      return no("this card was formatted without keys that sign", "use a MIFARE DESFire EV3 that is still empty")
    }
    guard !switchesToLRP || before.chip.knowsLRP else {
      return no("\(before.chip.name) has no LRP mode", "use an NTAG 424 DNA, or leave --lrp out")
    }
    return nil
  }

  /// What speaks against writing this card unless it is forced; `nil` if nothing does.
  private func objection(to before: CardContents, at reader: String) -> Failure? {
    guard !isForced else { return nil }
    if before.type == .classic {
      return Failure(
        .no, kind: "not-for-iphones", what: "iPhones do not read \(before.chip.name)", at: .text(reader),
        advice: "use an NTAG card, or add --force")
    }
    guard case .octets(let octets) = before.message, octets != order.message, !isOurs(octets) else { return nil }
    return Failure(
      .no, kind: "somebody-elses", what: "the card holds something else: \(CardReport.held(by: before) ?? "")",
      at: .text(reader), advice: "use an empty card, or add --force to write over it")
  }

  /// Whether a message is FocusKey's, judged by its link.
  private func isOurs(_ octets: [UInt8]) -> Bool {
    guard let message = try? NDEFMessage(decoding: octets) else { return false }
    return LinkForecaster(table: order.table).forecast(records: message.records).link != nil
  }
}

extension CardContents {
  /// Whether it still lacks a layout into which a message could be written.
  fileprivate var lacksLayout: Bool {
    switch message {
    case .unformatted, .damaged: true
    case .missing, .empty, .octets, .interrupted, .hidden: false
    }
  }
}
