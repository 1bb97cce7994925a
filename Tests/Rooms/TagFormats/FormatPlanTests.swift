import CardModels
import TagFormats
import TestSupport
import Testing

@Suite struct FormatPlanTests {
  static let blank: [(name: String, card: CardModel?)] = [
    ("Ultralight", Type2Card(.ultralight, uid: PlanBench.uid).map { .type2($0) }),
    ("Ultralight EV1", Type2Card(.ultralightEV1Large, uid: PlanBench.uid).map { .type2($0) }),
    ("SLIX", .type5(Type5Card(uid: [0xE0, 4, 1, 0x10, 1, 2, 3, 4], memory: zeros(112)))),
    ("large blocks", .type5(Type5Card(uid: [0xE0, 2, 1, 0x10, 1, 2, 3, 4], memory: zeros(512), blockSize: 8))),
    ("FeliCa Lite-S", .type3(Type3Card(idm: PlanBench.uid + [1], memory: zeros(14 * 16)))),
    ("Classic 1K", ClassicCard(.classic1K, uid: [1, 2, 3, 4]).map { .classic($0) }),
    ("Classic 4K", ClassicCard(.classic4K, uid: [1, 2, 3, 4]).map { .classic($0) }),
  ]

  /// The Classic's own reading fails at its directory's key, which the factory does not set: the plan needs no more
  /// than the chip.
  @Test(arguments: blank.indices) func aBlankCardBecomesEmpty(index: Int) throws {
    let card = try #require(Self.blank[index].card)
    let before = try PlanBench.read(card)
    #expect(before.message == .unformatted)
    let plan = try WritePlan.formatting(before)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
    let formatted = try PlanBench.carried(plan, on: card)
    let after = try PlanBench.read(formatted)
    #expect(after.message == .empty)
    #expect(after.writable)
    let written = try PlanBench.carried(.writing(octets(40), to: after), on: formatted)
    #expect(try PlanBench.read(written).message == .octets(octets(40)))
  }

  @Test(arguments: [
    "Ultralight", "NTAG203", "NTAG213", "NTAG216", "NTAG I2C 2K", "Topaz 96", "Topaz 512", "FeliCa Lite-S", "SLIX",
  ])
  func aFullCardBecomesEmpty(name: String) throws {
    let make = try #require(Cards.makers.first { $0.name == name }).make
    let card = try #require(make(octets(46)))
    let plan = try WritePlan.formatting(PlanBench.read(card))
    #expect(!plan.isIrreversible)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: [], cuts: &cuts) == nil)
    #expect(try PlanBench.read(PlanBench.carried(plan, on: card)).message == .empty)
  }

  @Test func theContainerIsWrittenForGood() throws {
    let card = CardModel.type2(try #require(Type2Card(.ultralight, uid: PlanBench.uid)))
    let plan = try WritePlan.formatting(PlanBench.read(card))
    #expect(plan.steps.filter(\.isIrreversible).map(\.command) == [.type2(.write(page: 3, octets: hex("e1100600")))])
    // Another use of the one-time octets is against it.
    var used = try #require(Type2Card(.ultralight, uid: PlanBench.uid))
    used.memory.replaceSubrange(12..<16, with: hex("01000000"))
    #expect(throws: Never.self) { try WritePlan.formatting(PlanBench.read(.type2(used))) }
    used.memory[13] = 0x80
    #expect(throws: PlanRefusal.barrier(.readOnly)) { try WritePlan.formatting(PlanBench.read(.type2(used))) }
  }

  @Test func damagedLayoutsAreMadeAnew() throws {
    var card = try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: PlanBench.message))
    card.memory.replaceSubrange(16..<20, with: [0x01, 0x07, 0, 0])
    let before = try PlanBench.read(.type2(card))
    #expect(before.fault == .controlLength(7, at: 16))
    #expect(throws: PlanRefusal.damaged(.controlLength(7, at: 16))) { try WritePlan.writing([1], to: before) }
    let mended = try PlanBench.carried(.formatting(before), on: .type2(card))
    #expect(try PlanBench.read(mended).message == .empty)
  }

  /// Half of the sectors have their new keys already: formatting again goes through all the same.
  @Test(arguments: [Chip.classic1K, .classic4K]) func anInterruptedFormattingIsFinished(chip: Chip) throws {
    let card = CardModel.classic(try #require(ClassicCard(chip, uid: [1, 2, 3, 4])))
    let plan = try WritePlan.formatting(PlanBench.read(card))
    var torn = card
    for step in plan.steps {
      _ = torn.answer(to: step.command)
      var later = torn
      later.leaveField()
      let before = try PlanBench.read(later)
      #expect(before.message == .unformatted || before.message == .empty)
      guard before.message == .unformatted else { continue }
      #expect(
        try PlanBench.read(PlanBench.carried(.formatting(before), on: later)).message == .empty, "\(step.command)")
    }
  }

  @Test func anInterruptedFeliCaIsMended() throws {
    let card = CardModel.type3(Type3Card(liteS: PlanBench.uid + [1], holding: PlanBench.message))
    let plan = try WritePlan.writing(octets(100), to: PlanBench.read(card))
    var torn = card
    for step in plan.steps.prefix(4) { _ = torn.answer(to: step.command) }
    let before = try PlanBench.read(torn)
    #expect(before.message == .interrupted)
    #expect(try PlanBench.read(PlanBench.carried(.erasing(before), on: torn)).message == .empty)
    #expect(
      try PlanBench.read(PlanBench.carried(.writing(PlanBench.message, to: before), on: torn)).message
        == .octets(PlanBench.message))
  }
}
