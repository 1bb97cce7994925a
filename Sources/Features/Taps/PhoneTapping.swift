package import FocusEngine
package import FocusLinks
internal import FocusWire
package import PhoneDoor
package import PhoneTaps
package import ServiceContract

/// What a phone's tap means here: it is soft, unless the link carries a proof of the card's own.
package struct PhoneTapping: Sendable {
  let engine: FocusEngine
  let links: RouteTable
  let proofs: TapProofs
  /// Follows a soft link, as the control socket does.
  let follow: @Sendable (_ url: String) async -> LinkAnswer
  /// Is told of each tap: a phone may be one of the two readers of laps.
  let lap: @Sendable (_ uid: [UInt8], _ signed: UInt32?, _ reader: String) async -> Void
  // What was shown and may not be on disk yet: of two requests with one signature only one counts.
  private let shown = Locked<[CardUID: UInt32]>([:])

  package init(
    engine: FocusEngine, links: RouteTable, proofs: TapProofs,
    follow: @escaping @Sendable (_ url: String) async -> LinkAnswer,
    lap: @escaping @Sendable (_ uid: [UInt8], _ signed: UInt32?, _ reader: String) async -> Void
  ) {
    self.engine = engine
    self.links = links
    self.proofs = proofs
    self.follow = follow
    self.lap = lap
  }

  /// Carries out a paired phone's tap; `route` is the path and query of the card's link.
  package func act(_ phone: PhoneName, _ route: String) async -> PhoneOutcome {
    let url = url(of: route)
    guard let (card, intent) = await provenCard(in: url, mirrorCounts: true) else {
      // What a card filled in proved nothing, so the rest is a link like any other.
      return await outcome(follow(MirroredValues(in: url).rest))
    }
    return await outcome(tap(card, intent, at: ReaderID("phone \(phone.text)")))
  }

  /// Carries out what a card signed, whichever phone read it; `nil` if no card did.
  package func actSigned(_ route: String) async -> PhoneOutcome? {
    guard let (card, intent) = await provenCard(in: url(of: route), mirrorCounts: false) else { return nil }
    return await outcome(tap(card, intent, at: ReaderID("phone")))
  }

  private func url(of route: String) -> String { "https://\(links.hosts.first ?? "")\(route)" }

  private typealias ProvenCard = (uid: CardUID, counter: UInt32, proof: Proof)

  /// The card that a link proves to have been there, and what the link asks. A counter in the clear proves it only if
  /// the phone is known, and only for a card that is registered and does not sign.
  private func provenCard(in url: String, mirrorCounts: Bool) async -> (ProvenCard, Intent)? {
    guard let link = try? links.parse(MirroredValues(in: url).rest), let intent = Intent(link) else { return nil }
    if let signer = proofs.signer(of: url) { return ((CardUID(signer.uid), signer.counter, .sun), intent) }
    guard mirrorCounts, let mirrored = proofs.mirroredCounter(of: url) else { return nil }
    let uid = CardUID(mirrored.uid)
    guard await engine.snapshot.machine.settings.key(uid: uid) != nil else { return nil }
    return ((uid, mirrored.counter, .counter), intent)
  }

  /// Taps with a card that was really there, as on a reader of that name.
  private func tap(_ card: ProvenCard, _ intent: Intent, at reader: ReaderID) async -> LinkAnswer {
    let isFresh = await engine.snapshot.machine.ledger.isFresh(card.counter, of: card.uid)
    let isFirst = shown.withLock { shown in
      guard isFresh, card.counter > shown[card.uid] ?? 0 || shown[card.uid] == nil else { return false }
      shown[card.uid] = card.counter
      return true
    }
    guard isFirst else {
      return LinkAnswer(isDone: false, text: "The card's proof was used before. Tap the card again.")
    }
    let reading = CardReading(uid: card.uid, link: .ours(intent), proof: card.proof, counter: card.counter)
    let answer = await engine.submit(.cardsArrived(reader, [reading]))
    await engine.submit(.cardLeft(reader, card.uid))
    await lap(card.uid.octets, card.proof == .sun ? card.counter : nil, reader.text)
    let snapshot = await engine.snapshot
    switch answer {
    case .stopping, .failed: return LinkAnswer(isDone: false, text: "The computer could not record the tap.")
    case .decided(.refused(let refusal), _):
      let sentence = refusal.sentence(in: snapshot.machine.settings.zone, at: snapshot.now.wall)
      return LinkAnswer(isDone: false, text: sentence)
    case .decided(_, let events):
      let sentences = events.compactMap { $0.sentence(snapshot.machine.settings) }
      return LinkAnswer(isDone: true, text: sentences.joined(separator: " "))
    }
  }

  private func outcome(_ said: LinkAnswer) async -> PhoneOutcome {
    PhoneOutcome(title: said.isDone ? await state() : "Nothing changed", text: said.text, isRefused: !said.isDone)
  }

  private func state() async -> String {
    let snapshot = await engine.snapshot
    let (settings, status) = (snapshot.machine.settings, snapshot.machine.status(at: snapshot.now))
    let name = status.profile.flatMap { id in settings.profile(id)?.policy.name } ?? "Focus"
    switch status.state {
    case .idle: return "No session is running"
    case .focusing:
      return "\(name) is on" + (status.plannedEnd.map { " until \(clockTime($0, in: settings.zone))" } ?? "")
    case .onBreak:
      return "Break" + (status.breakEndsAt.map { " until \(clockTime($0, in: settings.zone))" } ?? "")
    }
  }
}
