package struct Rewards: Equatable, Sendable {
  package let earned: [Achievement]
  /// Achievements that the person was not told of yet.
  package let news: [Achievement]
  package let points: Int

  /// Achievements in `told` always count, even where their deed cannot be counted any more.
  package init(_ deeds: Deeds, told: Set<String> = []) {
    var earned: [Achievement] = []
    var news: [Achievement] = []
    // One sum for everything: movement is worth a tenth of what it costs minutes.
    var points = deeds.movementPoints / 10
    for achievement in Achievement.all {
      let isTold = told.contains(achievement.name)
      guard isTold || (achievement.have(deeds) ?? 0) >= achievement.need else { continue }
      earned.append(achievement)
      points += achievement.points
      if !isTold { news.append(achievement) }
    }
    self.earned = earned
    self.news = news
    self.points = points
  }

  /// The level: 1 from the start, 2 from 50 points on, and each next one takes 50 points more than the one before.
  package var level: Int {
    var level = 1
    while points >= Self.points(ofLevel: level + 1) { level += 1 }
    return level
  }

  package static func points(ofLevel level: Int) -> Int { 25 * level * (level - 1) }
}
