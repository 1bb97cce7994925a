internal import CommandShell
internal import CommandSpec
internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import JSONText
internal import Learning
internal import LinuxRuntime
internal import Rewards
internal import SQLiteLog
internal import ServiceContract
internal import Spelling

/// `focuskey rewards`
let rewardsCommand = ProgramCommand(
  CommandSpec(
    "rewards", "Show achievements, points and level",
    discussion: """
      Points come from different cards that you saw, sessions, hours of focus and days in a row. They never get fewer. Works with and without a running \
      service.
      """)
) { context throws(CommandError) in
  let rewards = try await Reckoning(context).told(context)
  try context.answer(rewards)
  return .done
}

/// What a person has done, and what it is worth.
struct Reckoning: CommandShell.Answer {
  let deeds: Deeds
  let rewards: Rewards

  /// Reads it from the log of the home.
  init(_ context: CommandContext) throws(CommandError) {
    let room = try StudyRoom(context)
    let progress = try room.progress()
    var deeds = Deeds()
    deeds.cards = progress.viewed.count
    try deeds.take(sessions: context)
    self.deeds = deeds
    rewards = Rewards(deeds, told: progress.told)
  }

  /// Tells of what is new, once.
  func told(_ context: CommandContext) async throws(CommandError) -> Reckoning {
    try await StudyRoom(context).record(rewards.news.map { .told($0.name, points: Int64($0.points)) })
    return self
  }

  var text: String {
    var lines = rewards.news.map { "New: \($0.title), \($0.points) points" }
    lines.append("Level \(rewards.level), \(counted(rewards.points, "point"))")
    for achievement in Achievement.all {
      let isEarned = rewards.earned.contains(achievement)
      guard let have = achievement.have(deeds) ?? (isEarned ? achievement.need : nil) else { continue }
      let state = isEarned ? "\u{2713}" : "\(have) of \(achievement.need)"
      lines.append("  \(achievement.title), \(achievement.points) points: \(state)")
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
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
      "unique_cards": JSONValue(deeds.cards), "new": JSONValue(rewards.news.map { $0.name }),
      "achievements": .array(achievements),
    ]
  }
}

extension Deeds {
  /// Counts the sessions of the home's log.
  fileprivate mutating func take(sessions context: CommandContext) throws(CommandError) {
    let home = context.home
    guard Files.exists(home.database) else { return }
    let zone = try context.zone()
    var days: [Int64] = []
    do throws(LogError) {
      for session in try LogReader(path: home.database).sessions(
        since: nil, until: nil, profile: nil, withDetails: false)
      {
        guard let why = session.why else { continue }
        if why != .emergency { sessions += 1 }
        focused += session.focused.wholeSeconds
        if session.focused > .zero { days.append(zone.day(at: session.started).number) }
      }
    } catch {
      throw .log(error, home)
    }
    streak = Self.longestRun(of: days)
  }
}
