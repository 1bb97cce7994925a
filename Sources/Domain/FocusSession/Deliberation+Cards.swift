extension Deliberation {
  mutating func arrive(_ cards: [CardReading], at reader: ReaderID) -> Answer {
    guard var card = cards.first else { return .nothing }
    let uids = cards.map { $0.uid }
    // Before anything else: what was shown once is old, also if the tap does not count.
    let areFresh = cards.map { isFresh($0) }
    if areFresh.first == false { card.proof = .presence }
    let verdict = machine.presence.arrive(uids, at: reader, tick: now.tick, awayTime: machine.settings.awayTime)
    followCard()
    if let verdict { return ignore(verdict, at: reader, uids) }
    return tap(card, at: reader)
  }

  /// Whether a card's counter is higher than before; if so, notes it.
  private mutating func isFresh(_ card: CardReading) -> Bool {
    guard let counter = card.counter else { return true }
    return note(counter, of: card.uid)
  }

  /// Adopts counters that cards showed before facts recorded them.
  mutating func keep(_ counters: [CardCounter]) -> Answer {
    let news = counters.filter { note($0.highest, of: $0.card) }
    return news.isEmpty ? .nothing : .accepted
  }

  private mutating func note(_ counter: UInt32, of card: CardUID) -> Bool {
    guard machine.ledger.isFresh(counter, of: card) else { return false }
    record(.key(.counterShown(card, counter)), quietly: true)
    return true
  }

  mutating func find(_ cards: [CardReading], at reader: ReaderID) -> Answer {
    guard !cards.isEmpty else { return .nothing }
    let uids = cards.map { $0.uid }
    let wasThere =
      machine.presence.arrive(uids, at: reader, tick: now.tick, awayTime: .zero) == .stillThere
    followCard()
    return ignore(wasThere ? .stillThere : .atStart, at: reader, uids)
  }

  /// Handles a tap: asks for what the card says, or what its registration says.
  private mutating func tap(_ card: CardReading, at reader: ReaderID) -> Answer {
    let key = machine.settings.key(uid: card.uid)
    let ask: Intent
    switch (card.link, key) {
    case (.ours(let own), _): ask = own
    case (.faulty, _): return refuse(.faultyLink)
    case (.none, let key?): ask = key.ask ?? usualAsk(of: key)
    case (.none, nil): return ignore(.stranger, at: reader, [card.uid])
    }
    let proof = key == nil ? card.proof : max(card.proof, .uid)
    if let key, proof < key.proof { return refuse(.proof(needed: key.proof)) }
    let isNews = prove(key, proof, isAllThereIs: ask == .stop)
    let roles = (key?.may ?? rolesOfUnregistered(ask)).shared(with: card.may)
    var tap = Tap(reader: reader, uid: card.uid, key: key, roles: roles, proof: proof)
    if proof == .sun, let counter = card.counter, let link = card.signedLink { tap.signed = (counter, link) }
    if let key, isStepOnly(key, tap, ask) { return .accepted }
    let answer = answer(SessionRequest(ask), by: .card(tap))
    return isNews && answer == .nothing ? .accepted : answer
  }

  /// What a registered card without a link asks for: the most that it may.
  private func usualAsk(of key: Key) -> Intent {
    if key.may.contains(.start) {
      let usual = machine.ledger.lastProfile ?? machine.settings.profiles.first?.id
      if let usual, key.may.contains(.stop) { return .focus(usual) }
      return .start(StartRequest())
    }
    if key.may.contains(.stop) { return .stop }
    return key.may.contains(.takeBreak) ? .takeBreak(minutes: nil) : .status
  }

  /// A card that nobody registered may do what its link says: its presence is proven, its owner is not.
  private func rolesOfUnregistered(_ ask: Intent) -> RoleSet {
    switch ask {
    case .start: return RoleSet([.start, .switchProfile])
    case .focus, .work: return RoleSet([.start, .stop, .takeBreak, .switchProfile])
    case .stop: return RoleSet([.stop])
    case .takeBreak: return RoleSet([.takeBreak])
    // Only a key that may opens something.
    case .visit: return .none
    case .resume, .status, .finishTask, .bed, .up, .excuse: return .none
    }
  }

  /// Notes that a key that may stop works; reported only where the tap had nothing else to do.
  private mutating func prove(_ key: Key?, _ proof: Proof, isAllThereIs: Bool) -> Bool {
    guard let key, key.may.contains(.stop) else { return false }
    if let known = machine.ledger.provenKeys.first(where: { $0.key == key.id }), known.proof >= proof { return false }
    let isIdle = machine.state == .idle
    record(.key(.proven(key.id, proof)), quietly: !(isIdle && isAllThereIs))
    return isIdle && isAllThereIs
  }
}
