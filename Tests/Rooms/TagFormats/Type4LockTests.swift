import CardModels
import ProofOfTap
import TagFormats
import TestSupport
import Testing

@Suite struct Type4LockTests {
  static let cards: [(name: String, make: @Sendable () throws -> CardModel)] = [
    ("NTAG 424", { Type4Bench.ntag() }),
    ("NTAG 413", { Type4Bench.small() }),
    (
      "DESFire",
      {
        let card = Type4Bench.blank(.desfireEV2)
        let formatted = try Type4Bench.carried(
          .formatting(Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
        return try Type4Bench.carried(.writing(Type4Bench.message, to: Type4Bench.read(formatted)), on: formatted)
      }
    ),
    (
      "DESFire EV3, AES keys",
      {
        let card = Type4Bench.blank(.desfireEV3)
        let formatted = try Type4Bench.carried(
          .formatting(Type4Bench.read(card), ciphers: Type4Bench.ciphers), on: card)
        return try Type4Bench.carried(.writing(Type4Bench.message, to: Type4Bench.read(formatted)), on: formatted)
      }
    ),
    (
      // The maker of this one lets everybody change its settings, so no key is needed.
      "DESFire, free",
      {
        guard case .type4(var card) = try cards[2].make() else { return Type4Bench.ntag() }
        card.close(1, access: [0xEE, 0xEE])
        card.close(2, access: [0xEE, 0xEE])
        return .type4(card)
      }
    ),
  ]

  @Test(arguments: cards.indices) func lockingIsForGood(index: Int) throws {
    let card = try Self.cards[index].make()
    let before = try Type4Bench.read(card)
    #expect(before.locks == LockState(locked: [], isFrozen: false))
    let plan = try WritePlan.locking(before, ciphers: Type4Bench.ciphers)
    // Compared first; then the container, which key 0 could still change back; the files last.
    let purposes = plan.steps.map(\.purpose).filter { $0 != .open }
    #expect(purposes.first == .verify)
    #expect(purposes.filter { $0 == .lock }.count == 3)
    #expect(plan.steps.filter(\.isIrreversible).count == 2)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: card, message: Type4Bench.message, cuts: &cuts) == nil)
    var locked = try Type4Bench.carried(plan, on: card)
    let after = try Type4Bench.read(locked)
    #expect(after.message == .octets(Type4Bench.message))
    #expect(after.barriers == [.readOnly, .locked])
    #expect(after.locks?.isFrozen == true)
    #expect(throws: PlanRefusal.barrier(.readOnly)) { try WritePlan.writing([1], to: after) }
    #expect(throws: PlanRefusal.barrier(.readOnly)) { try WritePlan.formatting(after, ciphers: Type4Bench.ciphers) }
    // Not even with the key: the settings let nobody.
    for step in plan.steps where step.purpose == .lock {
      var dialogue = PlanDialogue(
        WritePlan(Array(plan.steps.prefix { $0.purpose != .lock }) + [step], ciphers: Type4Bench.ciphers))
      var next = dialogue.next(after: nil)
      while case .send(let command) = next { next = dialogue.next(after: locked.answer(to: command)) }
      if case .done = next { Issue.record("\(step) was carried out") }
    }
  }

  /// Cut off after any command, a lock can be carried on.
  @Test(arguments: cards.indices) func anInterruptedLockIsFinished(index: Int) throws {
    let card = try Self.cards[index].make()
    var dialogue = PlanDialogue(try .locking(Type4Bench.read(card), ciphers: Type4Bench.ciphers))
    var step = dialogue.next(after: nil)
    var torn = card
    while case .send(let command) = step {
      step = dialogue.next(after: torn.answer(to: command))
      var later = torn
      later.leaveField()
      let again = try WritePlan.locking(Type4Bench.read(later), ciphers: Type4Bench.ciphers)
      #expect(try Type4Bench.read(Type4Bench.carried(again, on: later)).barriers == [.readOnly, .locked], "\(command)")
    }
  }

  @Test func whatSignsEachTapStaysSo() throws {
    // UID and counter enciphered at 20 (14 hex), a code at 40 over nothing, all by key 0.
    let overlay = hex("c1 f000 200000 500000 500000")
    let card = Type4Bench.ntag { $0.lay(overlay, over: 2) }
    let before = try Type4Bench.read(card)
    let settings = try #require(before.fileSettings[2])
    #expect(settings.overlay?.cipherText == 0x20)
    #expect(settings.overlay?.code?.at == 0x50)
    let after = try Type4Bench.read(Type4Bench.carried(.locking(before, ciphers: Type4Bench.ciphers), on: card))
    #expect(after.fileSettings[2]?.octets.dropFirst(7).elementsEqual(overlay) == true)
    #expect(after.locks?.isFrozen == true)
  }

  /// A chip of another maker that keeps to the specification: its container can be written until it says read-only.
  @Test func anotherMakersTagIsLockedByItsContainer() throws {
    let container = hex("000f20003b00340406e10400400000")
    var card = Type4Card(
      .unknownType4, uid: Type4Bench.uid, files: [0xE103: container, 0xE104: [0, 20] + octets(20) + zeros(42)])
    card.isContainerFree = true
    let plan = try WritePlan.locking(Type4Bench.read(.type4(card)))
    #expect(plan.steps.filter(\.isIrreversible).count == 1)
    var cuts = 0
    #expect(TornPlans.fault(in: plan, on: .type4(card), message: octets(20), cuts: &cuts) == nil)
    #expect(try Type4Bench.read(Type4Bench.carried(plan, on: .type4(card))).barriers == [.readOnly])
  }

  @Test func keysOfOthersAreNotTried() throws {
    let card = Type4Bench.ntag { $0.close(2, access: [0xE3, 0xEE]) }
    #expect(throws: PlanRefusal.barrier(.restricted(3))) {
      try WritePlan.locking(Type4Bench.read(card), ciphers: Type4Bench.ciphers)
    }
    #expect(throws: PlanRefusal.notPossible(.ntag424DNA)) { try WritePlan.locking(Type4Bench.read(Type4Bench.ntag())) }
  }

  /// The card's answer to a sealed command is signed; another one's is not believed.
  @Test func aForgedAnswerIsNotBelieved() throws {
    let plan = try WritePlan.locking(Type4Bench.read(Type4Bench.ntag()), ciphers: Type4Bench.ciphers)
    var dialogue = PlanDialogue(plan)
    var step = dialogue.next(after: nil)
    var card = Type4Bench.ntag()
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
