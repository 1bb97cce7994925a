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
  /// For each deck, the places of its cards.
  private var places: [[String: Int]] = []
  private var numbers: [String: Int] = [:]
  private var notes: [Int32] = []
  /// For each note, when a card of it was reviewed last, and which.
  private var lastOfNote: [(at: Int64, place: Int)] = []
  /// For each card, whether it is past its first steps.
  private var isSettled: [Bool] = []

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
    isSettled = [Bool](repeating: false, count: cards.count)
    numberNotes()
    for (card, memory) in progress.memories {
      if let place = place(of: card) { enter(memory, at: place) }
    }
  }

  /// Takes in what happened to a card.
  public mutating func apply(_ fact: LearnFact, at moment: StudyMoment) {
    progress.apply(fact, at: moment)
    let card: CardID
    switch fact {
    case .reviewed(let reviewed, _, _), .imported(let reviewed, _, _, _), .undone(let reviewed): card = reviewed
    case .viewed, .bookmarked, .told, .suspended, .buried: return
    }
    guard let place = place(of: card) else { return }
    if case .undone = fact { forgetLast(of: notes[place]) }
    if let memory = progress.memories[card] { enter(memory, at: place) } else { due[place] = .max }
  }

  /// Goes by other terms of decks.
  public mutating func use(_ terms: [String: DeckTerms]) {
    if progress.use(terms) { self = StudyIndex(cards, progress) }
  }

  private mutating func enter(_ memory: Memory, at place: Int) {
    due[place] = memory.due.milliseconds
    isSettled[place] = memory.phase == .review
    let (note, at) = (Int(notes[place]), memory.reviewed.milliseconds)
    if at > lastOfNote[note].at { lastOfNote[note] = (at, place) }
  }

  /// Forgets a note's last review, which was undone: the one before it counts again.
  private mutating func forgetLast(of note: Int32) {
    lastOfNote[Int(note)] = (.min, -1)
    for place in cards.indices where notes[place] == note {
      guard let at = progress.memories[cards[place]]?.reviewed.milliseconds, at > lastOfNote[Int(note)].at else {
        continue
      }
      lastOfNote[Int(note)] = (at, place)
    }
  }

  private mutating func numberNotes() {
    notes.reserveCapacity(cards.count)
    var known: [NoteID: Int32] = [:]
    var deck = ""
    for card in cards {
      if card.deck != deck {
        deck = card.deck
        known.removeAll(keepingCapacity: true)
      }
      let note = known[card.note] ?? Int32(lastOfNote.count)
      if Int(note) == lastOfNote.count {
        known[card.note] = note
        lastOfNote.append((.min, -1))
      }
      notes.append(note)
    }
  }

  /// Whether no other card of its note was asked a short while ago.
  private func isApart(_ place: Int, _ now: Int64) -> Bool {
    let last = lastOfNote[Int(notes[place])]
    return last.place == place || last.place < 0 || last.at <= now - ReviewQueue.siblingRest
  }

  private func isAsked(_ place: Int, _ moment: StudyMoment) -> Bool {
    if progress.suspended.isEmpty, progress.buried.isEmpty { return true }
    return progress.isAsked(cards[place], at: moment)
  }

  /// The next cards of a deck, or of all.
  ///
  /// - Parameter within: how many of them may be due, and how many new.
  public func next(
    _ limit: Int, of deck: String? = nil, within left: DayLimit = DayLimit(), at moment: StudyMoment
  ) -> [ReviewQueue.Entry] {
    guard limit > 0 else { return [] }
    // The few that wait longest, in order; of those that wait equally long the first in the deck.
    var waiting: [Int] = []
    var new: [Int] = []
    let now = moment.milliseconds
    var newNotes: Set<Int32> = []
    // Those that wait for another card of their note are found by looking at a few more.
    let lookedAt = limit * 4
    for place in range(of: deck) {
      let since = due[place]
      if since == .max {
        if new.count < limit, !newNotes.contains(notes[place]), isApart(place, now), isAsked(place, moment) {
          new.append(place)
          newNotes.insert(notes[place])
        }
      } else if since <= now, !isSettled[place] || isApart(place, now), isAsked(place, moment),
        waiting.count < lookedAt || since < due[waiting[waiting.count - 1]]
      {
        let at = waiting.firstIndex { due[$0] > since } ?? waiting.count
        waiting.insert(place, at: at)
        if waiting.count > lookedAt { waiting.removeLast() }
      }
    }
    var entries: [ReviewQueue.Entry] = []
    var seen: Set<Int32> = []
    for place in waiting where entries.count < min(limit, left.reviews ?? .max) {
      let isFirst = seen.insert(notes[place]).inserted
      guard isFirst || !isSettled[place] else { continue }
      entries.append(.init(card: cards[place], why: .due(since: StudyMoment(milliseconds: due[place]))))
    }
    let most = min(limit, entries.count + min(left.new ?? limit, limit))
    for place in new where entries.count < most && !seen.contains(notes[place]) {
      entries.append(.init(card: cards[place], why: .new))
    }
    return entries
  }

  /// How many cards of a deck, or of all, are due, and how many were never reviewed.
  public func counts(of deck: String? = nil, at moment: StudyMoment) -> (due: Int, new: Int) {
    var counts = (due: 0, new: 0)
    for place in range(of: deck) where isAsked(place, moment) {
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
