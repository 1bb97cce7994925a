import Bulletins
import FocusPorts
import Rewards
import Testing

@Suite struct RewardBulletinTests {
  private func reached(_ names: String...) -> [String]? {
    BulletinBoard.reached(names.compactMap(Achievement.named)).map { [$0.title, $0.text] }
  }

  @Test func oneBulletinTellsOfAllThatIsReached() {
    #expect(reached() == nil)
    #expect(reached("sessions-1") == ["Achievement: The first session", "5 points."])
    #expect(
      reached("cards-5", "streak-3") == [
        "2 achievements", "5 different cards, 10 points\nFocus on 3 days in a row, 10 points",
      ])
    #expect(
      reached("cards-5", "cards-10", "cards-25", "cards-50", "hours-10")?.last?.split(separator: "\n").last
        == "and 2 more")
  }

  @Test func anUnknownNameIsNoAchievement() {
    #expect(Achievement.named("cards-6") == nil)
    #expect(Achievement.all.allSatisfy { Achievement.named($0.name) == $0 })
  }
}
