public import JSONText

/// The plan's form of a deck: `{"cards":[{"id":"1","title":"…","content":"…","category":"…","link":"https://…"}]}`.
public enum DeckJSON {
  /// The most bytes of such a file.
  public static let mostOctets = 64 << 20

  /// Reads a deck; members that mean nothing here are passed over.
  public static func read(_ octets: [UInt8], name: String) throws(DeckError) -> Deck {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(octets, limits: JSONLimits(octets: mostOctets, depth: 32))
    } catch {
      throw DeckError(.json(error), at: error.place)
    }
    var builder = DeckBuilder()
    do throws(JSONShapeError) {
      for item in try cards(in: JSONItem(document.root)) { try add(item, to: &builder) }
    } catch {
      throw DeckError(.shape(error), at: error.place)
    }
    return try builder.deck(named: name)
  }

  private static func cards(in root: JSONItem) throws(JSONShapeError) -> [JSONItem] {
    if root.node.array != nil { return try root.array() }
    guard root.node.object != nil, let cards = root.node["cards"] else {
      // Says what is missing, or that this is neither a list nor an object.
      return try root.members("cards").required("cards").array()
    }
    return try JSONItem(cards, at: root.pointer.appending("cards")).array()
  }

  private static func add(_ item: JSONItem, to builder: inout DeckBuilder) throws(JSONShapeError) {
    guard item.node.object != nil else { return _ = try item.members() }
    var draft = DeckBuilder.Draft()
    func member(_ name: String) -> JSONItem? {
      guard let node = item.node[name], !node.isNull else { return nil }
      return JSONItem(node, at: item.pointer.appending(name))
    }
    if let id = member("id") {
      if let number = id.node.integer { draft.id = String(number) } else { draft.id = try id.string() }
    }
    guard let title = member("title") else {
      throw JSONShapeError(place: item.node.place, pointer: item.pointer, cause: .missing("title"))
    }
    draft.title = try title.string()
    draft.content = try member("content")?.string() ?? ""
    draft.category = try member("category")?.string() ?? ""
    draft.link = try member("link")?.string()
    draft.tags = try member("tags")?.strings() ?? []
    do throws(DeckError) {
      try builder.add(draft, at: item.node.place)
    } catch {
      throw JSONShapeError(place: error.place, pointer: item.pointer, cause: .refused(error.message))
    }
  }

  /// A card as commands and pages show it.
  public static func json(_ card: Card) -> JSONValue {
    .members([
      "id": .string(card.id), "title": .string(card.title), "content": .string(card.content),
      "category": .string(card.category), "tags": JSONValue(card.tags), "link": card.link.map { .string($0) },
    ])
  }

  /// The deck as a file.
  public static func write(_ deck: Deck) -> [UInt8] {
    var cards: [JSONValue] = []
    cards.reserveCapacity(deck.cards.count)
    for card in deck.cards { cards.append(json(card)) }
    return JSONValue.object(["cards": .array(cards)]).octets + [UInt8(ascii: "\n")]
  }
}
