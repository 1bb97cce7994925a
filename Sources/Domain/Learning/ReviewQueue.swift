/// Which card comes next: those that are due, the longest overdue first, then new ones in the order of their deck.
public enum ReviewQueue {
  /// Why a card is shown.
  public enum Why: Equatable, Sendable {
    case due(since: StudyMoment)
    /// It was never reviewed.
    case new
  }

  /// A card that waits.
  public struct Entry: Equatable, Sendable {
    /// Which card.
    public var card: CardID
    /// Why it waits.
    public var why: Why
  }

  /// In seconds: a gate counts the same card only once in that time.
  static let gateRest: Int64 = 3600
  /// In milliseconds, between two cards of one note: one would give the other away.
  static let siblingRest: Int64 = 12 * 3_600_000

  /// The next cards, at most `limit`.
  ///
  /// - Parameters:
  ///   - cards: all cards that may come, in the order of their decks.
  ///   - forGate: whether they are to open a gate: then a card that was reviewed within the last hour is left out.
  public static func next(
    _ limit: Int, of cards: [CardID], _ progress: LearningProgress, at moment: StudyMoment, forGate: Bool = false
  ) -> [Entry] {
    guard limit > 0 else { return [] }
    var due: [(entry: Entry, since: StudyMoment, order: Int)] = []
    var new: [Entry] = []
    var seen: [NoteID: (card: CardID, at: Int64)] = [:]
    for card in cards {
      guard let memory = progress.memories[card], memory.reviewed.milliseconds > moment.milliseconds - siblingRest
      else {
        continue
      }
      let at = memory.reviewed.milliseconds
      if seen[card.note].map({ $0.at < at }) ?? true { seen[card.note] = (card, at) }
    }
    var taken: Set<NoteID> = []
    for (order, card) in cards.enumerated() where progress.isAsked(card, at: moment) {
      let isApart = seen[card.note].map { $0.card == card } ?? true
      guard let memory = progress.memories[card] else {
        if new.count < limit, isApart, taken.insert(card.note).inserted { new.append(Entry(card: card, why: .new)) }
        continue
      }
      guard memory.due <= moment else { continue }
      // What is being learned now comes back in minutes, whatever else its note has.
      guard isApart || memory.phase != .review else { continue }
      // A review later than now is one of a clock that was set back: it counts as recent.
      if forGate, memory.reviewed.after(seconds: gateRest) > moment { continue }
      due.append((Entry(card: card, why: .due(since: memory.due)), memory.due, order))
    }
    due.sort { one, other in one.since == other.since ? one.order < other.order : one.since < other.since }
    var entries: [Entry] = []
    var notes: Set<NoteID> = []
    for item in due where entries.count < limit {
      let isFirst = notes.insert(item.entry.card.note).inserted
      if isFirst || progress.memories[item.entry.card]?.phase != .review { entries.append(item.entry) }
    }
    for entry in new where entries.count < limit && !notes.contains(entry.card.note) { entries.append(entry) }
    return entries
  }

  /// How many of these cards are due, and how many were never reviewed.
  public static func counts(
    of cards: [CardID], _ progress: LearningProgress, at moment: StudyMoment
  ) -> (due: Int, new: Int) {
    var due = 0
    var new = 0
    for card in cards where progress.isAsked(card, at: moment) {
      guard let memory = progress.memories[card] else {
        new += 1
        continue
      }
      if memory.due <= moment { due += 1 }
    }
    return (due, new)
  }
}

/// One showing of a card: it counts only after it was in view for long enough to be read.
public struct CardShowing: Equatable, Sendable {
  /// How long a card has to be in view, in milliseconds.
  public static let least: Int64 = 2000

  /// Which card.
  public let card: CardID
  /// When it came into view, by a clock that nobody sets, in milliseconds.
  public let since: Int64

  /// A card comes into view.
  public init(_ card: CardID, at now: Int64) {
    self.card = card
    since = now
  }

  /// The fact of an answer; `nil` while the card was not in view for long enough.
  public func answer(_ grade: Grade, at now: Int64) -> LearnFact? {
    let took = max(0, now - since)
    return took >= Self.least ? .reviewed(card, grade, took: took) : nil
  }
}
