package import FocusLinks

/// Reads a card for the session: bytes to records, records to a link, the link to what it asks.
package struct TapReading: Sendable {
  /// What a card proves beyond being there, if its counter rises above the highest that it showed before.
  package typealias ShownProof = (proof: Proof, counter: UInt32?)

  private let links: RouteTable
  private let may: @Sendable (ReaderName) -> RoleSet?
  private let proof: @Sendable (PresentedCard, FoundLink?) -> ShownProof
  private let keepsSignedLinks: @Sendable () -> Bool

  /// A reading by these routes.
  ///
  /// - Parameters:
  ///   - may: what a tap at a reader may do; `nil` where cards are seen and do nothing.
  ///   - proof: what a card that counts as a tap proves beyond being there, with the link of ours on it.
  ///   - keepsSignedLinks: whether there are other devices, which check a signed tap that ends a session themselves.
  package init(
    links: RouteTable, may: @escaping @Sendable (ReaderName) -> RoleSet? = { _ in .all },
    proof: @escaping @Sendable (PresentedCard, FoundLink?) -> ShownProof = { _, _ in (.presence, nil) },
    keepsSignedLinks: @escaping @Sendable () -> Bool = { false }
  ) {
    self.links = links
    self.may = may
    self.proof = proof
    self.keepsSignedLinks = keepsSignedLinks
  }

  /// Returns the command of a reader event, and our link on the card; `nil` if it concerns no card.
  func command(for event: ReaderEvent) -> (command: Command, link: FoundLink?)? {
    switch event {
    case .arrived(let reader, let card, let atStart):
      // The first link of ours (Product.md 2.3), found once and carried along.
      let link = card.message.flatMap { FocusLink.first(inMessage: $0, routes: links) }
      let asked = link?.asked ?? .none
      guard !atStart, let may = may(reader) else {
        return (.cardsFound(reader.id, [CardReading(uid: CardUID(card.uid), link: asked)]), link)
      }
      let shown = proof(card, link)
      let reading = CardReading(
        uid: CardUID(card.uid), link: asked, proof: shown.proof, counter: shown.counter, may: may,
        signedLink: shown.proof == .sun && keepsSignedLinks() ? link?.uri : nil)
      return (.cardsArrived(reader.id, [reading]), link)
    case .severalCards(let reader): return (.severalCards(reader.id), nil)
    case .left(let reader, let uid): return (.cardLeft(reader.id, uid.isEmpty ? nil : CardUID(uid)), nil)
    case .lost(let reader, _): return (.readerLost(reader.id), nil)
    case .ready, .unreadable: return nil
    }
  }
}

extension FoundLink {
  /// The link, if it belongs to one of the person's own routes.
  package var ownLink: OwnLink? {
    if case .own(let own)? = link { own } else { nil }
  }

  fileprivate var asked: CardLink {
    guard let link else { return .faulty }
    // A route of the person's own asks nothing of the session, so the tap only shows the state.
    return .ours(Intent(link) ?? .status)
  }
}

extension ReaderName {
  var id: ReaderID { ReaderID(name) }
}
