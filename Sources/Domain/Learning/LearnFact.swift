/// Something that happened to a card, as it is kept for ever. When it happened is the stamp of the fact around it.
public enum LearnFact: Equatable, Sendable {
  /// A card was shown, answered and graded.
  case reviewed(CardID, Grade, took: Int64)
  /// A review that another program recorded, with its own time: it counts for memory, not for gates or points.
  case imported(CardID, Grade, at: StudyMoment, took: Int64)
  /// The last review of a card was a slip: it counts no more.
  case undone(CardID)
  /// A card is not asked any more, or again.
  case suspended(CardID, Bool)
  /// A card is not asked until then.
  case buried(CardID, until: StudyMoment)
  /// A card was in view for long enough to count as seen, for the first time.
  case viewed(CardID)
  /// A card got or lost its bookmark.
  case bookmarked(CardID, Bool)
  /// The person was told of an achievement: its name, and what it is worth.
  case told(String, points: Int64)
}

extension LearnFact {
  /// Whether it is a review that another program recorded.
  public var isImported: Bool { if case .imported = self { true } else { false } }
}

/// What has been learned: the fold of all facts about cards.
///
/// Only grades are kept, so that a change of the weights reads the whole history again.
public struct LearningProgress: Sendable {
  /// Where each reviewed card is in memory.
  public private(set) var memories: [CardID: Memory] = [:]
  /// The reviews of each card, in the order of their times: milliseconds and grade.
  private var history: [CardID: [Review]] = [:]
  /// Cards of which all reviews are another program's.
  public private(set) var importedOnly: Set<CardID> = []
  /// Cards that are not asked.
  public private(set) var suspended: Set<CardID> = []
  /// Cards that are not asked until then.
  public private(set) var buried: [CardID: StudyMoment] = [:]
  /// The card that was reviewed last, whose grade can be undone.
  public private(set) var last: CardID?
  /// The cards that were seen.
  public private(set) var viewed: Set<CardID> = []
  /// The cards with a bookmark.
  public private(set) var bookmarks: Set<CardID> = []
  /// The achievements that the person was told of.
  public private(set) var told: Set<String> = []
  /// All reviews.
  public private(set) var reviews = 0
  private let usual: StudySchedule
  private var schedules: [String: StudySchedule] = [:]

  /// Nothing learned yet.
  public init(schedule: StudySchedule = .inUse, terms: [String: DeckTerms] = [:]) {
    usual = schedule
    schedules = terms.mapValues { $0.schedule(from: schedule) }
  }

  /// Goes by other terms of decks: what was learned of those that changed is read again.
  ///
  /// - Returns: whether any deck's changed.
  public mutating func use(_ terms: [String: DeckTerms]) -> Bool {
    let next = terms.mapValues { $0.schedule(from: usual) }
    let changed = Set(next.keys).union(schedules.keys).filter { next[$0] != schedules[$0] }
    schedules = next
    guard !changed.isEmpty else { return false }
    for card in history.keys where changed.contains(card.deck) { remember(card) }
    return true
  }

  private func schedule(of card: CardID) -> StudySchedule { schedules[card.deck] ?? usual }

  /// Takes in a fact.
  public mutating func apply(_ fact: LearnFact, at moment: StudyMoment) {
    switch fact {
    case .reviewed(let card, let grade, _):
      enter(Review(at: moment.milliseconds, grade: grade), of: card)
      importedOnly.remove(card)
      viewed.insert(card)
      last = card
    case .imported(let card, let grade, let at, _):
      if memories[card] == nil { importedOnly.insert(card) }
      enter(Review(at: at.milliseconds, grade: grade), of: card)
      viewed.insert(card)
    case .undone(let card): undo(card)
    case .suspended(let card, true): suspended.insert(card)
    case .suspended(let card, false): suspended.remove(card)
    case .buried(let card, let until): buried[card] = until
    case .viewed(let card): viewed.insert(card)
    case .bookmarked(let card, true): bookmarks.insert(card)
    case .bookmarked(let card, false): bookmarks.remove(card)
    case .told(let achievement, _): told.insert(achievement)
    }
  }

  /// Whether a review of that time is known of a card already.
  public func knows(_ card: CardID, at moment: StudyMoment) -> Bool {
    history[card]?.contains { $0.at == moment.milliseconds } ?? false
  }

  /// Whether a card may be asked at that moment.
  public func isAsked(_ card: CardID, at moment: StudyMoment) -> Bool {
    if suspended.contains(card) { return false }
    return buried[card].map { $0 <= moment } ?? true
  }

  /// Whether a card was reviewed for the first time since a moment.
  func isNew(_ card: CardID, since moment: StudyMoment) -> Bool {
    history[card]?.first.map { $0.at >= moment.milliseconds } ?? false
  }

  private mutating func enter(_ review: Review, of card: CardID) {
    reviews += 1
    let known = history[card]?.last?.at ?? .min
    history[card, default: []].append(review)
    guard review.at < known else {
      memories[card] = schedule(of: card).review(
        memories[card], review.grade, at: StudyMoment(milliseconds: review.at), seed: card.seed)
      return
    }
    // One from before: the card's way is gone again from its beginning.
    history[card]?.sort { $0.at < $1.at }
    remember(card)
  }

  private mutating func undo(_ card: CardID) {
    guard let all = history[card], !all.isEmpty else { return }
    history[card]?.removeLast()
    reviews -= 1
    if last == card { last = nil }
    remember(card)
  }

  private mutating func remember(_ card: CardID) {
    var memory: Memory?
    let schedule = schedule(of: card)
    for review in history[card] ?? [] {
      memory = schedule.review(memory, review.grade, at: StudyMoment(milliseconds: review.at), seed: card.seed)
    }
    memories[card] = memory
  }

  /// How likely a card is still known at that moment; `nil` for one that was never reviewed.
  public func recall(_ card: CardID, at moment: StudyMoment) -> Double? {
    memories[card].map { schedule(of: card).recall($0, at: moment) }
  }

  /// When a card would be due again after an answer.
  public func due(_ card: CardID, after grade: Grade, at moment: StudyMoment) -> StudyMoment {
    schedule(of: card).review(memories[card], grade, at: moment, seed: card.seed).due
  }

  /// How likely a card will still be known on each of the days after its last review, today's first: the forgetting
  /// curve.
  public func forgettingCurve(_ card: CardID, days: Int) -> [Double] {
    guard let memory = memories[card], days > 0 else { return [] }
    let model = schedule(of: card).model
    return (0..<days).map { model.recall(after: Int64($0), stability: memory.stability) }
  }
}

/// A review, kept as small as possible because there are many.
private struct Review {
  private let packed: Int64

  init(at moment: Int64, grade: Grade) {
    packed = max(-(1 << 60), min(1 << 60, moment)) << 2 | Int64(grade.rawValue - 1)
  }

  var at: Int64 { packed >> 2 }
  var grade: Grade { Grade(rawValue: Int(packed & 3) + 1) ?? .good }
}

extension StudySchedule {
  /// The schedule that people learn by: intervals are spread, each card's in a way of its own.
  public static let inUse: StudySchedule = {
    var schedule = StudySchedule()
    schedule.spreads = true
    return schedule
  }()
}

/// A note, which may have several cards in a deck.
struct NoteID: Hashable {
  let deck: String
  let note: Substring
}

extension CardID {
  /// What it shares with its note's other cards: of Anki's `guid:2` the part before the number.
  var note: NoteID { NoteID(deck: deck, note: ownNote) }

  var ownNote: Substring {
    guard let colon = card.utf8.lastIndex(of: UInt8(ascii: ":")), colon != card.startIndex else { return card[...] }
    let number = card.utf8[card.utf8.index(after: colon)...]
    let isNumber = !number.isEmpty && number.count < 5 && number.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber ? card[..<colon] : card[...]
  }

  /// A number that tells cards apart, the same in every run of the program (FNV-1a).
  var seed: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in [deck, card] {
      for octet in text.utf8 { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return hash
  }
}
