internal import CommandShell
internal import CommandSpec
internal import FocusLinks
internal import FocusPorts
internal import JSONText
internal import LinuxRuntime
internal import Requests
internal import TagFormats

let writeForce = Flag("force", "overwrite other data, and cards iPhones cannot read")
let writeLock = Flag("lock", "make the card read-only afterwards; asks first")
let writeProtect = Flag("protect", "protect the card with the password after writing")
private let batch = Option("batch", value: .number("N", in: 1...10_000), "write N cards, one after another")

/// `write`: writes a link to a card.
var writeCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "write", "Write a link to a card, checked",
      discussion: """
        Waits for a card, says what it is and what phones will do with the link, and writes in such an order that a card which is pulled away reads \
        as before, as empty or as new, never as anything else; writing again repairs it. Then it reads the card back and compares. What somebody \
        else wrote is kept unless you add --force. With --password a protected card is opened; with --protect too, it is protected afterwards. \
        With --mirror the card itself puts its UID, its tap counter or both after tap= in the link whenever it is read. \
        With --sign an NTAG 424 DNA signs each tap, so that it proves its presence through any phone too; its keys are made here, kept in a file \
        that only you can read, and keytool unsign takes it all back. \
        With --key the card is registered with the running service under that id: it may then start, stop, break and switch, or what --may \
        says, and is known by its UID; with --proof counter a tap counts only if the card's counter has risen, with --sign only if it signed it.

        $ keytool write https://focuskey.app/start?profile=work
        $ keytool write --profile work --batch 10
        $ keytool write --profile work --task next
        $ keytool write https://focuskey.app/focus/work --mirror uid,counter
        $ keytool write --profile work --key desk --may start,stop
        $ keytool write --profile work --sign --key signet
        $ keytool write https://focuskey.app/focus/work --dry-run --json

        To try it without a reader, name the simulated one of a running service; if no card is on it, a blank one is put there:

        $ keytool write --profile work --reader simulated
        """
    ) {
      WriteOrder.link
      WriteOrder.profile
      WriteOrder.task
      WriteOrder.file
      WriteOrder.hex
      WriteOrder.aar
      WriteOrder.mirror
      WriteOrder.sign
      CardOptions.waiting
      writeForce
      writeLock
      CardOptions.password
      writeProtect
      batch
      KeyRegistration.options
      CardOptions.dryRun
      CardOptions.yes
      LinkTable.options
    }
  ) { context throws(Failure) in
    let order = try WriteOrder(context)
    let job = try CardWriting(context, order)
    let count = context.invocation[batch] ?? 1
    let registration = try KeyRegistration(context, cards: count, order)
    try registration?.checkID()
    return try await CardReaders.use(context) { station throws(Failure) in
      for finding in order.forecast.findings where finding.level != .info {
        station.live.keep("\(finding.level.rawValue): \(finding.message(in: order.table))")
      }
      if job.locks, !job.isDry {
        try context.mustAgree(context.invocation[CardOptions.yes], to: "lock the card for good", word: "lock")
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
        if let registration, !job.isDry {
          try registration.register(card.contents.uid)
          card.done = "\(card.done ?? "") Registered as \(registration.id)."
          card.extra.append(("key", .string(registration.id)))
        }
        try context.answer(card)
        try context.flush()
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
