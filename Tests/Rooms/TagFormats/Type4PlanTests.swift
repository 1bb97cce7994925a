import CardModels
import ProofOfTap
import TagFormats
import TestSupport
import Testing

@Suite struct DESFireFormatTests {
  @Test(arguments: [Chip.desfireEV1, .desfireEV2, .desfireEV3]) func aBlankCardBecomesEmpty(chip: Chip) throws {
    let card = Type4Bench.blank(chip)
    let before = try Type4Bench.read(card)
    #expect(before.chip == chip)
    #expect(before.message == .unformatted)
    let plan = try WritePlan.formatting(before, ciphers: Type4Bench.ciphers)
    #expect(!plan.isIrreversible)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
    // Two riddles are solved on the way.
    #expect(cuts == plan.steps.count + 2)
    let formatted = try Type4Bench.carried(plan, on: card)
    let after = try Type4Bench.read(formatted)
    #expect(after.message == .empty)
    #expect(after.writable)
    // What AN11004 gives a chip of 8 KiB, without the length.
    #expect(after.capacity == 0x1E00 - 2)
    let written = try Type4Bench.carried(.writing(Type4Bench.message, to: after), on: formatted)
    #expect(try Type4Bench.read(written).message == .octets(Type4Bench.message))
  }

  /// What the card hears, number by number, as AN11004 writes it down.
  @Test func theCommandsAreThoseOfTheApplicationNote() throws {
    let plan = try WritePlan.formatting(Type4Bench.read(Type4Bench.blank(.desfireEV1)), ciphers: Type4Bench.ciphers)
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
    let card = Type4Bench.blank(.desfireEV2, freeMemory: free)
    let formatted = try Type4Bench.carried(.formatting(Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
    #expect(try Type4Bench.read(formatted).capacity == size - 2)
  }

  @Test func aFullCardIsRefused() throws {
    #expect(throws: PlanRefusal.doesNotFit(octets: 64, capacity: 32, enough: nil)) {
      try WritePlan.formatting(
        Type4Bench.read(Type4Bench.blank(.desfireEV1, freeMemory: 128)), ciphers: Type4Bench.ciphers)
    }
  }

  /// Cut off after any command, formatting again goes on from there.
  @Test func anInterruptedFormattingIsFinished() throws {
    let card = Type4Bench.blank(.desfireEV3)
    var dialogue = PlanDialogue(try .formatting(Type4Bench.read(card), ciphers: Type4Bench.ciphers))
    var step = dialogue.next(after: nil)
    var torn = card
    while case .send(let command) = step {
      step = dialogue.next(after: torn.answer(to: command))
      var later = torn
      later.leaveField()
      let before = try Type4Bench.read(later)
      guard before.message != .empty else { continue }
      #expect(before.message == .unformatted)
      let finished = try Type4Bench.carried(.formatting(before, ciphers: Type4Bench.ciphers), on: later)
      #expect(try Type4Bench.read(finished).message == .empty, "\(command)")
    }
  }

  @Test func anotherKeyIsNotGuessed() throws {
    guard case .type4(var card) = Type4Bench.blank(.desfireEV1) else { return }
    card.keys.card = octets(8)
    var table = CardOnTheTable(.type4(card))
    let plan = try WritePlan.formatting(Type4Bench.read(.type4(card)), ciphers: Type4Bench.ciphers)
    #expect(throws: TagError.status(0x91AE, plan.steps[1].command)) { try table.carry(plan) }
    // Once and no more.
    #expect(table.heard.filter { $0 == plan.steps[1].command }.count == 1)
    #expect(throws: PlanRefusal.notPossible(.desfireEV1)) { try WritePlan.formatting(Type4Bench.read(.type4(card))) }
  }

  @Test func whatStandsThereIsEmptied() throws {
    let card = Type4Bench.blank(.desfireEV1)
    let formatted = try Type4Bench.carried(.formatting(Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
    let full = try Type4Bench.carried(.writing(Type4Bench.message, to: Type4Bench.read(formatted)), on: formatted)
    let plan = try WritePlan.formatting(Type4Bench.read(full))
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: full, message: [], cuts: &cuts) == nil)
    #expect(try Type4Bench.read(Type4Bench.carried(plan, on: full)).message == .empty)
  }
}

@Suite struct NTAG413FormatTests {
  /// What the data sheet says is in a new one's container.
  static let delivered = hex("000f20010000ff0406e10400800000") + [UInt8](repeating: 0, count: 17)

  @Test func aSpoiltContainerIsAsItWasDelivered() throws {
    // No mapping version, no Type4Bench.message's file, one that isn't there, and one that is larger than the card's.
    for spoil in [2, 7, 9, 11] {
      let card = Type4Bench.small { $0.files[0xE103]?[spoil] ^= 0xFF }
      let before = try Type4Bench.read(card)
      #expect(before.chip == .ntag413DNA)
      let plan = try WritePlan.formatting(before, ciphers: Type4Bench.ciphers)
      var cuts = 0
      #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
      let mended = try Type4Bench.carried(plan, on: card)
      guard case .type4(let model) = mended else { return }
      #expect(model.files[0xE103] == Self.delivered)
      let after = try Type4Bench.read(mended)
      #expect(after.message == .empty)
      #expect(after.capacity == 126)
      #expect(
        try Type4Bench.read(Type4Bench.carried(.writing(Type4Bench.message, to: after), on: mended)).message
          == .octets(Type4Bench.message))
    }
  }
}

@Suite struct NTAG424FormatTests {
  @Test func aCardInOrderIsEmptied() throws {
    let plan = try WritePlan.formatting(Type4Bench.read(Type4Bench.ntag()))
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: Type4Bench.ntag(), message: [], cuts: &cuts) == nil)
    #expect(try Type4Bench.read(Type4Bench.carried(plan, on: Type4Bench.ntag())).message == .empty)
  }

  @Test func aSpoiltContainerAndClosedFilesAreMended() throws {
    let spoilt = Type4Bench.ntag { $0.files[0xE103]?[2] = 0xFF }
    let closed = Type4Bench.ntag { $0.close(2, access: [0x00, 0x00]) }
    for card in [spoilt, closed] {
      let before = try Type4Bench.read(card)
      #expect(before.message == .hidden || before.fault != nil)
      let plan = try WritePlan.formatting(before, ciphers: Type4Bench.ciphers)
      var cuts = 0
      #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
      let mended = try Type4Bench.carried(plan, on: card)
      #expect(try Type4Bench.read(mended).message == .empty)
      #expect(
        try Type4Bench.read(Type4Bench.carried(.writing(Type4Bench.message, to: Type4Bench.read(mended)), on: mended))
          .message == .octets(Type4Bench.message))
    }
    #expect(throws: PlanRefusal.notPossible(.ntag424DNA)) { try WritePlan.formatting(Type4Bench.read(spoilt)) }
  }
}
