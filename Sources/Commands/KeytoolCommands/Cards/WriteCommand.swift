internal import CommandShell
internal import FocusLinks
internal import FocusPorts
import Glibc
internal import TagFormats

let writeForce = Flag("force", "overwrite other data, and cards iPhones cannot read")
let writeLock = Flag("lock", "make the card read-only afterwards; asks first")
let writeProtect = Flag("protect", "protect the card with the password after writing")
private let batch = Option("batch", value: .number("N", in: 1...10_000), "write N cards, one after another")

var writeCommand: ProgramCommand {
  ProgramCommand(
    "write", "Write a link to a card, checked",
    discussion: """
      Waits for a card, says what it is and what phones will do with the link, and writes in such an order that a card which is pulled away reads \
      as before, as empty or as new, never as anything else; writing again repairs it. Then it reads the card back and compares. What somebody \
      else wrote is kept unless you add --force. With --password a protected card is opened; with --protect too, it is protected afterwards. \
      With --mirror the card itself puts its UID, its tap counter or both after tap= in the link whenever it is read. \
      With --sign an NTAG 424 DNA, 424 DNA TT or 413 DNA, or a MIFARE DESFire EV3, signs each tap, so that it proves its presence through any \
      phone too; its keys are made here, kept in a file that only you can read (keytool sun backup copies it), and keytool unsign takes it all \
      back. With --master they follow from a key of yours and the card's UID (NXP's AN10922), so that they can be made again. With --lrp an \
      NTAG 424 DNA is switched to its leakage resilient mode first, for good: it asks before. \
      A second tap ends what a card has started once the card is a key: beside a running service a terminal asks for its name and registers \
      it. With --key it is registered under that id without a question: it may then start, stop, break, switch and visit, or what --may \
      says, and is known by its UID; with --proof counter a tap counts only if the card's counter has risen, with --sign only if it signed it.

      $ keytool write https://focuskey.app/start?profile=work
      $ keytool write --profile work --batch 10
      $ keytool write --profile work --task next
      $ keytool write https://focuskey.app/focus/work --mirror uid,counter
      $ keytool write --profile work --key desk --may start,stop
      $ keytool write --profile work --sign --key signet
      $ keytool write --profile work --sign --lrp
      $ keytool write https://focuskey.app/focus/work --dry-run --json

      To try it without a reader, name the simulated one of a running service; if no card is on it, a blank one is put there:

      $ keytool write --profile work --reader simulated
      """,
    takes: [
      WriteOrder.link, WriteOrder.profile, WriteOrder.task, WriteOrder.file, WriteOrder.hex, WriteOrder.aar,
      WriteOrder.mirror, WriteOrder.sign, WriteOrder.lrp, CardOptions.master, CardOptions.waiting, writeForce,
      writeLock, CardOptions.password, writeProtect, batch, KeyRegistration.options, CardOptions.dryRun,
      CardOptions.yes, LinkTable.options,
    ]
  ) { context throws(Failure) in
    let order = try WriteOrder(context)
    let job = try CardWriting(context, order)
    let count = context.invocation[batch] ?? 1
    let registration = try KeyRegistration(context, cards: count, order)
    try registration?.checkID()
    let follow = try WriteFollowUp(context, order, registration, cards: count, isDry: job.isDry)
    for finding in order.forecast.findings where finding.level != .info {
      context.printNote("\(finding.level.rawValue): \(finding.message(in: order.table))")
    }
    return try await CardReaders.use(context) { station throws(Failure) in
      if job.locks, !job.isDry {
        try context.mustAgree(context.invocation[CardOptions.yes], to: "lock the card for good", word: "lock")
      }
      if job.switchesToLRP, !job.isDry {
        try context.mustAgree(context.invocation[CardOptions.yes], to: "switch the card to LRP for good", word: "lrp")
      }
      var written: Set<[UInt8]> = []
      while written.count < count {
        let reader = try await station.nextCard(orBlank: true)
        let live = station.live
        try registration?.checkCard(station.uid(at: reader))
        var card = try await station.work(at: reader) { session throws(Failure) in
          try job.write(&session, at: reader.name, live)
        }
        live.clear()
        try follow.answer(&card)
        written.insert(card.contents.uid)
        if written.count < count {
          live.keep(written.count, of: count)
          try await station.waitForRemoval(from: reader)
        }
      }
      return .done
    }
  }
}

/// What follows a write: the card becomes a key, or the person is told how it can.
private struct WriteFollowUp {
  private let context: CommandContext
  private let order: WriteOrder
  private let registration: KeyRegistration?
  private let purpose: CardPurpose?
  private let isDry: Bool
  /// Whether there is a person who can be asked for a name.
  private let mayAsk: Bool

  init(
    _ context: CommandContext, _ order: WriteOrder, _ registration: KeyRegistration?, cards: Int, isDry: Bool
  ) throws(Failure) {
    self.context = context
    self.order = order
    self.registration = registration
    self.isDry = isDry
    purpose = try CardPurpose(context, order)
    mayAsk =
      cards == 1 && !context.wantsJSON && !context.invocation[CardOptions.yes]
      && isatty(context.surroundings.input) == 1
  }

  func answer(_ card: inout CardReport) throws(Failure) {
    guard !isDry else { return try put(card) }
    let uid = card.contents.uid
    if let registration {
      try registration.register(uid)
      tell(&card, registration.id, "Registered as \(registration.id).", mayStop: registration.mayStop)
      return try put(card)
    }
    guard let purpose else { return try put(card) }
    if let key = try purpose.key(of: uid) {
      tell(&card, key.id, "It is registered as \(key.id).", mayStop: key.mayStop)
      return try put(card)
    }
    guard mayAsk, purpose.isRunning else {
      card.then = purpose.sentence(mayStop: false)
      return try put(card)
    }
    try put(card)
    context.printNote("A name for this card, so that it can end sessions too (Enter for none):")
    guard let name = context.typedLine() else { return try context.write(purpose.sentence(mayStop: false) + "\n") }
    let id = try purpose.register(uid, as: name, proof: order.signature == nil ? nil : "sun")
    try context.write("Registered as \(id).\n\(purpose.sentence(mayStop: true))\n")
  }

  private func tell(_ card: inout CardReport, _ id: String, _ words: String, mayStop: Bool) {
    card.done = (card.done.map { $0 + " " } ?? "") + words
    card.extra.append(("key", .string(id)))
    card.then = purpose?.sentence(mayStop: mayStop)
  }

  private func put(_ card: CardReport) throws(Failure) {
    try context.answer(card)
    try context.flush()
  }
}
