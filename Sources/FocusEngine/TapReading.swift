public import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import NDEF

/// What a card says to the session: bytes to records, records to a link, the link to what it asks.
public struct TapReading: Sendable {
  private let links: RouteTable

  /// A reading by these routes.
  public init(links: RouteTable) {
    self.links = links
  }

  /// The command that something at a reader comes to; `nil` for what concerns only the reader.
  func command(for event: ReaderEvent) -> Command? {
    switch event {
    case .arrived(let reader, let card, let atStart):
      let reading = CardReading(uid: CardUID(card.uid), link: link(in: card.message ?? []))
      return atStart ? .cardsFound(reader.id, [reading]) : .cardsArrived(reader.id, [reading])
    case .severalCards(let reader): return .severalCards(reader.id)
    case .left(let reader, let uid): return .cardLeft(reader.id, uid.isEmpty ? nil : CardUID(uid))
    case .lost(let reader, _): return .readerLost(reader.id)
    case .ready, .unreadable: return nil
    }
  }

  /// What the first link of ours in a message asks.
  func link(in message: [UInt8]) -> CardLink {
    switch first(in: message) {
    // A route of the person's own asks nothing of the session, so the tap only shows the state.
    case .some(.success(let found)): .ours(Ask(found.link) ?? .status)
    case .some(.failure): .faulty
    case .none: .none
    }
  }

  /// The first link of ours in a message, with its text, if it is of a route of the person's own.
  public func ownLink(in message: [UInt8]) -> (link: OwnLink, text: String)? {
    guard case .success(let found) = first(in: message), case .own(let own) = found.link else { return nil }
    return (own, found.text)
  }

  /// The first link of ours in a message (PRODUCT.md 2.3). All records are looked at; one that cannot be read does not hide the next.
  private func first(in message: [UInt8]) -> Result<(link: FocusLink, text: String), LinkError>? {
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
        return .success((try links.parse(uri), uri))
      } catch {
        if !error.isForeign { return .failure(error) }
      }
    }
    return nil
  }
}

extension ReaderName {
  /// The reader as the session knows it.
  var id: ReaderID { ReaderID(name) }
}
