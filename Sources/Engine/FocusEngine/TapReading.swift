public import FocusLinks
public import FocusPorts
public import FocusSession

/// What a card says to the session: bytes to records, records to a link, the link to what it asks.
public struct TapReading: Sendable {
  private let links: RouteTable
  private let may: @Sendable (ReaderName) -> RoleSet?
  private let proof: @Sendable (PresentedCard, String?) -> Proof

  /// A reading by these routes.
  ///
  /// - Parameters:
  ///   - may: what a tap at a reader may do; `nil` where cards are seen and do nothing.
  ///   - proof: what a card that counts as a tap proves beyond lying there, with the link of ours on it as the card
  ///     says it.
  public init(
    links: RouteTable, may: @escaping @Sendable (ReaderName) -> RoleSet? = { _ in .all },
    proof: @escaping @Sendable (PresentedCard, String?) -> Proof = { _, _ in .presence }
  ) {
    self.links = links
    self.may = may
    self.proof = proof
  }

  /// The command that something at a reader comes to; `nil` for what concerns only the reader.
  func command(for event: ReaderEvent) -> Command? {
    switch event {
    case .arrived(let reader, let card, let atStart):
      let (link, uri) = link(in: card.message ?? [])
      guard !atStart, let may = may(reader) else {
        return .cardsFound(reader.id, [CardReading(uid: CardUID(card.uid), link: link)])
      }
      let reading = CardReading(uid: CardUID(card.uid), link: link, proof: proof(card, uri), may: may)
      return .cardsArrived(reader.id, [reading])
    case .severalCards(let reader): return .severalCards(reader.id)
    case .left(let reader, let uid): return .cardLeft(reader.id, uid.isEmpty ? nil : CardUID(uid))
    case .lost(let reader, _): return .readerLost(reader.id)
    case .ready, .unreadable: return nil
    }
  }

  /// What the first link of ours in a message asks, and its text (Product.md 2.3).
  func link(in message: [UInt8]) -> (link: CardLink, uri: String?) {
    guard let found = FocusLink.first(inMessage: message, routes: links) else { return (.none, nil) }
    guard let link = found.link else { return (.faulty, found.uri) }
    // A route of the person's own asks nothing of the session, so the tap only shows the state.
    return (.ours(Intent(link) ?? .status), found.uri)
  }

  /// The first link of ours in a message, with its text, if it is of a route of the person's own.
  public func ownLink(in message: [UInt8]) -> (link: OwnLink, text: String)? {
    guard let found = FocusLink.first(inMessage: message, routes: links), case .own(let own) = found.link else {
      return nil
    }
    return (own, found.uri)
  }
}

extension ReaderName {
  /// The reader as the session knows it.
  var id: ReaderID { ReaderID(name) }
}
