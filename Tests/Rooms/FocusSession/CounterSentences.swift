import FocusSession
import SessionRehearsal
import Testing

/// Product.md 2.5: "bound to an NTAG counter that must rise". The session remembers the highest counter of each card.
@Suite struct CounterSentences {
  private var desk = Desk(settings())

  /// Lays the signed key down for a tap of its own and takes it away again.
  @discardableResult
  private mutating func show(_ counter: UInt32, by uid: [UInt8] = signedKey) -> Answer {
    defer {
      desk.lift()
      desk.pass(.seconds(2))
    }
    return desk.lay(uid, .ours(.status), proof: .sun, counter: counter)
  }

  @Test("A counter must rise: the same one, or a lower one, proves nothing.")
  mutating func mustRise() {
    #expect(show(5) == .nothing)
    #expect(show(5).rule == .proof(needed: .sun))
    #expect(show(4).rule == .proof(needed: .sun))
    #expect(show(6) == .nothing)
    #expect(desk.machine.ledger.counters == [CardCounter(card: CardUID(signedKey), highest: 6)])
  }

  @Test("The first counter of a card may be any, zero too, and each card has its own.")
  mutating func eachCardHasItsOwn() {
    #expect(show(0) == .nothing)
    #expect(show(0).rule == .proof(needed: .sun))
    show(9, by: deskKey)
    #expect(show(1) == .nothing)
    #expect(desk.machine.ledger.counters.count == 2)
  }

  @Test("What a tap shows is recorded with what it does, in one decision.")
  mutating func oneDecision() {
    let card = CardReading(uid: CardUID(signedKey), link: .ours(.focus("work")), proof: .sun, counter: 7)
    let decision = desk.machine.decide(
      .cardsArrived("desk", [card]), at: desk.now, entropy: Entropy(high: 1, low: 1))
    #expect(decision.facts.contains { $0.body == .key(.counterShown(CardUID(signedKey), 7)) })
    #expect(decision.facts.contains { if case .sessionStarted = $0.body { true } else { false } })
    #expect(!told(decision.events).contains { $0.hasPrefix("counter") })
  }

  @Test("A tap that does not count has shown its counter all the same.")
  mutating func ignoredTapsCount() {
    desk.lay(signedKey, .ours(.status), proof: .sun, counter: 1)
    desk.lift()
    // Too soon.
    desk.lay(signedKey, .ours(.status), proof: .sun, counter: 2)
    desk.lift()
    desk.pass(.seconds(2))
    #expect(show(2).rule == .proof(needed: .sun))
  }

  @Test("A card that was there already when the service came up shows nothing.")
  mutating func foundCardsShowNothing() {
    desk.give(.cardsFound("desk", [CardReading(uid: CardUID(signedKey), proof: .sun, counter: 3)]))
    #expect(desk.machine.ledger.counters.isEmpty)
  }

  @Test("Counters that were kept before facts told of them only ever raise what is known.")
  mutating func keptCounters() {
    show(5)
    let kept = [
      CardCounter(card: CardUID(signedKey), highest: 4), CardCounter(card: CardUID(deskKey), highest: 8),
    ]
    #expect(desk.give(.countersKept(kept)) == .accepted)
    #expect(desk.give(.countersKept(kept)) == .nothing)
    #expect(show(5).rule == .proof(needed: .sun))
    #expect(desk.machine.ledger.counters.map(\.highest).sorted() == [5, 8])
    #expect(desk.folded.ledger == desk.machine.ledger)
  }

  @Test("A counter outlives a crash, and a checkpoint.")
  mutating func outlivesACrash() {
    show(5)
    desk.crash(.seconds(3))
    #expect(show(5).rule == .proof(needed: .sun))
    let restored = SessionMachine(settings: settings(), checkpoint: desk.machine.checkpoint)
    #expect(!restored.ledger.isFresh(5, of: CardUID(signedKey)))
    #expect(restored.ledger.isFresh(6, of: CardUID(signedKey)))
  }
}
