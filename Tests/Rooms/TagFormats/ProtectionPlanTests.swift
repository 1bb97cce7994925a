import CardModels
import TagFormats
import TestSupport
import Testing

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
private let message = octets(60)

/// Reads all there is of a card.
private func read(_ card: CardModel) throws -> CardContents {
  var table = CardOnTheTable(card)
  return try table.read(.everything)
}

/// The card after a plan, carried to its end.
private func carried(_ plan: WritePlan, on card: CardModel) throws -> CardModel {
  var table = CardOnTheTable(card)
  try table.carry(plan)
  return table.card
}

@Suite struct FormatPlanTests {
  static let blank: [(name: String, card: CardModel?)] = [
    ("Ultralight", Type2Card(.ultralight, uid: uid).map { .type2($0) }),
    ("Ultralight EV1", Type2Card(.ultralightEV1Large, uid: uid).map { .type2($0) }),
    ("SLIX", .type5(Type5Card(uid: [0xE0, 4, 1, 0x10, 1, 2, 3, 4], memory: zeros(112)))),
    ("large blocks", .type5(Type5Card(uid: [0xE0, 2, 1, 0x10, 1, 2, 3, 4], memory: zeros(512), blockSize: 8))),
    ("FeliCa Lite-S", .type3(Type3Card(idm: uid + [1], memory: zeros(14 * 16)))),
    ("Classic 1K", ClassicCard(.classic1K, uid: [1, 2, 3, 4]).map { .classic($0) }),
    ("Classic 4K", ClassicCard(.classic4K, uid: [1, 2, 3, 4]).map { .classic($0) }),
  ]

  /// The Classic's own reading fails at its directory's key, which the factory does not set: the plan needs no more
  /// than the chip.
  @Test(arguments: blank.indices) func aBlankCardBecomesEmpty(index: Int) throws {
    let card = try #require(Self.blank[index].card)
    let before = try read(card)
    #expect(before.message == .unformatted)
    let plan = try WritePlan.formatting(before)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
    let formatted = try carried(plan, on: card)
    let after = try read(formatted)
    #expect(after.message == .empty)
    #expect(after.writable)
    let written = try carried(.writing(octets(40), to: after), on: formatted)
    #expect(try read(written).message == .octets(octets(40)))
  }

  @Test(arguments: [
    "Ultralight", "NTAG203", "NTAG213", "NTAG216", "NTAG I2C 2K", "Topaz 96", "Topaz 512", "FeliCa Lite-S", "SLIX",
  ])
  func aFullCardBecomesEmpty(name: String) throws {
    let make = try #require(Cards.makers.first { $0.name == name }).make
    let card = try #require(make(octets(46)))
    let plan = try WritePlan.formatting(read(card))
    #expect(!plan.isIrreversible)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
    #expect(try read(carried(plan, on: card)).message == .empty)
  }

  @Test func theContainerIsWrittenForGood() throws {
    let card = CardModel.type2(try #require(Type2Card(.ultralight, uid: uid)))
    let plan = try WritePlan.formatting(read(card))
    #expect(plan.steps.filter(\.isIrreversible).map(\.command) == [.type2(.write(page: 3, octets: hex("e1100600")))])
    // Another use of the one-time octets stands against it.
    var used = try #require(Type2Card(.ultralight, uid: uid))
    used.memory.replaceSubrange(12..<16, with: hex("01000000"))
    #expect(throws: Never.self) { try WritePlan.formatting(read(.type2(used))) }
    used.memory[13] = 0x80
    #expect(throws: PlanRefusal.barrier(.readOnly)) { try WritePlan.formatting(read(.type2(used))) }
  }

  @Test func damagedLayoutsAreMadeAnew() throws {
    var card = try #require(Type2Card(.ntag213, uid: uid, holding: message))
    card.memory.replaceSubrange(16..<20, with: [0x01, 0x07, 0, 0])
    let before = try read(.type2(card))
    #expect(before.fault == .controlLength(7, at: 16))
    #expect(throws: PlanRefusal.damaged(.controlLength(7, at: 16))) { try WritePlan.writing([1], to: before) }
    let mended = try carried(.repairing(before), on: .type2(card))
    #expect(try read(mended).message == .empty)
  }

  /// Half of the sectors have their new keys already: formatting again goes through all the same.
  @Test(arguments: [Chip.classic1K, .classic4K]) func anInterruptedFormattingIsFinished(chip: Chip) throws {
    let card = CardModel.classic(try #require(ClassicCard(chip, uid: [1, 2, 3, 4])))
    let plan = try WritePlan.formatting(read(card))
    var torn = card
    for step in plan.steps {
      _ = torn.answer(to: step.command)
      var later = torn
      later.leaveField()
      let before = try read(later)
      #expect(before.message == .unformatted || before.message == .empty)
      guard before.message == .unformatted else { continue }
      #expect(try read(carried(.formatting(before), on: later)).message == .empty, "\(step.command)")
    }
  }

  @Test func anInterruptedFeliCaIsMended() throws {
    let card = CardModel.type3(Type3Card(liteS: uid + [1], holding: message))
    let plan = try WritePlan.writing(octets(100), to: read(card))
    var torn = card
    for step in plan.steps.prefix(4) { _ = torn.answer(to: step.command) }
    let before = try read(torn)
    #expect(before.message == .interrupted)
    #expect(try read(carried(.repairing(before), on: torn)).message == .empty)
    #expect(try read(carried(.writing(message, to: before), on: torn)).message == .octets(message))
  }
}

@Suite struct LockPlanTests {
  @Test(arguments: [
    Chip.ntag213, .ntag215, .ntag216, .ultralight, .ntag210, .ntag212, .ultralightEV1Large, .ultralightC, .ntag203,
    .ntagI2C1K, .ntagI2C2K, .ntagI2CPlus1K, .ntagI2CPlus2K,
  ]) func lockingIsForGood(chip: Chip) throws {
    let card = CardModel.type2(try #require(Type2Card(chip, uid: uid, holding: octets(40))))
    let plan = try WritePlan.locking(read(card))
    // Compared first, then the container, the dynamic bits, the static ones.
    let writes = plan.steps.filter { if case .type2(.write) = $0.command { true } else { false } }
    #expect(writes.allSatisfy { $0.isIrreversible })
    let pages = writes.compactMap { if case .type2(.write(let page, _)) = $0.command { page } else { nil } }
    let dynamic = Type2Map(of: chip)?.dynamicLockPage.map { UInt8($0 & 0xFF) }
    #expect(pages == [3] + (dynamic.map { [$0] } ?? []) + [2])
    let firstWrite = try #require(plan.steps.firstIndex { $0.isIrreversible })
    #expect(plan.steps[..<firstWrite].allSatisfy { $0.purpose == .verify || $0.purpose == .open } && firstWrite > 0)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: octets(40), cuts: &cuts) == nil)

    let locked = try carried(plan, on: card)
    let after = try read(locked)
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
    var card = try #require(Type2Card(chip, uid: uid, holding: [1, 2, 3]))
    let page = try #require(Type2Map(of: chip)?.dynamicLockPage)
    card.memory.replaceSubrange(page * 4..<page * 4 + 4, with: hex(octets))
    let contents = try read(.type2(card))
    #expect(contents.locks == LockState(locked: [pages], isFrozen: false))
    #expect(contents.barriers == [.locked])
  }

  /// An Ultralight C whose pages ask for its 3DES key is not written to in vain.
  @Test func aKeyOfAnUltralightCStandsAgainstWriting() throws {
    var card = try #require(Type2Card(.ultralightC, uid: uid, holding: message))
    card.memory[0x2A * 4] = 0x10
    #expect(try read(.type2(card)).barriers == [.restricted(0x10)])
    card.memory[0x2A * 4] = 0x2A
    #expect(try read(.type2(card)).barriers == [])
  }

  @Test func theConfigurationCanBeFrozenToo() throws {
    let card = CardModel.type2(try #require(Type2Card(.ntag213, uid: uid, holding: message)))
    let frozen = try carried(.locking(read(card), freezingConfiguration: true), on: card)
    let after = try read(frozen)
    #expect(after.password?.isFrozen == true)
    let protection = try #require(PasswordProtection(password: octets(4), answer: octets(2)))
    #expect(throws: PlanRefusal.configurationFrozen) { try WritePlan.protecting(after, with: protection) }
  }

  @Test func otherTypesAreLocked() throws {
    for name in ["Topaz 96", "SLIX", "FeliCa Lite-S", "Classic 1K"] {
      let make = try #require(Cards.makers.first { $0.name == name }).make
      let card = try #require(make(octets(40)))
      let plan = try WritePlan.locking(read(card))
      #expect(plan.isIrreversible == (name != "FeliCa Lite-S"), "\(name)")
      var cuts = 0
      #expect(TornPlans.fault(in: plan, on: card, message: octets(40), cuts: &cuts) == nil, "\(name)")
      var table = CardOnTheTable(try carried(plan, on: card))
      let after = try table.read([.chip, .protection])
      #expect(after.message == .octets(octets(40)), "\(name)")
      #expect(!after.writable, "\(name)")
    }
  }

  /// A Type 5 card is asked at the end which of its blocks are locked; one that does not tell is locked all the same.
  @Test(arguments: [true, false]) func aVicinityCardIsAskedForItsLocks(tells: Bool) throws {
    var model = try #require(Type5Card(slix: [0xE0, 0x04, 0x01, 0x10, 1, 2, 3, 4], holding: message))
    model.tellsLocks = tells
    let before = try read(.type5(model))
    #expect(before.locks == (tells ? LockState(locked: [], isFrozen: false) : nil))
    let plan = try WritePlan.locking(before)
    #expect((plan.steps.last?.expects == .locked(11)) == tells)
    let after = try read(carried(plan, on: .type5(model)))
    #expect(after.message == .octets(message))
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
    let card = CardModel.type5(try #require(Type5Card(slix: [0xE0, 0x04, 0x01, 0x10, 1, 2, 3, 4], holding: message)))
    var torn = card
    for step in try WritePlan.locking(read(card)).steps {
      _ = torn.answer(to: step.command)
      let again = try WritePlan.locking(read(torn))
      #expect(try read(carried(again, on: torn)).locks?.isFrozen == true, "\(step.command)")
    }
  }

  /// The card was changed between the reading and the lock: the comparison stops the plan before anything is for good.
  @Test func anotherContentIsNotLocked() throws {
    let contents = try read(.type2(try #require(Type2Card(.ntag213, uid: uid, holding: octets(40)))))
    let other = CardModel.type2(try #require(Type2Card(.ntag213, uid: uid, holding: octets(40, from: 9))))
    var table = CardOnTheTable(other)
    #expect(throws: TagError.self) { try table.carry(.locking(contents)) }
    #expect(try read(table.card).writable)
  }
}

@Suite struct PasswordPlanTests {
  static let password: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE]

  private func protectedCard(reading: Bool, chip: Chip = .ntag213) throws -> (CardModel, CardModel, WritePlan) {
    let card = CardModel.type2(try #require(Type2Card(chip, uid: uid, holding: octets(40))))
    let protection = try #require(
      PasswordProtection(password: Self.password, answer: [0x0B, 0x0E], fromPage: 4, protectsReading: reading))
    let plan = try WritePlan.protecting(read(card), with: protection)
    var protected = try carried(plan, on: card)
    protected.leaveField()
    return (card, protected, plan)
  }

  @Test(arguments: [Chip.ntag213, .ntag216, .ntag210, .ultralightEV1Large]) func theOrderIsSafe(chip: Chip) throws {
    let (card, _, plan) = try protectedCard(reading: true, chip: chip)
    let pages = plan.steps.compactMap { if case .type2(.write(let page, _)) = $0.command { Int(page) } else { nil } }
    let first = try #require(Type2Map(of: chip)?.configurationPage)
    #expect(pages == [first + 2, first + 3, first + 1, first])
    #expect(!plan.isIrreversible)
    // Before the last write nothing is protected; after it the password is right.
    var torn = card
    for step in plan.steps {
      _ = torn.answer(to: step.command)
      var later = torn
      later.leaveField()
      let isOpen = try read(later).message == .octets(octets(40))
      let opens = later.answer(to: .type2(.authenticate(password: Self.password))) == .data([0x0B, 0x0E])
      #expect(isOpen || opens)
    }
  }

  @Test func onlyThePasswordOpensIt() throws {
    let (_, protected, _) = try protectedCard(reading: false)
    let contents = try read(protected)
    #expect(contents.message == .octets(octets(40)))
    #expect(contents.barriers == [.password(fromPage: 4)])
    #expect(throws: PlanRefusal.barrier(.password(fromPage: 4))) { try WritePlan.writing([1], to: contents) }
    let written = try carried(.writing(octets(20), to: contents, password: Self.password), on: protected)
    #expect(try read(written).message == .octets(octets(20)))
    #expect(throws: TagError.self) {
      try carried(.writing(octets(20), to: contents, password: [0, 0, 0, 0]), on: protected)
    }
    let open = try carried(.unprotecting(contents, password: Self.password), on: protected)
    #expect(try read(open).writable)
  }

  @Test func aHiddenMessageIsReadWithThePassword() throws {
    let (_, protected, _) = try protectedCard(reading: true)
    #expect(try read(protected).message == .hidden)
    var table = CardOnTheTable(protected)
    let contents = try table.read(.everything, password: Self.password)
    #expect(contents.message == .octets(octets(40)))
    var wrong = CardOnTheTable(protected)
    #expect(throws: TagError.refused(.type2(.authenticate(password: [1, 2, 3, 4])))) {
      try wrong.read(.everything, password: [1, 2, 3, 4])
    }
  }

  @Test func countedFailuresAreForGood() throws {
    let card = CardModel.type2(try #require(Type2Card(.ntag213, uid: uid, holding: message)))
    let protection = try #require(
      PasswordProtection(password: Self.password, answer: [1, 2], allowedFailures: 3))
    #expect(try WritePlan.protecting(read(card), with: protection).isIrreversible)
    #expect(PasswordProtection(password: [1], answer: [1, 2]) == nil)
    #expect(PasswordProtection(password: Self.password, answer: [1, 2], allowedFailures: 8) == nil)
    #expect(PasswordProtection(password: Self.password, answer: [1, 2], fromPage: 255) == nil)
  }

  @Test func aCardWithoutAPasswordSaysSo() throws {
    let card = CardModel.type2(try #require(Type2Card(.ultralight, uid: uid, holding: octets(40))))
    let protection = try #require(PasswordProtection(password: Self.password, answer: [1, 2]))
    #expect(throws: PlanRefusal.notPossible(.ultralight)) { try WritePlan.protecting(read(card), with: protection) }
  }
}

@Suite struct MirrorPlanTests {
  @Test(arguments: [(true, false, 14), (false, true, 6), (true, true, 21)])
  func theDigitsLieInTheMessage(showsUID: Bool, showsCounter: Bool, count: Int) throws {
    let text = Array("https://focuskey.app/start?tap=".utf8) + [UInt8](repeating: 0x30, count: count) + Array("&x".utf8)
    for offset in 27..<32 {
      let card = CardModel.type2(try #require(Type2Card(.ntag213, uid: uid, holding: text)))
      let plan = try WritePlan.mirroring(uid: showsUID, counter: showsCounter, at: offset, on: read(card))
      let mirrored = try carried(plan, on: card)
      let contents = try read(mirrored)
      let counter = showsCounter ? "000001" : ""
      let digits = (showsUID ? "04E10CDA993C80" : "") + (showsUID && showsCounter ? "x" : "") + counter
      var expected = text
      expected.replaceSubrange(offset..<offset + count, with: Array(digits.utf8))
      #expect(contents.message == .octets(expected), "\(offset)")
      #expect(contents.mirror?.count == count)
      // A new message goes past the digits that are laid over it.
      let rewritten = try carried(.writing(text + [0x41], to: contents), on: mirrored)
      expected.append(0x41)
      #expect(try read(rewritten).message == .octets(expected))
    }
  }

  @Test func digitsOutsideTheMessageAreRefused() throws {
    let contents = try read(.type2(try #require(Type2Card(.ntag213, uid: uid, holding: octets(40)))))
    for offset in [-1, 27, 40, 1000] {
      #expect(throws: PlanRefusal.mirrorOutsideMessage) {
        try WritePlan.mirroring(uid: true, counter: false, at: offset, on: contents)
      }
    }
    let other = try read(.type2(try #require(Type2Card(.ntag203, uid: uid, holding: octets(40)))))
    #expect(throws: PlanRefusal.notPossible(.ntag203)) {
      try WritePlan.mirroring(uid: true, counter: false, at: 0, on: other)
    }
  }

  /// An NTAG 210 or 212 shows its UID and has no counter.
  @Test(arguments: [Chip.ntag210, .ntag212]) func aSmallChipShowsItsUIDOnly(chip: Chip) throws {
    let text = Array("focuskey.app/?u=".utf8) + [UInt8](repeating: 0x30, count: 14)
    let card = CardModel.type2(try #require(Type2Card(chip, uid: uid, holding: text)))
    #expect(throws: PlanRefusal.notPossible(chip)) {
      try WritePlan.mirroring(uid: true, counter: true, at: 16, on: read(card))
    }
    let mirrored = try carried(.mirroring(uid: true, counter: false, at: 16, on: read(card)), on: card)
    let contents = try read(mirrored)
    #expect(contents.message == .octets(Array("focuskey.app/?u=04E10CDA993C80".utf8)))
    #expect(contents.mirror?.uid == true && contents.mirror?.count == 14)
    let plain = try carried(.mirroring(uid: false, counter: false, at: 0, on: contents), on: mirrored)
    #expect(try read(plain).message == .octets(text))
  }
}

@Suite struct PlanDialogueTests {
  @Test func oneRefusalIsOvercome() throws {
    for (name, make) in Cards.makers {
      let card = try #require(make(octets(30)))
      let plan = try WritePlan.writing(octets(46), to: read(card))
      for number in plan.steps.indices {
        var table = CardOnTheTable(card, accident: .refusal(at: number))
        try table.carry(plan)
        #expect(PlainReading.message(on: table.card) == .octets(octets(46)), "\(name), command \(number)")
      }
    }
  }

  @Test func aPulledCardIsSaidSoAndMended() throws {
    for (name, make) in Cards.makers {
      let card = try #require(make(octets(30)))
      let plan = try WritePlan.writing(octets(46), to: read(card))
      for number in plan.steps.indices {
        var table = CardOnTheTable(card, accident: .pulled(before: number))
        #expect(throws: TagError.cardLeft) { try table.carry(plan) }
        var torn = table.card
        torn.leaveField()
        let before = try read(torn)
        let mended = try carried(.writing(octets(46), to: before), on: torn)
        #expect(PlainReading.message(on: mended) == .octets(octets(46)), "\(name), before command \(number)")
      }
    }
  }

  @Test func whatDoesNotReadBackIsSaid() throws {
    let card = try #require(Type2Card(.ntag213, uid: uid, holding: octets(30)))
    let plan = try WritePlan.writing(octets(46), to: read(.type2(card)))
    var locked = card
    locked.memory[11] = 0x80
    var table = CardOnTheTable(.type2(locked))
    let page = octets(46)
    #expect(throws: TagError.refused(.type2(.write(page: 15, octets: Array(page[37..<41]))))) { try table.carry(plan) }
    // A card that acknowledges and forgets.
    var dialogue = PlanDialogue(plan)
    var step = dialogue.next(after: nil)
    var rounds = 0
    while case .send(let command) = step {
      rounds += 1
      if case .type2(.read) = command {
        step = dialogue.next(after: .data(zeros(16)))
      } else {
        step = dialogue.next(after: .acknowledged)
      }
    }
    guard case .failed(.notAsWritten(.type2(.read(page: 5)), _, _)) = step else {
      Issue.record("\(step)")
      return
    }
    #expect(rounds <= plan.steps.count * 2 + 1)
  }

  @Test func theNextLargerChipIsNamed() throws {
    let contents = try read(.type2(try #require(Type2Card(.ntag213, uid: uid, holding: octets(30)))))
    #expect(throws: PlanRefusal.doesNotFit(octets: 138, capacity: 137, enough: .ntag215)) {
      try WritePlan.writing(octets(138), to: contents)
    }
    #expect(throws: PlanRefusal.doesNotFit(octets: 493, capacity: 137, enough: .ntag216)) {
      try WritePlan.writing(octets(493), to: contents)
    }
    #expect(throws: PlanRefusal.doesNotFit(octets: 900, capacity: 137, enough: nil)) {
      try WritePlan.writing(octets(900), to: contents)
    }
  }

  @Test func whatIsThereAlreadyIsLeftAlone() throws {
    let contents = try read(.type2(try #require(Type2Card(.ntag213, uid: uid, holding: octets(30)))))
    #expect(try WritePlan.writing(octets(30), to: contents).steps.isEmpty)
    var changed = octets(30)
    changed[20] ^= 1
    let plan = try WritePlan.writing(changed, to: contents)
    #expect(plan.steps.filter { $0.purpose != .verify }.count == 1)
  }

  /// A card that takes one octet with each command cannot change a length of two at once.
  @Test func aLengthThatCannotChangeAtOnceIsRefused() throws {
    let container = hex("000f20003b00010406e10402000000")
    var card = Type4Card(.desfireEV1, uid: uid, files: [0xE103: container, 0xE104: [0, 20] + octets(20) + zeros(490)])
    let contents = try read(.type4(card))
    var cuts = 0
    let short = try WritePlan.writing(octets(200), to: contents)
    #expect(TornPlans.fault(in: short, on: .type4(card), message: octets(200), cuts: &cuts) == nil)
    #expect(throws: PlanRefusal.lengthNotAtOnce(octetsPerCommand: 1)) {
      try WritePlan.writing(octets(300), to: contents)
    }
    #expect(throws: Never.self) { try WritePlan.writing(octets(256), to: contents) }
    card.files[0xE104] = [1, 44] + octets(300) + zeros(210)
    #expect(throws: PlanRefusal.lengthNotAtOnce(octetsPerCommand: 1)) {
      try WritePlan.writing(octets(20), to: read(.type4(card)))
    }
  }

  @Test func anExtendedFileIsWrittenBehindOffset7FFF() throws {
    let container = hex("0011 30 00ff 00ff 0608 e104 00009000 00 00")
    let card = Type4Card(.desfireEV3, uid: uid, files: [0xE103: container, 0xE104: zeros(0x9000)])
    let message = octets(0x8300)
    let plan = try WritePlan.writing(message, to: read(.type4(card)))
    #expect(try read(carried(plan, on: .type4(card))).message == .octets(message))
  }
}
