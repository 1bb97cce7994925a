/// All cards of a person with when each is due, so that the next one is found without looking any of them up: the same
/// answers as ``ReviewQueue``, for a hundred thousand cards in one pass over numbers.
public struct StudyIndex: Sendable {
  /// A deck and where its cards are among all.
  public struct Part: Equatable, Sendable {
    /// What the deck is called.
    public let name: String
    /// Its cards.
    public let cards: Range<Int>
  }

  /// How far a deck is.
  public struct Standing: Equatable, Sendable {
    /// Cards that are due.
    public var due = 0
    /// Cards that were never reviewed.
    public var new = 0
    /// Cards that were seen.
    public var viewed = 0
    /// Cards with a bookmark.
    public var bookmarks = 0
    /// Cards that are known for three weeks and longer.
    public var mature = 0
  }

  /// A card that is known with 90 % probability after this many days has settled.
  public static let matureDays = 21.0

  /// The decks in their order.
  public private(set) var decks: [Part] = []
  /// What was learned.
  public private(set) var progress: LearningProgress
  private let cards: [CardID]
  /// Milliseconds since 1970; the largest number for a card that was never reviewed.
  private var due: [Int64]
  /// Where a card of a deck is.
  private var places: [[String: Int]] = []
  private var numbers: [String: Int] = [:]

  /// The cards in the order of their decks, and what was learned of them.
  public init(_ cards: [CardID], _ progress: LearningProgress) {
    self.cards = cards
    self.progress = progress
    due = [Int64](repeating: .max, count: cards.count)
    var start = 0
    while start < cards.count {
      let name = cards[start].deck
      var end = start
      while end < cards.count, cards[end].deck == name { end += 1 }
      var own: [String: Int] = [:]
      own.reserveCapacity(end - start)
      for place in start..<end { own[cards[place].card] = place }
      numbers[name] = decks.count
      decks.append(Part(name: name, cards: start..<end))
      places.append(own)
      start = end
    }
    for (card, memory) in progress.memories {
      if let place = place(of: card) { due[place] = memory.due.milliseconds }
    }
  }

  /// Takes in what happened to a card.
  public mutating func apply(_ fact: LearnFact, at moment: StudyMoment) {
    progress.apply(fact, at: moment)
    guard case .reviewed(let card, _, _) = fact, let place = place(of: card), let memory = progress.memories[card]
    else { return }
    due[place] = memory.due.milliseconds
  }

  /// The next cards of a deck, or of all.
  public func next(_ limit: Int, of deck: String? = nil, at moment: StudyMoment) -> [ReviewQueue.Entry] {
    guard limit > 0 else { return [] }
    // The few that wait longest, in order; of those that wait equally long the first in the deck.
    var waiting: [Int] = []
    var new: [Int] = []
    let now = moment.milliseconds
    for place in range(of: deck) {
      let since = due[place]
      if since == .max {
        if new.count < limit { new.append(place) }
      } else if since <= now, waiting.count < limit || since < due[waiting[waiting.count - 1]] {
        let at = waiting.firstIndex { due[$0] > since } ?? waiting.count
        waiting.insert(place, at: at)
        if waiting.count > limit { waiting.removeLast() }
      }
    }
    var entries: [ReviewQueue.Entry] = []
    for place in waiting {
      entries.append(.init(card: cards[place], why: .due(since: StudyMoment(milliseconds: due[place]))))
    }
    for place in new where entries.count < limit { entries.append(.init(card: cards[place], why: .new)) }
    return entries
  }

  /// How many cards of a deck, or of all, are due, and how many were never reviewed.
  public func counts(of deck: String? = nil, at moment: StudyMoment) -> (due: Int, new: Int) {
    var counts = (due: 0, new: 0)
    for place in range(of: deck) {
      if due[place] == .max { counts.new += 1 } else if due[place] <= moment.milliseconds { counts.due += 1 }
    }
    return counts
  }

  /// How far each deck is, in their order.
  public func standings(at moment: StudyMoment) -> [Standing] {
    var standings = decks.map { deck in
      let counts = counts(of: deck.name, at: moment)
      return Standing(due: counts.due, new: counts.new)
    }
    for card in progress.viewed { if let deck = deck(of: card) { standings[deck].viewed += 1 } }
    for card in progress.bookmarks { if let deck = deck(of: card) { standings[deck].bookmarks += 1 } }
    for (card, memory) in progress.memories where memory.stability >= Self.matureDays {
      if let deck = deck(of: card) { standings[deck].mature += 1 }
    }
    return standings
  }

  private func range(of deck: String?) -> Range<Int> {
    guard let deck else { return cards.indices }
    return numbers[deck].map { decks[$0].cards } ?? 0..<0
  }

  private func place(of card: CardID) -> Int? { numbers[card.deck].flatMap { places[$0][card.card] } }

  private func deck(of card: CardID) -> Int? { place(of: card) == nil ? nil : numbers[card.deck] }
}
