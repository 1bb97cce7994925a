/// Something that happened to a card, as it is kept for ever. When it happened is the stamp of the fact around it.
public enum LearnFact: Equatable, Sendable {
  /// A card was shown, answered and graded.
  case reviewed(CardID, Grade, took: Int64)
  /// A card was in view for long enough to count as seen, for the first time.
  case viewed(CardID)
  /// A card got or lost its bookmark.
  case bookmarked(CardID, Bool)
  /// The person was told of an achievement: its name, and what it is worth.
  case told(String, points: Int64)
}

/// What has been learned: the fold of all facts about cards.
///
/// Only grades are kept, so that a change of the weights reads the whole history again.
public struct LearningProgress: Sendable {
  /// Where each reviewed card is in memory.
  public private(set) var memories: [CardID: Memory] = [:]
  /// The cards that were seen.
  public private(set) var viewed: Set<CardID> = []
  /// The cards with a bookmark.
  public private(set) var bookmarks: Set<CardID> = []
  /// The achievements that the person was told of.
  public private(set) var told: Set<String> = []
  /// All reviews.
  public private(set) var reviews = 0
  private let schedule: StudySchedule

  /// Nothing learned yet.
  public init(schedule: StudySchedule = .inUse) { self.schedule = schedule }

  /// Takes in a fact.
  public mutating func apply(_ fact: LearnFact, at moment: StudyMoment) {
    switch fact {
    case .reviewed(let card, let grade, _):
      memories[card] = schedule.review(memories[card], grade, at: moment, seed: card.seed)
      viewed.insert(card)
      reviews += 1
    case .viewed(let card): viewed.insert(card)
    case .bookmarked(let card, true): bookmarks.insert(card)
    case .bookmarked(let card, false): bookmarks.remove(card)
    case .told(let achievement, _): told.insert(achievement)
    }
  }

  /// How likely a card is still known at that moment; `nil` for one that was never reviewed.
  public func recall(_ card: CardID, at moment: StudyMoment) -> Double? {
    memories[card].map { schedule.recall($0, at: moment) }
  }

  /// When a card would be due again after an answer.
  public func due(_ card: CardID, after grade: Grade, at moment: StudyMoment) -> StudyMoment {
    schedule.review(memories[card], grade, at: moment, seed: card.seed).due
  }

  /// How likely a card will still be known on each of the days after its last review, today's first: the forgetting
  /// curve.
  public func forgettingCurve(_ card: CardID, days: Int) -> [Double] {
    guard let memory = memories[card], days > 0 else { return [] }
    return (0..<days).map { schedule.model.recall(after: Int64($0), stability: memory.stability) }
  }
}

extension StudySchedule {
  /// The schedule that people learn by: intervals are spread, each card's in a way of its own.
  public static let inUse: StudySchedule = {
    var schedule = StudySchedule()
    schedule.spreads = true
    return schedule
  }()
}

extension CardID {
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
