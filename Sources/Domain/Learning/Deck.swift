/// What a card is called: its deck and its own name there, which imports of the same deck keep.
public struct CardID: Hashable, Sendable {
  /// The name of the deck.
  public var deck: String
  /// The card's own name in the deck.
  public var card: String

  /// Names a card.
  public init(deck: String, card: String) {
    self.deck = deck
    self.card = card
  }
}

/// One card of a deck. Title and content are clean markup; see ``CardMarkup``.
public struct Card: Equatable, Sendable {
  /// Its name in the deck.
  public var id: String
  /// The question.
  public var title: String
  /// The answer.
  public var content: String
  /// What it belongs to; may be empty.
  public var category: String
  /// Words to find it by.
  public var tags: [String]
  /// Where there is more about it.
  public var link: String?

  /// A card.
  public init(
    id: String, title: String, content: String, category: String = "", tags: [String] = [], link: String? = nil
  ) {
    self.id = id
    self.title = title
    self.content = content
    self.category = category
    self.tags = tags
    self.link = link
  }
}

/// Cards that came together, in their order.
public struct Deck: Equatable, Sendable {
  /// What it is called.
  public var name: String
  /// Its cards; no two have the same name.
  public var cards: [Card]

  /// A deck.
  public init(name: String, cards: [Card]) {
    self.name = name
    self.cards = cards
  }

  /// What its cards are called, in their order.
  public var ids: [CardID] { cards.map { CardID(deck: name, card: $0.id) } }

  /// The categories in the order in which they come first.
  public var categories: [String] {
    var seen: Set<String> = []
    return cards.compactMap { card in
      !card.category.isEmpty && seen.insert(card.category).inserted ? card.category : nil
    }
  }
}

/// The limits of a deck that somebody hands in.
public enum DeckLimits {
  /// The most notes; a note can become several cards.
  public static let notes = 200_000
  /// The most cards.
  public static let cards = 400_000
  /// The most bytes of a title, a content or any other field.
  public static let field = 1 << 20
  /// The most bytes of a deck's name, a card's name, a category or a tag.
  public static let name = 500
}

/// Which cards of a deck are looked at.
public struct CardFilter: Equatable, Sendable {
  /// Only this category.
  public var category: String?
  /// Only cards with this tag.
  public var tag: String?
  /// Only bookmarked ones.
  public var isBookmarked = false
  /// Only those that were seen, or only those that were not.
  public var isViewed: Bool?

  /// All cards, but for what is asked for.
  public init(category: String? = nil, tag: String? = nil, isBookmarked: Bool = false, isViewed: Bool? = nil) {
    self.category = category
    self.tag = tag
    self.isBookmarked = isBookmarked
    self.isViewed = isViewed
  }

  /// The places in the deck of the cards that it lets through.
  public func places(in deck: Deck, _ progress: LearningProgress) -> [Int] {
    deck.cards.indices.filter { index in
      let card = deck.cards[index]
      let id = CardID(deck: deck.name, card: card.id)
      if let category, card.category != category { return false }
      // `cardio` has its parts: `cardio::valves` too.
      if let tag, !card.tags.contains(where: { $0 == tag || $0.hasPrefix(tag + "::") }) { return false }
      if isBookmarked, !progress.bookmarks.contains(id) { return false }
      if let isViewed, progress.viewed.contains(id) != isViewed { return false }
      return true
    }
  }
}

/// A place among filtered cards, from which one goes on and back.
public struct DeckPosition: Equatable, Sendable {
  private let places: [Int]
  private var at: Int

  /// The first card that a filter lets through; `nil` where it lets none through.
  public init?(in deck: Deck, _ filter: CardFilter, _ progress: LearningProgress) {
    places = filter.places(in: deck, progress)
    at = 0
    if places.isEmpty { return nil }
  }

  /// The card's place in the whole deck.
  public var index: Int { places[at] }
  /// How many cards the filter lets through.
  public var count: Int { places.count }
  /// `3 of 25`: which of the filtered cards this is.
  public var inWords: String { "\(at + 1) of \(places.count)" }

  /// Goes to the next card; stays at the last one.
  public mutating func goOn() { at = min(at + 1, places.count - 1) }
  /// Goes to the card before; stays at the first one.
  public mutating func goBack() { at = max(at - 1, 0) }
}
