import Rewards
import Testing

@Suite("Rewards")
struct RewardsTests {
  private func deeds(cards: Int) -> Deeds {
    var deeds = Deeds()
    deeds.cards = cards
    return deeds
  }

  @Test(
    "unique cards are worth 10, 25, 50, 90, 150 and 230 points from 5, 10, 25, 50, 75 and 100 on",
    arguments: [
      (0, 0), (4, 0), (5, 10), (9, 10), (10, 25), (24, 25), (25, 50), (49, 50), (50, 90), (74, 90), (75, 150),
      (99, 150),
      (100, 230), (5000, 230),
    ])
  func cards(count: Int, points: Int) {
    #expect(Rewards(deeds(cards: count)).points == points)
  }

  @Test("what was told is told once, and counts when its deed is gone")
  func told() {
    let first = Rewards(deeds(cards: 12))
    #expect(first.news.map { $0.name } == ["cards-5", "cards-10"])
    let later = Rewards(deeds(cards: 0), told: ["cards-5", "cards-10", "unheard-of"])
    #expect(later.news.isEmpty)
    #expect(later.points == 25)
  }

  @Test("levels take 50, 100, 150 points more each")
  func levels() {
    #expect((1...4).map { Rewards.points(ofLevel: $0) } == [0, 50, 150, 300])
    #expect(Rewards(deeds(cards: 24)).level == 1)
    #expect(Rewards(deeds(cards: 25)).level == 2)
    #expect(Rewards(deeds(cards: 75)).level == 3)
  }

  @Test("sessions, hours, days in a row and days without straying count too")
  func others() {
    var deeds = Deeds()
    deeds.sessions = 10
    deeds.focused = 36_000
    deeds.streak = 3
    #expect(Rewards(deeds).earned.map { $0.name } == ["sessions-1", "sessions-10", "hours-10", "streak-3"])
    deeds.freeDays = 1
    deeds.freeStreak = 3
    #expect(Rewards(deeds).earned.suffix(2).map { $0.name } == ["free-days-1", "free-streak-3"])
    deeds.quickReturns = 10
    #expect(Rewards(deeds).earned.last?.name == "quick-returns-10")
    #expect(Set(Achievement.all.map { $0.name }).count == Achievement.all.count)
    var moved = Deeds()
    (moved.challenges, moved.repetitions, moved.movementPoints) = (7, 100, 1509)
    #expect(Rewards(moved).earned.map { $0.name } == ["challenges-1", "challenges-7", "repetitions-100"])
    #expect(Rewards(moved).points == 150 + 30)
  }
}
