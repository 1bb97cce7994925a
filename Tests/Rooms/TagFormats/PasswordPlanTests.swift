import CardModels
import TagFormats
import TestSupport
import Testing

@Suite struct PasswordPlanTests {
  static let password: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE]

  private func protectedCard(reading: Bool, chip: Chip = .ntag213) throws -> (CardModel, CardModel, WritePlan) {
    let card = CardModel.type2(try #require(Type2Card(chip, uid: PlanBench.uid, holding: octets(40))))
    let protection = try #require(
      PasswordProtection(password: Self.password, answer: [0x0B, 0x0E], fromPage: 4, protectsReading: reading))
    let plan = try WritePlan.protecting(PlanBench.read(card), with: protection)
    var protected = try PlanBench.carried(plan, on: card)
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
      let isOpen = try PlanBench.read(later).message == .octets(octets(40))
      let opens = later.answer(to: .type2(.authenticate(password: Self.password))) == .data([0x0B, 0x0E])
      #expect(isOpen || opens)
    }
  }

  @Test func onlyThePasswordOpensIt() throws {
    let (_, protected, _) = try protectedCard(reading: false)
    let contents = try PlanBench.read(protected)
    #expect(contents.message == .octets(octets(40)))
    #expect(contents.barriers == [.password(fromPage: 4)])
    #expect(throws: PlanRefusal.barrier(.password(fromPage: 4))) { try WritePlan.writing([1], to: contents) }
    let written = try PlanBench.carried(.writing(octets(20), to: contents, password: Self.password), on: protected)
    #expect(try PlanBench.read(written).message == .octets(octets(20)))
    #expect(throws: TagError.self) {
      try PlanBench.carried(.writing(octets(20), to: contents, password: [0, 0, 0, 0]), on: protected)
    }
    let open = try PlanBench.carried(.unprotecting(contents, password: Self.password), on: protected)
    #expect(try PlanBench.read(open).writable)
  }

  @Test func aHiddenMessageIsReadWithThePassword() throws {
    let (_, protected, _) = try protectedCard(reading: true)
    #expect(try PlanBench.read(protected).message == .hidden)
    var table = CardOnTheTable(protected)
    let contents = try table.read(.everything, password: Self.password)
    #expect(contents.message == .octets(octets(40)))
    var wrong = CardOnTheTable(protected)
    #expect(throws: TagError.refused(.type2(.authenticate(password: [1, 2, 3, 4])))) {
      try wrong.read(.everything, password: [1, 2, 3, 4])
    }
  }

  @Test func countedFailuresAreForGood() throws {
    let card = CardModel.type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: PlanBench.message)))
    let protection = try #require(
      PasswordProtection(password: Self.password, answer: [1, 2], allowedFailures: 3))
    #expect(try WritePlan.protecting(PlanBench.read(card), with: protection).isIrreversible)
    #expect(PasswordProtection(password: [1], answer: [1, 2]) == nil)
    #expect(PasswordProtection(password: Self.password, answer: [1, 2], allowedFailures: 8) == nil)
    #expect(PasswordProtection(password: Self.password, answer: [1, 2], fromPage: 255) == nil)
  }

  @Test func aCardWithoutAPasswordSaysSo() throws {
    let card = CardModel.type2(try #require(Type2Card(.ultralight, uid: PlanBench.uid, holding: octets(40))))
    let protection = try #require(PasswordProtection(password: Self.password, answer: [1, 2]))
    #expect(throws: PlanRefusal.notPossible(.ultralight)) {
      try WritePlan.protecting(PlanBench.read(card), with: protection)
    }
  }
}

@Suite struct MirrorPlanTests {
  @Test(arguments: [(true, false, 14), (false, true, 6), (true, true, 21)])
  func theDigitsLieInTheMessage(showsUID: Bool, showsCounter: Bool, count: Int) throws {
    let text = Array("https://focuskey.app/start?tap=".utf8) + [UInt8](repeating: 0x30, count: count) + Array("&x".utf8)
    for offset in 27..<32 {
      let card = CardModel.type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: text)))
      let plan = try WritePlan.mirroring(uid: showsUID, counter: showsCounter, at: offset, on: PlanBench.read(card))
      let mirrored = try PlanBench.carried(plan, on: card)
      let contents = try PlanBench.read(mirrored)
      let counter = showsCounter ? "000001" : ""
      let digits = (showsUID ? "04E10CDA993C80" : "") + (showsUID && showsCounter ? "x" : "") + counter
      var expected = text
      expected.replaceSubrange(offset..<offset + count, with: Array(digits.utf8))
      #expect(contents.message == .octets(expected), "\(offset)")
      #expect(contents.mirror?.count == count)
      // A new PlanBench.message goes past the digits that are laid over it.
      let rewritten = try PlanBench.carried(.writing(text + [0x41], to: contents), on: mirrored)
      expected.append(0x41)
      #expect(try PlanBench.read(rewritten).message == .octets(expected))
    }
  }

  @Test func digitsOutsideTheMessageAreRefused() throws {
    let contents = try PlanBench.read(
      .type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: octets(40)))))
    for offset in [-1, 27, 40, 1000] {
      #expect(throws: PlanRefusal.mirrorOutsideMessage) {
        try WritePlan.mirroring(uid: true, counter: false, at: offset, on: contents)
      }
    }
    let other = try PlanBench.read(.type2(try #require(Type2Card(.ntag203, uid: PlanBench.uid, holding: octets(40)))))
    #expect(throws: PlanRefusal.notPossible(.ntag203)) {
      try WritePlan.mirroring(uid: true, counter: false, at: 0, on: other)
    }
  }

  /// An NTAG 210 or 212 shows its UID and has no counter.
  @Test(arguments: [Chip.ntag210, .ntag212]) func aSmallChipShowsItsUIDOnly(chip: Chip) throws {
    let text = Array("focuskey.app/?u=".utf8) + [UInt8](repeating: 0x30, count: 14)
    let card = CardModel.type2(try #require(Type2Card(chip, uid: PlanBench.uid, holding: text)))
    #expect(throws: PlanRefusal.notPossible(chip)) {
      try WritePlan.mirroring(uid: true, counter: true, at: 16, on: PlanBench.read(card))
    }
    let mirrored = try PlanBench.carried(
      .mirroring(uid: true, counter: false, at: 16, on: PlanBench.read(card)), on: card)
    let contents = try PlanBench.read(mirrored)
    #expect(contents.message == .octets(Array("focuskey.app/?u=04E10CDA993C80".utf8)))
    #expect(contents.mirror?.uid == true && contents.mirror?.count == 14)
    let plain = try PlanBench.carried(.mirroring(uid: false, counter: false, at: 0, on: contents), on: mirrored)
    #expect(try PlanBench.read(plain).message == .octets(text))
  }
}
