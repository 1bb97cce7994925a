/// How much of a deck a day holds: a wall of cards that are due after a pause is taken down day by day.
public struct DayLimit: Equatable, Sendable {
  /// The most new cards.
  public var new: Int?
  /// The most cards that are due.
  public var reviews: Int?

  /// No limits, but for those that are given.
  public init(new: Int? = nil, reviews: Int? = nil) {
    self.new = new
    self.reviews = reviews
  }

  /// What is left of it on a day.
  public func left(after done: (new: Int, reviews: Int)) -> DayLimit {
    DayLimit(new: new.map { max(0, $0 - done.new) }, reviews: reviews.map { max(0, $0 - done.reviews) })
  }
}

extension LearningProgress {
  /// How many cards of a deck were learned since a moment: new ones, and those that were due.
  public func done(of deck: String, since moment: StudyMoment) -> (new: Int, reviews: Int) {
    var done = (new: 0, reviews: 0)
    for (card, memory) in memories where card.deck == deck && memory.reviewed >= moment {
      if isNew(card, since: moment) { done.new += 1 } else { done.reviews += 1 }
    }
    return done
  }
}

extension StudyIndex {
  /// The next cards, as many of each deck as its day holds.
  ///
  /// - Parameters:
  ///   - limits: of the decks that have any.
  ///   - today: when the day began.
  public func next(
    _ limit: Int, of deck: String?, limits: [String: DayLimit], today: StudyMoment, at moment: StudyMoment
  ) -> [ReviewQueue.Entry] {
    guard deck.map({ limits[$0] != nil }) ?? !limits.isEmpty else { return next(limit, of: deck, at: moment) }
    var due: [(since: StudyMoment, entry: ReviewQueue.Entry)] = []
    var new: [ReviewQueue.Entry] = []
    for part in decks where deck == nil || part.name == deck {
      let left = limits[part.name]?.left(after: progress.done(of: part.name, since: today)) ?? DayLimit()
      for entry in next(limit, of: part.name, within: left, at: moment) {
        switch entry.why {
        case .due(let since): due.append((since, entry))
        case .new: new.append(entry)
        }
      }
    }
    // Of those that wait equally long the first in the order of decks.
    let ordered = due.enumerated().sorted { one, other in
      (one.element.since, one.offset) < (other.element.since, other.offset)
    }
    return Array((ordered.map { $0.element.entry } + new).prefix(limit))
  }

  /// How many cards are due and new, as many of each deck as its day holds.
  public func counts(
    of deck: String?, limits: [String: DayLimit], today: StudyMoment, at moment: StudyMoment
  ) -> (due: Int, new: Int) {
    var sum = (due: 0, new: 0)
    for part in decks where deck == nil || part.name == deck {
      let all = counts(of: part.name, at: moment)
      let left = limits[part.name]?.left(after: progress.done(of: part.name, since: today))
      sum.due += min(all.due, left?.reviews ?? .max)
      sum.new += min(all.new, left?.new ?? .max)
    }
    return sum
  }
}
