import CardModels
import ProofOfTap
import TagFormats
import TestSupport
import Testing

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
private let message = octets(60)

/// OpenSSL's ciphers, with numbers that are the same in every run.
private let ciphers = CardCiphers.openSSL { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 29 + 7) } }

private func read(_ card: CardModel) throws -> CardContents {
  var table = CardOnTheTable(card)
  return try table.read(.everything)
}

private func carried(_ plan: WritePlan, on card: CardModel) throws -> CardModel {
  var table = CardOnTheTable(card)
  try table.carry(plan)
  var card = table.card
  card.leaveField()
  return card
}

private func blank(_ chip: Chip, freeMemory: Int = 7936) -> CardModel {
  var card = Type4Card(blank: chip, uid: uid, freeMemory: freeMemory)
  card.ciphers = ciphers
  return .type4(card)
}

private func ntag(_ change: (inout Type4Card) -> Void = { _ in }) -> CardModel {
  var card = Type4Card(ntag424: uid, holding: message)
  card.ciphers = ciphers
  change(&card)
  return .type4(card)
}

@Suite struct DESFireFormatTests {
  @Test(arguments: [Chip.desfireEV1, .desfireEV2, .desfireEV3]) func aBlankCardBecomesEmpty(chip: Chip) throws {
    let card = blank(chip)
    let before = try read(card)
    #expect(before.chip == chip)
    #expect(before.message == .unformatted)
    let plan = try WritePlan.formatting(before, ciphers: ciphers)
    #expect(!plan.isIrreversible)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
    // Two riddles are solved on the way.
    #expect(cuts == plan.steps.count + 2)
    let formatted = try carried(plan, on: card)
    let after = try read(formatted)
    #expect(after.message == .empty)
    #expect(after.writable)
    // What AN11004 gives a chip of 8 KiB, without the length.
    #expect(after.capacity == 0x1E00 - 2)
    let written = try carried(.writing(message, to: after), on: formatted)
    #expect(try read(written).message == .octets(message))
  }

  /// What the card hears, number by number, as AN11004 writes it down.
  @Test func theCommandsAreThoseOfTheApplicationNote() throws {
    let plan = try WritePlan.formatting(read(blank(.desfireEV1)), ciphers: ciphers)
    let sent = plan.steps.compactMap { if case .apdu(let command) = $0.command { command.octets } else { nil } }
    #expect(
      Array(sent.prefix(9)) == [
        hex("905a00000300000000"), hex("900a0000010000"),
        hex("90ca00000e0100000f2110e1d276000085010100"), hex("905a00000301000000"), hex("900a0000010000"),
        hex("90cd0000090204e100e0ee001e0000"), hex("90cd0000090103e10000e00f000000"),
        hex("903d000009020000000200000000 00"),
        hex("903d00001601000000 0f0000 000f20003b00340406e1041e000000 00"),
      ])
  }

  @Test(arguments: [(7936, 7680), (2304, 2208), (160, 64)]) func theFileIsAsLargeAsThereIsRoom(
    free: Int, size: Int
  ) throws {
    let card = blank(.desfireEV2, freeMemory: free)
    let formatted = try carried(.formatting(read(card), ciphers: ciphers), on: card)
    #expect(try read(formatted).capacity == size - 2)
  }

  @Test func aFullCardIsRefused() throws {
    #expect(throws: PlanRefusal.doesNotFit(octets: 64, capacity: 32, enough: nil)) {
      try WritePlan.formatting(read(blank(.desfireEV1, freeMemory: 128)), ciphers: ciphers)
    }
  }

  /// Cut off after any command, formatting again goes on from there.
  @Test func anInterruptedFormattingIsFinished() throws {
    let card = blank(.desfireEV3)
    var dialogue = PlanDialogue(try .formatting(read(card), ciphers: ciphers))
    var step = dialogue.next(after: nil)
    var torn = card
    while case .send(let command) = step {
      step = dialogue.next(after: torn.answer(to: command))
      var later = torn
      later.leaveField()
      let before = try read(later)
      guard before.message != .empty else { continue }
      #expect(before.message == .unformatted)
      let finished = try carried(.formatting(before, ciphers: ciphers), on: later)
      #expect(try read(finished).message == .empty, "\(command)")
      #expect(try read(carried(.repairing(before, ciphers: ciphers), on: later)).message == .empty)
    }
  }

  @Test func anotherKeyIsNotGuessed() throws {
    guard case .type4(var card) = blank(.desfireEV1) else { return }
    card.keys.card = octets(8)
    var table = CardOnTheTable(.type4(card))
    let plan = try WritePlan.formatting(read(.type4(card)), ciphers: ciphers)
    #expect(throws: TagError.status(0x91AE, plan.steps[1].command)) { try table.carry(plan) }
    // Once and no more.
    #expect(table.heard.filter { $0 == plan.steps[1].command }.count == 1)
    #expect(throws: PlanRefusal.notPossible(.desfireEV1)) { try WritePlan.formatting(read(.type4(card))) }
  }

  @Test func whatStandsThereIsEmptied() throws {
    let card = blank(.desfireEV1)
    let formatted = try carried(.formatting(read(card), ciphers: ciphers), on: card)
    let full = try carried(.writing(message, to: read(formatted)), on: formatted)
    let plan = try WritePlan.formatting(read(full))
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: full, message: [], cuts: &cuts) == nil)
    #expect(try read(carried(plan, on: full)).message == .empty)
  }
}

/// An NTAG 413 DNA with what it was given, in its file of 128 octets.
private func small(_ change: (inout Type4Card) -> Void = { _ in }) -> CardModel {
  var card = Type4Card(ntag413: uid, holding: message)
  card.ciphers = ciphers
  change(&card)
  return .type4(card)
}

@Suite struct NTAG413FormatTests {
  /// What the data sheet says is in a new one's container.
  static let delivered = hex("000f20010000ff0406e10400800000") + [UInt8](repeating: 0, count: 17)

  @Test func aSpoiltContainerIsAsItWasDelivered() throws {
    // No mapping version, no message's file, one that isn't there, and one that is larger than the card's.
    for spoil in [2, 7, 9, 11] {
      let card = small { $0.files[0xE103]?[spoil] ^= 0xFF }
      let before = try read(card)
      #expect(before.chip == .ntag413DNA)
      let plan = try WritePlan.formatting(before, ciphers: ciphers)
      var cuts = 0
      #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
      let mended = try carried(plan, on: card)
      guard case .type4(let model) = mended else { return }
      #expect(model.files[0xE103] == Self.delivered)
      let after = try read(mended)
      #expect(after.message == .empty)
      #expect(after.capacity == 126)
      #expect(try read(carried(.writing(message, to: after), on: mended)).message == .octets(message))
    }
  }
}

@Suite struct NTAG424FormatTests {
  @Test func aCardInOrderIsEmptied() throws {
    let plan = try WritePlan.formatting(read(ntag()))
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: ntag(), message: [], cuts: &cuts) == nil)
    #expect(try read(carried(plan, on: ntag())).message == .empty)
  }

  @Test func aSpoiltContainerAndClosedFilesAreMended() throws {
    let spoilt = ntag { $0.files[0xE103]?[2] = 0xFF }
    let closed = ntag { $0.close(2, access: [0x00, 0x00]) }
    for card in [spoilt, closed] {
      let before = try read(card)
      #expect(before.message == .hidden || before.fault != nil)
      let plan = try WritePlan.formatting(before, ciphers: ciphers)
      var cuts = 0
      #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
      let mended = try carried(plan, on: card)
      #expect(try read(mended).message == .empty)
      #expect(try read(carried(.writing(message, to: read(mended)), on: mended)).message == .octets(message))
    }
    #expect(throws: PlanRefusal.notPossible(.ntag424DNA)) { try WritePlan.formatting(read(spoilt)) }
  }
}

@Suite struct Type4LockTests {
  static let cards: [(name: String, make: @Sendable () throws -> CardModel)] = [
    ("NTAG 424", { ntag() }),
    ("NTAG 413", { small() }),
    (
      "DESFire",
      {
        let card = blank(.desfireEV2)
        let formatted = try carried(.formatting(read(card), ciphers: ciphers), on: card)
        return try carried(.writing(message, to: read(formatted)), on: formatted)
      }
    ),
    (
      // Whoever made this one lets everybody change its settings, so no key is needed.
      "DESFire, free",
      {
        guard case .type4(var card) = try cards[2].make() else { return ntag() }
        card.close(1, access: [0xEE, 0xEE])
        card.close(2, access: [0xEE, 0xEE])
        return .type4(card)
      }
    ),
  ]

  @Test(arguments: cards.indices) func lockingIsForGood(index: Int) throws {
    let card = try Self.cards[index].make()
    let before = try read(card)
    #expect(before.locks == LockState(locked: [], isFrozen: false))
    let plan = try WritePlan.locking(before, ciphers: ciphers)
    // Compared first; then the container, which key 0 could still change back; the files last.
    let purposes = plan.steps.map(\.purpose).filter { $0 != .open }
    #expect(purposes.first == .verify)
    #expect(purposes.filter { $0 == .lock }.count == 3)
    #expect(plan.steps.filter(\.isIrreversible).count == 2)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: message, cuts: &cuts) == nil)
    var locked = try carried(plan, on: card)
    let after = try read(locked)
    #expect(after.message == .octets(message))
    #expect(after.barriers == [.readOnly, .locked])
    #expect(after.locks?.isFrozen == true)
    #expect(throws: PlanRefusal.barrier(.readOnly)) { try WritePlan.writing([1], to: after) }
    #expect(throws: PlanRefusal.barrier(.readOnly)) { try WritePlan.formatting(after, ciphers: ciphers) }
    // Not even with the key: the settings let nobody.
    for step in plan.steps where step.purpose == .lock {
      var dialogue = PlanDialogue(
        WritePlan(Array(plan.steps.prefix { $0.purpose != .lock }) + [step], ciphers: ciphers))
      var next = dialogue.next(after: nil)
      while case .send(let command) = next { next = dialogue.next(after: locked.answer(to: command)) }
      if case .done = next { Issue.record("\(step) was carried out") }
    }
  }

  /// Cut off after any command, a lock can be carried on.
  @Test(arguments: cards.indices) func anInterruptedLockIsFinished(index: Int) throws {
    let card = try Self.cards[index].make()
    var dialogue = PlanDialogue(try .locking(read(card), ciphers: ciphers))
    var step = dialogue.next(after: nil)
    var torn = card
    while case .send(let command) = step {
      step = dialogue.next(after: torn.answer(to: command))
      var later = torn
      later.leaveField()
      let again = try WritePlan.locking(read(later), ciphers: ciphers)
      #expect(try read(carried(again, on: later)).barriers == [.readOnly, .locked], "\(command)")
    }
  }

  @Test func whatSignsEachTapStaysSo() throws {
    // UID and counter enciphered at 20 (14 hex), a code at 40 over nothing, all by key 0.
    let overlay = hex("c1 f000 200000 500000 500000")
    let card = ntag { $0.lay(overlay, over: 2) }
    let before = try read(card)
    let settings = try #require(before.fileSettings[2])
    #expect(settings.overlay?.cipherText == 0x20)
    #expect(settings.overlay?.code?.at == 0x50)
    let after = try read(carried(.locking(before, ciphers: ciphers), on: card))
    #expect(after.fileSettings[2]?.octets.dropFirst(7).elementsEqual(overlay) == true)
    #expect(after.locks?.isFrozen == true)
  }

  /// A chip of another maker that keeps to the specification: its container can be written until it says read-only.
  @Test func anotherMakersTagIsLockedByItsContainer() throws {
    let container = hex("000f20003b00340406e10400400000")
    var card = Type4Card(
      .unknownType4, uid: uid, files: [0xE103: container, 0xE104: [0, 20] + octets(20) + zeros(42)])
    card.isContainerFree = true
    let plan = try WritePlan.locking(read(.type4(card)))
    #expect(plan.steps.filter(\.isIrreversible).count == 1)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: .type4(card), message: octets(20), cuts: &cuts) == nil)
    #expect(try read(carried(plan, on: .type4(card))).barriers == [.readOnly])
  }

  @Test func keysOfOthersAreNotTried() throws {
    let card = ntag { $0.close(2, access: [0xE3, 0xEE]) }
    #expect(throws: PlanRefusal.barrier(.restricted(3))) { try WritePlan.locking(read(card), ciphers: ciphers) }
    #expect(throws: PlanRefusal.notPossible(.ntag424DNA)) { try WritePlan.locking(read(ntag())) }
  }

  /// The card's answer to a sealed command is signed; another one's is not believed.
  @Test func aForgedAnswerIsNotBelieved() throws {
    let plan = try WritePlan.locking(read(ntag()), ciphers: ciphers)
    var dialogue = PlanDialogue(plan)
    var step = dialogue.next(after: nil)
    var card = ntag()
    while case .send(let command) = step {
      var answer = card.answer(to: command)
      if case .apdu(let sent) = command, sent.ins == 0x5F, case .data(var octets) = answer {
        octets[0] ^= 1
        answer = .data(octets)
      }
      step = dialogue.next(after: answer)
    }
    guard case .failed(let error) = step else {
      Issue.record("believed")
      return
    }
    #expect(error != .cardLeft)
  }
}

extension CardContents {
  fileprivate var fileSettings: [UInt8: Type4FileSettings] {
    if case .type4(let image) = image { image.settings } else { [:] }
  }
}
