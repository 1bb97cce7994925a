internal import NDEF

/// A link of ours as it is on a card.
public struct FoundLink: Sendable {
  private enum Text {
    case read(String)
    /// Written out only if it is asked for.
    case view(URIView, in: [UInt8])
  }

  /// What it says; `nil` if something is wrong in it.
  public let link: FocusLink?
  private let text: Text

  /// The link as the card has it, with what the card itself puts in.
  public var uri: String {
    switch text {
    case .read(let uri): uri
    case .view(let view, let message): view.text(in: message.span)
    }
  }

  fileprivate init(_ link: FocusLink?, uri: String) {
    self.link = link
    text = .read(uri)
  }

  fileprivate init(_ link: FocusLink, at view: URIView, in message: [UInt8]) {
    self.link = link
    text = .view(view, in: message)
  }
}

extension FoundLink: Equatable {
  /// Two links are the same if they say the same in the same words.
  public static func == (one: FoundLink, other: FoundLink) -> Bool { one.link == other.link && one.uri == other.uri }
}

extension FocusLink {
  /// The first link of ours in a card's message. All records are looked at; one that cannot be read does not hide the
  /// next.
  ///
  /// - Parameters:
  ///   - message: the bytes of the message, as the card holds them; they may be damaged.
  ///   - routes: the routes that are known here.
  /// - Returns: `nil` if no link of ours could be read.
  public static func first(inMessage message: [UInt8], routes: RouteTable) -> FoundLink? {
    canonical(in: message, routes) ?? first(inRecordsOf: message, routes)
  }

  /// The first link, if it is the first URI of the message and is written as we write links.
  private static func canonical(in message: [UInt8], _ routes: RouteTable) -> FoundLink? {
    guard let view = NDEFMessage.firstPlainURI(in: message.span), view.code == URIPrefix.https,
      let link = routes.canonical.link(in: message.span, view.rest)
    else { return nil }
    return FoundLink(link, at: view, in: message)
  }

  /// The first link, found by reading all records with the whole grammar.
  static func first(inRecordsOf message: [UInt8], _ routes: RouteTable) -> FoundLink? {
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
        return FoundLink(try routes.parse(MirroredValues(in: uri).rest), uri: uri)
      } catch {
        if !error.isForeign { return FoundLink(nil, uri: uri) }
      }
    }
    return nil
  }
}
