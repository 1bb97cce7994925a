import Learning
import Testing

@Suite("Learning")
struct ProgressTests {
  private let start = StudyMoment(milliseconds: 1_795_338_000_000)
  private let deck = Deck(
    name: "d",
    cards: (1...5).map { Card(id: "\($0)", title: "t\($0)", content: "c", category: $0 < 4 ? "A" : "B") })

  private func id(_ card: String) -> CardID { CardID(deck: "d", card: card) }

  @Test("the position is counted among the cards that the filter lets through")
  func position() throws {
    var progress = LearningProgress()
    var place = try #require(DeckPosition(in: deck, CardFilter(category: "A"), progress))
    #expect(place.inWords == "1 of 3")
    place.goOn()
    place.goOn()
    place.goOn()
    #expect(place.inWords == "3 of 3")
    place.goBack()
    #expect(deck.cards[place.index].id == "2")
    #expect(DeckPosition(in: deck, CardFilter(isBookmarked: true), progress) == nil)
    progress.apply(.bookmarked(id("5"), true), at: start)
    progress.apply(.viewed(id("5")), at: start)
    progress.apply(.viewed(id("5")), at: start)
    #expect(progress.viewed.count == 1, "views are unique")
    #expect(CardFilter(isBookmarked: true).places(in: deck, progress) == [4])
    #expect(CardFilter(isViewed: false).places(in: deck, progress) == [0, 1, 2, 3])
    progress.apply(.bookmarked(id("5"), false), at: start)
    #expect(progress.bookmarks.isEmpty)
    #expect(deck.categories == ["A", "B"])
  }

  @Test("due cards come first, the longest overdue before the others, then new ones in their order")
  func queue() {
    var progress = LearningProgress()
    progress.apply(.reviewed(id("4"), .again, took: 3000), at: start)
    progress.apply(.reviewed(id("3"), .good, took: 3000), at: start)
    progress.apply(.reviewed(id("2"), .easy, took: 3000), at: start)
    let soon = ReviewQueue.next(9, of: deck.ids, progress, at: start.after(seconds: 30))
    #expect(soon.map { $0.card.card } == ["1", "5"])
    let later = ReviewQueue.next(3, of: deck.ids, progress, at: start.after(seconds: 700))
    #expect(later.map { $0.card.card } == ["4", "3", "1"])
    #expect(ReviewQueue.counts(of: deck.ids, progress, at: start.after(seconds: 700)) == (due: 2, new: 2))
  }

  @Test("for a gate the same card counts once an hour")
  func gate() {
    var progress = LearningProgress()
    progress.apply(.reviewed(id("1"), .again, took: 3000), at: start)
    func cards(_ seconds: Int64) -> [String] {
      ReviewQueue.next(9, of: deck.ids, progress, at: start.after(seconds: seconds), forGate: true).map { $0.card.card }
    }
    #expect(cards(700) == ["2", "3", "4", "5"])
    #expect(cards(3600) == ["1", "2", "3", "4", "5"])
  }

  @Test("a card counts after two seconds in view")
  func tapThrough() throws {
    let showing = CardShowing(id("1"), at: 1000)
    #expect(showing.answer(.good, at: 2999) == nil)
    #expect(showing.answer(.good, at: 3000) == .reviewed(id("1"), .good, took: 2000))
    #expect(showing.answer(.good, at: 0) == nil)
  }

  @Test("intervals are spread in use: the same for the same history, and near the exact ones")
  func spreading() throws {
    var seen: Set<Int64> = []
    for number in 0..<200 {
      var exact: Memory?
      var progress = LearningProgress()
      let card = CardID(deck: "d", card: "\(number)")
      var moment = start
      for _ in 0..<4 {
        exact = StudySchedule().review(exact, .good, at: moment)
        progress.apply(.reviewed(card, .good, took: 3000), at: moment)
        moment = try #require(exact).due
      }
      let memory = try #require(progress.memories[card])
      let days = (memory.due.milliseconds - memory.reviewed.milliseconds) / 86_400_000
      seen.insert(days)
      // 46 days: 1 + 0.15 · 4.5 + 0.1 · 13 + 0.05 · 26 to either side.
      #expect((42...50).contains(days))
      #expect(
        StudySchedule.inUse.review(exact, .good, at: moment, seed: 3).due
          == StudySchedule.inUse.review(exact, .good, at: moment, seed: 3).due)
    }
    #expect(seen.count > 5)
  }

  @Test("the forgetting curve falls from 1 and is at 90 % when stability says so")
  func forgetting() throws {
    var progress = LearningProgress()
    progress.apply(.reviewed(id("1"), .easy, took: 3000), at: start)
    let curve = progress.forgettingCurve(id("1"), days: 30)
    #expect(curve[0] == 1)
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 > $1 })
    #expect(abs(MemoryModel.standard.recall(after: 8, stability: 8) - 0.9) < 1e-12)
    #expect(progress.recall(id("2"), at: start) == nil)
  }

  @Test("clocks at the ends of time stop nothing")
  func extremes() {
    var memory: Memory?
    for milliseconds in [Int64.max, .min, 0, .max, .max - 1, .min, 5] {
      for grade in Grade.allCases {
        memory = StudySchedule.inUse.review(memory, grade, at: StudyMoment(milliseconds: milliseconds), seed: 9)
        #expect(memory.map { $0.stability.isFinite && (1...10).contains($0.difficulty) } == true)
      }
    }
  }
}
