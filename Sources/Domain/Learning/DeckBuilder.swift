public import JSONText

/// Makes a deck of what a file holds, card by card, within the limits.
public struct DeckBuilder {
  /// A card as a file has it: nothing is clean yet.
  public struct Draft {
    /// Its own name, where the file gives one.
    public var id: String?
    /// The question.
    public var title = ""
    /// The answer.
    public var content = ""
    /// What it belongs to; of `A::B` the last part.
    public var category = ""
    /// Words to find it by.
    public var tags: [String] = []
    /// Where there is more about it.
    public var link: String?
    /// Whether title and content are HTML; text otherwise.
    public var isHTML = true

    /// An empty draft.
    public init() {}
  }

  /// The cards so far.
  public private(set) var cards: [Card] = []
  private var ids: Set<String> = []

  private let mostCards: Int

  /// A deck without cards.
  public init(mostCards: Int = DeckLimits.notes) { self.mostCards = mostCards }

  /// Takes a card.
  public mutating func add(_ draft: Draft, at place: JSONPlace) throws(DeckError) {
    guard cards.count < mostCards else {
      throw DeckError(.tooManyCards(limit: mostCards), at: place)
    }
    for field in [draft.title, draft.content, draft.link ?? ""] where field.utf8.count > DeckLimits.field {
      throw DeckError(.tooLong(limit: DeckLimits.field), at: place)
    }
    for name in [draft.id ?? "", draft.category] + draft.tags where name.utf8.count > DeckLimits.name {
      throw DeckError(.tooLong(limit: DeckLimits.name), at: place)
    }
    let title = draft.isHTML ? CardMarkup.clean(draft.title) : CardMarkup.showing(draft.title)
    guard !title.isEmpty else { throw DeckError(.noTitle, at: place) }
    let id: String
    if let own = draft.id.map(Self.plain), !own.isEmpty {
      guard ids.insert(own).inserted else { throw DeckError(.repeatedID(own), at: place) }
      id = own
    } else {
      id = freeID(for: title)
    }
    cards.append(
      Card(
        id: id, title: title,
        content: draft.isHTML ? CardMarkup.clean(draft.content) : CardMarkup.showing(draft.content),
        category: Self.plain(Self.lastPart(Self.plain(draft.category))),
        tags: draft.tags.map(Self.plain).filter { !$0.isEmpty },
        link: draft.link.flatMap(Self.webLink)))
  }

  /// The deck, if it has a card.
  public func deck(named name: String) throws(DeckError) -> Deck {
    guard !cards.isEmpty else { throw DeckError(.empty, at: .start) }
    return Deck(name: name, cards: cards)
  }

  /// A single card as a person writes it, within the same limits.
  public static func card(_ draft: Draft) throws(DeckError) -> Card {
    var builder = DeckBuilder(mostCards: 1)
    try builder.add(draft, at: .start)
    return builder.cards[0]
  }

  /// Derives an ID from the title, so that importing the file again gives the same one.
  private mutating func freeID(for title: String) -> String {
    let digest = String(CardID(deck: "", card: title).seed, radix: 16)
    var id = digest
    var number = 1
    while !ids.insert(id).inserted {
      number += 1
      id = "\(digest)-\(number)"
    }
    return id
  }

  /// A name without control characters, on one line.
  public static func plain(_ text: String) -> String {
    let line = text.utf8.map { $0 == 0x09 || $0 == 0x0A ? 0x20 : $0 }
    return CardMarkup.withoutControls(line)
  }

  /// The last part of a name such as Anki's `Languages::Spanish::Verbs`.
  static func lastPart(_ name: String) -> String {
    let octets = Array(name.utf8)
    var start = 0
    var index = 0
    while index + 1 < octets.count {
      if octets[index] == UInt8(ascii: ":"), octets[index + 1] == UInt8(ascii: ":") {
        start = index + 2
        index += 1
      }
      index += 1
    }
    return String(decoding: octets[start...], as: UTF8.self)
  }

  /// A link that a browser may be sent to: `http` or `https`, printable ASCII and nothing that could end an attribute.
  static func webLink(_ text: String) -> String? {
    let link = CardMarkup.trimmed(text)
    let lower = String(decoding: link.utf8.prefix(8).map { $0 | 0x20 }, as: UTF8.self)
    let prefix = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : 0
    guard prefix > 0, link.utf8.count > prefix, link.utf8.count <= 2048 else { return nil }
    let banned = Array("\"'<>\\^`{|}".utf8)
    guard link.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && !banned.contains($0) }) else { return nil }
    return link
  }
}
