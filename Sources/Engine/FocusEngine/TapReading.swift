public import FocusLinks
public import FocusPorts
public import FocusSession
internal import NDEF

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

  /// What the first link of ours in a message asks, and its text.
  func link(in message: [UInt8]) -> (link: CardLink, uri: String?) {
    switch first(in: message) {
    // A route of the person's own asks nothing of the session, so the tap only shows the state.
    case .understood(let link, let uri): (.ours(Intent(link) ?? .status), uri)
    case .faulty(let uri): (.faulty, uri)
    case nil: (.none, nil)
    }
  }

  /// The first link of ours in a message, with its text, if it is of a route of the person's own.
  public func ownLink(in message: [UInt8]) -> (link: OwnLink, text: String)? {
    guard case .understood(.own(let own), let uri) = first(in: message) else { return nil }
    return (own, uri)
  }

  /// A link of ours as it stands on a card.
  private enum FoundLink {
    case understood(FocusLink, uri: String)
    case faulty(uri: String)
  }

  /// The first link of ours in a message (PRODUCT.md 2.3). All records are looked at; one that cannot be read does not
  /// hide the next.
  private func first(in message: [UInt8]) -> FoundLink? {
    guard let records = try? NDEFMessage.lenient(decoding: message).message.records else { return nil }
    for record in records {
      let uri: String
      switch record.content {
      case .uri(let record): uri = record.uri
      case .smartPoster(let poster): uri = poster.uri.uri
      case .absoluteURI(let text): uri = text
      default: continue
      }
      do throws(LinkError) {
        return .understood(try links.parse(MirroredValues(in: uri).rest), uri: uri)
      } catch {
        if !error.isForeign { return .faulty(uri: uri) }
      }
    }
    return nil
  }
}

extension ReaderName {
  /// The reader as the session knows it.
  var id: ReaderID { ReaderID(name) }
}
