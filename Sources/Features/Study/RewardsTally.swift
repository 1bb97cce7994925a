internal import Allowance
internal import FocusHistory
package import FocusPorts
internal import Guarding
internal import Learning
package import Rewards
internal import SQLiteLog
package import ServiceContract

/// What a person has done and what it is worth, folded from the home's log.
package struct RewardsTally: Sendable {
  package let deeds: Deeds
  package let rewards: Rewards

  /// Reads it from the log of a home; without a log, nothing was done.
  package init(_ home: Home, _ zone: CivilZone) throws(LogError) {
    var progress = LearningProgress()
    if Files.exists(home.database) {
      for (_, at, fact) in try LogReader(path: home.database).learning() {
        progress.apply(fact, at: StudyMoment(milliseconds: at.milliseconds))
      }
    }
    try self.init(home, zone, progress)
  }

  /// Reads the rest, if what was learned is known already.
  init(_ home: Home, _ zone: CivilZone, _ progress: LearningProgress) throws(LogError) {
    var deeds = Deeds()
    if Files.exists(home.database) { try deeds.take(LogReader(path: home.database), zone) }
    deeds.cards = progress.viewed.count - progress.importedOnly.count
    self.deeds = deeds
    rewards = Rewards(deeds, told: progress.told)
  }

  package var json: JSONValue {
    let achievements = Achievement.all.map { achievement in
      JSONValue.members([
        "name": .string(achievement.name), "title": .string(achievement.title),
        "points": JSONValue(achievement.points), "need": JSONValue(achievement.need),
        "have": achievement.have(deeds).map { JSONValue($0) } ?? .null,
        "earned": .bool(rewards.earned.contains(achievement)),
      ])
    }
    return [
      "points": JSONValue(rewards.points), "level": JSONValue(rewards.level),
      "next_level_points": JSONValue(Rewards.points(ofLevel: rewards.level + 1)),
      "unique_cards": JSONValue(deeds.cards), "movement_points": JSONValue(deeds.movementPoints),
      "new": JSONValue(rewards.news.map { $0.name }),
      "achievements": .array(achievements),
    ]
  }
}

extension Deeds {
  fileprivate mutating func take(_ reader: borrowing LogReader, _ zone: CivilZone) throws(LogError) {
    let days = try reader.totals(in: zone)
    let all = days.reduce(DayTotals()) { $0 + $1.totals }
    sessions = max(0, all.sessions - all.emergencies)
    focused = all.focused.wholeSeconds
    // The same rule as everywhere: who has a streak of 23 days has 23 of the 30 for the badge.
    streak = Statistics(days: days, hours: [], today: days.last?.day ?? CivilDay(number: 0)).longestStreak
    try takeStraying(reader, zone)
    for fact in try reader.facts(of: ["moved", "challenge-met"]) {
      switch fact.body {
      case .move(.moved(let movement)):
        repetitions += movement.booked
        movementPoints += movement.points
      case .move(.challengeMet): challenges += 1
      default: break
      }
    }
  }

  /// Counts days without straying from the first episode on: before that, perhaps nothing looked.
  private mutating func takeStraying(_ reader: borrowing LogReader, _ zone: CivilZone) throws(LogError) {
    let spans = StraySpan.all(of: try reader.facts(of: StraySpan.facts))
    guard let first = spans.first else { return }
    let from = zone.day(at: first.began)
    let watched = try reader.days(in: zone).filter { $0.day >= from }
    let straying = StrayStatistics(watched: watched, hours: [], strays: spans, in: zone)
    freeDays = straying.freeDays
    freeStreak = straying.longestFreeStreak.days
    quickReturns = spans.count { $0.why == .returned && $0.length <= .minutes(1) }
  }
}
