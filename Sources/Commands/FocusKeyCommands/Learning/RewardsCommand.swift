internal import CommandShell
internal import FocusKeyService
internal import FocusPorts
internal import Learning
internal import Rewards
internal import ServiceContract
internal import Spelling
internal import Study

var rewardsCommand: ProgramCommand {
  ProgramCommand(
    "rewards", "Show achievements, points and level",
    discussion: """
      Points come from different cards that you saw, sessions, hours of focus and days in a row. They never get fewer. Works with and without a running \
      service.
      """
  ) { context throws(Failure) in
    let rewards = try await Reckoning(context).told(context)
    try context.answer(rewards)
    return .done
  }
}

/// What a person has done, and what it is worth.
struct Reckoning: PrintedAnswer {
  private let tally: RewardsTally

  var rewards: Rewards { tally.rewards }

  init(_ context: CommandContext) throws(Failure) {
    let zone = try context.zone()
    tally = try renaming({ Failure.log($0, context.home) }, RewardsTally(context.home, zone))
  }

  /// Returns the achievements reached that were not told of yet.
  func reached(since told: Set<String>) -> [Achievement] {
    rewards.earned.filter { !told.contains($0.name) }
  }

  /// Records that new achievements were told, so that each is told only once.
  func told(_ context: CommandContext) async throws(Failure) -> Reckoning {
    try await StudyRoom(context).record(rewards.news.map { .told($0.name, points: Int64($0.points)) })
    return self
  }

  var text: String {
    var lines = rewards.news.map { "New: \($0.title), \($0.points) points" }
    lines.append("Level \(rewards.level), \(counted(rewards.points, "point"))")
    if tally.deeds.movementPoints > 0 {
      lines.append(
        "  \(counted(tally.deeds.movementPoints, "point")) of movement count as \(tally.deeds.movementPoints / 10)")
    }
    for achievement in Achievement.all {
      let isEarned = rewards.earned.contains(achievement)
      guard let have = achievement.have(tally.deeds) ?? (isEarned ? achievement.need : nil) else { continue }
      let state = isEarned ? "\u{2713}" : "\(have) of \(achievement.need)"
      lines.append("  \(achievement.title), \(achievement.points) points: \(state)")
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue { tally.json }
}
