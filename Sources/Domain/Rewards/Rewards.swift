/// What the deeds so far are worth.
package struct Rewards: Equatable, Sendable {
  /// What was reached, in the order of the list.
  package let earned: [Achievement]
  /// What was reached and the person was not told of yet.
  package let news: [Achievement]
  /// All points.
  package let points: Int

  /// What deeds are worth.
  ///
  /// - Parameter told: the names of achievements that the person was told of. They count for ever, also where a deed
  ///   cannot be counted any more.
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

  /// The points from which on a level is reached.
  package static func points(ofLevel level: Int) -> Int { 25 * level * (level - 1) }
}
