import CardModels
import TagFormats
import TestSupport
import Testing

@Suite struct LockPlanTests {
  @Test(arguments: [
    Chip.ntag213, .ntag215, .ntag216, .ultralight, .ntag210, .ntag212, .ultralightEV1Large, .ultralightC, .ntag203,
    .ntagI2C1K, .ntagI2C2K, .ntagI2CPlus1K, .ntagI2CPlus2K,
  ]) func lockingIsForGood(chip: Chip) throws {
    let card = CardModel.type2(try #require(Type2Card(chip, uid: PlanBench.uid, holding: octets(40))))
    let plan = try WritePlan.locking(PlanBench.read(card))
    // Compared first, then the container, the dynamic bits, the static ones.
    let writes = plan.steps.filter { if case .type2(.write) = $0.command { true } else { false } }
    #expect(writes.allSatisfy { $0.isIrreversible })
    let pages = writes.compactMap { if case .type2(.write(let page, _)) = $0.command { page } else { nil } }
    let dynamic: [UInt8] = Type2Map(of: chip)?.dynamicLockPage.map { [UInt8($0 & 0xFF)] } ?? []
    let expected: [UInt8] = [3] + dynamic + [2]
    #expect(pages == expected)
    let firstWrite = try #require(plan.steps.firstIndex { $0.isIrreversible })
    #expect(plan.steps[..<firstWrite].allSatisfy { $0.purpose == .verify || $0.purpose == .open } && firstWrite > 0)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: octets(40), cuts: &cuts) == nil)

    let locked = try PlanBench.carried(plan, on: card)
    let after = try PlanBench.read(locked)
    #expect(after.message == .octets(octets(40)))
    #expect(after.barriers == [.readOnly, .locked])
    #expect(after.locks?.isFrozen == true)
    #expect(throws: PlanRefusal.barrier(.readOnly)) { try WritePlan.writing([1], to: after) }
    var stubborn = locked
    let last = try #require(Type2Map(of: chip)).lastUserPage
    for page in (4...UInt8(min(last, 0xFF))) {
      #expect(stubborn.answer(to: .type2(.write(page: page, octets: zeros(4)))) != .acknowledged);
      _ = stubborn.answer(to: .reselect)
    }
    #expect(stubborn.sighting == locked.sighting)
  }

  /// The octets that lock all, as the data sheets' figures give them bit by bit; the fourth and all reserved bits stay
  /// 0.
  @Test(arguments: [
    (Chip.ultralightC, "ff000000"), (.ntag203, "ff000000"), (.ultralightEV1Large, "ff031f00"), (.ntag212, "ff031f00"),
    (.ntag213, "ff0f3f00"), (.ntag215, "ff000f00"), (.ntag216, "ff3f7f00"), (.ntagI2C1K, "ff3f7f00"),
    (.ntagI2CPlus2K, "ff3f7f00"), (.ntagI2C2K, "ff7fff00"),
  ]) func theLockBitsAreThoseOfTheDataSheet(chip: Chip, all: String) {
    #expect(Type2Map(of: chip)?.dynamicLocks?.all == hex(all))
  }

  /// Single bits of the dynamic lock octets, and the pages that they lock.
  @Test(arguments: [
    (Chip.ultralightC, "02000000", 16..<20), (.ultralightC, "80000000", 36..<40), (.ntag203, "20000000", 28..<32),
    (.ntag212, "00020000", 34..<36), (.ntag213, "00080000", 38..<40), (.ntag216, "00100000", 208..<224),
    (.ntagI2C1K, "01000000", 16..<32), (.ntagI2C2K, "02000000", 48..<80), (.ntagI2C2K, "00400000", 464..<480),
  ]) func aBitLocksItsPages(chip: Chip, octets: String, pages: Range<Int>) throws {
    var card = try #require(Type2Card(chip, uid: PlanBench.uid, holding: [1, 2, 3]))
    let page = try #require(Type2Map(of: chip)?.dynamicLockPage)
    card.memory.replaceSubrange(page * 4..<page * 4 + 4, with: hex(octets))
    let contents = try PlanBench.read(.type2(card))
    #expect(contents.locks == LockState(locked: [pages], isFrozen: false))
    #expect(contents.barriers == [.locked])
  }

  /// An Ultralight C whose pages ask for its 3DES key is not written to in vain.
  @Test func aKeyOfAnUltralightCStandsAgainstWriting() throws {
    var card = try #require(Type2Card(.ultralightC, uid: PlanBench.uid, holding: PlanBench.message))
    card.memory[0x2A * 4] = 0x10
    #expect(try PlanBench.read(.type2(card)).barriers == [.restricted(0x10)])
    card.memory[0x2A * 4] = 0x2A
    #expect(try PlanBench.read(.type2(card)).barriers == [])
  }

  @Test func theConfigurationCanBeFrozenToo() throws {
    let card = CardModel.type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: PlanBench.message)))
    let frozen = try PlanBench.carried(.locking(PlanBench.read(card), freezingConfiguration: true), on: card)
    let after = try PlanBench.read(frozen)
    #expect(after.password?.isFrozen == true)
    let protection = try #require(PasswordProtection(password: octets(4), answer: octets(2)))
    #expect(throws: PlanRefusal.configurationFrozen) { try WritePlan.protecting(after, with: protection) }
  }

  @Test func otherTypesAreLocked() throws {
    for name in ["Topaz 96", "SLIX", "FeliCa Lite-S", "Classic 1K"] {
      let make = try #require(Cards.makers.first { $0.name == name }).make
      let card = try #require(make(octets(40)))
      let plan = try WritePlan.locking(PlanBench.read(card))
      #expect(plan.isIrreversible == (name != "FeliCa Lite-S"), "\(name)")
      var cuts = 0
      #expect(TornPlans.fault(in: plan, on: card, message: octets(40), cuts: &cuts) == nil, "\(name)")
      var table = CardOnTheTable(try PlanBench.carried(plan, on: card))
      let after = try table.read([.chip, .protection])
      #expect(after.message == .octets(octets(40)), "\(name)")
      #expect(!after.writable, "\(name)")
    }
  }

  /// A Type 5 card is asked at the end which of its blocks are locked; one that does not tell is locked all the same.
  @Test(arguments: [true, false]) func aVicinityCardIsAskedForItsLocks(tells: Bool) throws {
    var model = try #require(Type5Card(slix: [0xE0, 0x04, 0x01, 0x10, 1, 2, 3, 4], holding: PlanBench.message))
    model.tellsLocks = tells
    let before = try PlanBench.read(.type5(model))
    #expect(before.locks == (tells ? LockState(locked: [], isFrozen: false) : nil))
    let plan = try WritePlan.locking(before)
    #expect((plan.steps.last?.expects == .locked(11)) == tells)
    let after = try PlanBench.read(PlanBench.carried(plan, on: .type5(model)))
    #expect(after.message == .octets(PlanBench.message))
    #expect(after.barriers == (tells ? [.readOnly, .locked] : [.readOnly]))
    #expect(after.locks == (tells ? LockState(locked: [0..<27], isFrozen: true) : nil))
    // A block that forgets is noticed.
    guard tells else { return }
    var dialogue = PlanDialogue(plan)
    var step = dialogue.next(after: nil)
    var card = CardModel.type5(model)
    while case .send(let command) = step {
      step = dialogue.next(after: command == .type5(.lockBlock(9)) ? .acknowledged : card.answer(to: command))
    }
    guard case .failed(.notAsWritten(.type5(.securityStatus), _, _)) = step else {
      Issue.record("\(step)")
      return
    }
  }

  /// Cut off after any command, a lock on a Type 5 card is carried on: what is locked already is left alone.
  @Test func anInterruptedLockOfAVicinityCardIsFinished() throws {
    let card = CardModel.type5(
      try #require(Type5Card(slix: [0xE0, 0x04, 0x01, 0x10, 1, 2, 3, 4], holding: PlanBench.message)))
    var torn = card
    for step in try WritePlan.locking(PlanBench.read(card)).steps {
      _ = torn.answer(to: step.command)
      let again = try WritePlan.locking(PlanBench.read(torn))
      #expect(try PlanBench.read(PlanBench.carried(again, on: torn)).locks?.isFrozen == true, "\(step.command)")
    }
  }

  /// The card was changed between the reading and the lock: the comparison stops the plan before anything is for good.
  @Test func anotherContentIsNotLocked() throws {
    let contents = try PlanBench.read(
      .type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: octets(40)))))
    let other = CardModel.type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: octets(40, from: 9))))
    var table = CardOnTheTable(other)
    #expect(throws: TagError.self) { try table.carry(.locking(contents)) }
    #expect(try PlanBench.read(table.card).writable)
  }
}
