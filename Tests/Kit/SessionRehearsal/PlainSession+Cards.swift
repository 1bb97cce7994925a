import FocusSession

/// What cards say.
extension PlainSession {
  mutating func lay(_ card: CardReading) -> Outcome {
    let uid = card.uid
    let shown = shownProof(of: card)
    if lying.contains(uid) { return .nothing }
    let others = !lying.isEmpty
    lying.append(uid)
    let away = leftAt[uid].map { second - $0 }
    leftAt[uid] = nil
    if others { return .nothing }
    if let away, away < Int(settings.awayTime.milliseconds / 1000) { return .nothing }
    guard let key = settings.keys.first(where: { $0.uid == uid }) else {
      guard case .ours(let ask) = card.link else { return card.link == .faulty ? .no(.faultyLink) : .nothing }
      return give(ask, by: Speaker(roles: Self.roles(of: ask), isCard: true, proof: shown))
    }
    let ask: Intent
    switch card.link {
    case .ours(let own): ask = own
    case .faulty: return .no(.faultyLink)
    case .none: ask = key.ask!
    }
    let proof = max(shown, .uid)
    if proof < key.proof { return .no(.proof(needed: key.proof)) }
    var isNews = false
    if key.may.contains(.stop), (proven[key.id] ?? .presence) < proof {
      proven[key.id] = proof
      isNews = !isActive && ask == .stop
    }
    let outcome = give(ask, by: Speaker(roles: key.may, isKey: true, isCard: true, proof: proof))
    if isNews, case .nothing = outcome { return .yes }
    return outcome
  }

  /// What a card proves once its counter is looked up in the list of all counters that it ever showed.
  private mutating func shownProof(of card: CardReading) -> Proof {
    guard let counter = card.counter else { return card.proof }
    let isOld = shown[card.uid, default: []].contains { $0 >= counter }
    shown[card.uid, default: []].append(counter)
    return isOld ? .presence : card.proof
  }

  mutating func lift() {
    for uid in lying { leftAt[uid] = second }
    lying = []
  }

  static func roles(of ask: Intent) -> RoleSet {
    switch ask {
    case .start: RoleSet([.start, .switchProfile])
    case .focus, .work: RoleSet([.start, .stop, .takeBreak, .switchProfile])
    case .stop: RoleSet([.stop])
    case .takeBreak: RoleSet([.takeBreak])
    case .visit, .resume, .status, .finishTask, .bed, .up, .excuse: .none
    }
  }

  mutating func give(_ ask: Intent, by who: Speaker) -> Outcome {
    switch ask {
    case .start(let start): return self.start(start, by: who)
    case .focus(let ask): return start(ask, by: who)
    case .stop: return stop(by: who)
    case .takeBreak(let minutes): return takeBreak(minutes, by: who)
    case .resume: return resume()
    case .status: return .nothing
    // What the rehearsals never ask.
    case .visit, .work, .finishTask, .bed, .up, .excuse: return .nothing
    }
  }
}
