import Learning
import Testing

/// The index gives what the queue gives, for every deck and every history.
@Suite struct StudyIndexTests {
  private static let start = StudyMoment(milliseconds: 1_795_338_000_000)

  /// Numbers that look like chance and are the same every time.
  private struct Numbers {
    var state: UInt64
    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  @Test(arguments: 1...20) func itAnswersAsTheQueueDoes(seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let cards = ["a", "b", "c"].flatMap { deck in (0..<40).map { CardID(deck: deck, card: "\($0)") } }
    var progress = LearningProgress()
    var index = StudyIndex(cards, progress)
    var now = Self.start
    for round in 0..<120 {
      let card = cards[numbers.below(cards.count)]
      let fact: LearnFact =
        switch numbers.below(8) {
        case 0: .viewed(card)
        case 1: .bookmarked(card, numbers.below(2) == 0)
        // A card of a deck that was removed.
        case 2: .reviewed(CardID(deck: "gone", card: "1"), .good, took: 3000)
        default: .reviewed(card, Grade(rawValue: 1 + numbers.below(4)) ?? .good, took: 3000)
        }
      progress.apply(fact, at: now)
      index.apply(fact, at: now)
      now = now.after(seconds: Int64(numbers.below(20_000)))
      // Built from what was learned, it is the same.
      if round % 40 == 39 { index = StudyIndex(cards, progress) }
      for deck in [nil, "a", "c"] {
        let own = cards.filter { deck == nil || $0.deck == deck }
        let limit = 1 + numbers.below(12)
        #expect(
          index.next(limit, of: deck, at: now) == ReviewQueue.next(limit, of: own, progress, at: now), "\(round)")
        #expect(index.counts(of: deck, at: now) == ReviewQueue.counts(of: own, progress, at: now))
      }
    }
    let standings = index.standings(at: now)
    for (deck, standing) in zip(index.decks, standings) {
      #expect(standing.viewed == progress.viewed.count { $0.deck == deck.name })
      #expect(standing.bookmarks == progress.bookmarks.count { $0.deck == deck.name })
      #expect(standing.mature == progress.memories.count { $0.key.deck == deck.name && $0.value.stability >= 21 })
    }
  }

  @Test func aDeckThatIsNotThereHasNothing() {
    let index = StudyIndex([], LearningProgress())
    #expect(index.next(5, at: Self.start).isEmpty && index.next(5, of: "x", at: Self.start).isEmpty)
    #expect(index.decks.isEmpty && index.standings(at: Self.start).isEmpty)
  }

  @Test func whatAnAnswerWouldMeanIsToldBeforehand() {
    let card = CardID(deck: "a", card: "1")
    var progress = LearningProgress()
    for grade in Grade.allCases {
      var after = progress
      after.apply(.reviewed(card, grade, took: 3000), at: Self.start)
      #expect(after.memories[card]?.due == progress.due(card, after: grade, at: Self.start))
    }
    progress.apply(.reviewed(card, .easy, took: 3000), at: Self.start)
    let later = Self.start.after(seconds: 86_400 * 9)
    let waits = Grade.allCases.map { progress.due(card, after: $0, at: later).milliseconds }
    #expect(waits == waits.sorted())
  }
}
