import CardModels
import TagFormats
import TestSupport
import Testing

@Suite struct PlanDialogueTests {
  @Test func oneRefusalIsOvercome() throws {
    for (name, make) in Cards.makers {
      let card = try #require(make(octets(30)))
      let plan = try WritePlan.writing(octets(46), to: PlanBench.read(card))
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
      let plan = try WritePlan.writing(octets(46), to: PlanBench.read(card))
      for number in plan.steps.indices {
        var table = CardOnTheTable(card, accident: .pulled(before: number))
        #expect(throws: TagError.cardLeft) { try table.carry(plan) }
        var torn = table.card
        torn.leaveField()
        let before = try PlanBench.read(torn)
        let mended = try PlanBench.carried(.writing(octets(46), to: before), on: torn)
        #expect(PlainReading.message(on: mended) == .octets(octets(46)), "\(name), before command \(number)")
      }
    }
  }

  @Test func whatDoesNotReadBackIsSaid() throws {
    let card = try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: octets(30)))
    let plan = try WritePlan.writing(octets(46), to: PlanBench.read(.type2(card)))
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
    let contents = try PlanBench.read(
      .type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: octets(30)))))
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
    let contents = try PlanBench.read(
      .type2(try #require(Type2Card(.ntag213, uid: PlanBench.uid, holding: octets(30)))))
    #expect(try WritePlan.writing(octets(30), to: contents).steps.isEmpty)
    var changed = octets(30)
    changed[20] ^= 1
    let plan = try WritePlan.writing(changed, to: contents)
    #expect(plan.steps.filter { $0.purpose != .verify }.count == 1)
  }

  /// A card that takes one octet with each command cannot change a length of two at once.
  @Test func aLengthThatCannotChangeAtOnceIsRefused() throws {
    let container = hex("000f20003b00010406e10402000000")
    var card = Type4Card(
      .desfireEV1, uid: PlanBench.uid, files: [0xE103: container, 0xE104: [0, 20] + octets(20) + zeros(490)])
    let contents = try PlanBench.read(.type4(card))
    var cuts = 0
    let short = try WritePlan.writing(octets(200), to: contents)
    #expect(TornPlans.fault(in: short, on: .type4(card), message: octets(200), cuts: &cuts) == nil)
    #expect(throws: PlanRefusal.lengthNotAtOnce(octetsPerCommand: 1)) {
      try WritePlan.writing(octets(300), to: contents)
    }
    #expect(throws: Never.self) { try WritePlan.writing(octets(256), to: contents) }
    card.files[0xE104] = [1, 44] + octets(300) + zeros(210)
    #expect(throws: PlanRefusal.lengthNotAtOnce(octetsPerCommand: 1)) {
      try WritePlan.writing(octets(20), to: PlanBench.read(.type4(card)))
    }
  }

  @Test func anExtendedFileIsWrittenBehindOffset7FFF() throws {
    let container = hex("0011 30 00ff 00ff 0608 e104 00009000 00 00")
    let card = Type4Card(.desfireEV3, uid: PlanBench.uid, files: [0xE103: container, 0xE104: zeros(0x9000)])
    let message = octets(0x8300)
    let plan = try WritePlan.writing(message, to: PlanBench.read(.type4(card)))
    #expect(try PlanBench.read(PlanBench.carried(plan, on: .type4(card))).message == .octets(message))
  }
}
