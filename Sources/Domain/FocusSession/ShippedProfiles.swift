extension Settings {
  /// What a newcomer finds: Work, Study, and a Sleep that is only suggested until it is accepted.
  public static let shipped = Settings(profiles: [.work, .study, .sleep])
}

extension Profile {
  /// Work: the loud sites are closed, a short break each hour.
  static let work = Profile(
    policy: Policy(
      profile: "work", name: "Work", blocks: Blocks(categories: ["social", "video", "news", "games", "shopping"]),
      breaks: BreakRules(length: .minutes(5), perSession: 4, every: .hours(1), after: .minutes(25)),
      switchTo: ["study"]))

  /// Study: like work, without messages and forums either, and with breaks that have to be earned.
  static let study = Profile(
    policy: Policy(
      profile: "study", name: "Study",
      blocks: Blocks(categories: ["social", "video", "news", "games", "shopping", "messaging", "forums"]),
      breaks: BreakRules(
        length: .minutes(10), dayBudget: .minutes(60), gap: .minutes(25),
        earn: .init(time: .minutes(5), perFocused: .minutes(25))),
      switchTo: ["work"]))

  /// Sleep: everything but what the person allows, which is music and an alarm clock at first, and no breaks; 23:00 to
  /// 07:00 is suggested and off until the person accepts it.
  static let sleep = Profile(
    policy: Policy(
      profile: "sleep", name: "Sleep",
      blocks: Blocks(mode: .allow, apps: ["org.gnome.clocks"], categories: ["music"]),
      breaks: BreakRules(perSession: 0)),
    schedules: sleepSchedules)

  private static var sleepSchedules: [Schedule] {
    guard let start = TimeOfDay(hour: 23, minute: 0), let end = TimeOfDay(hour: 7, minute: 0) else { return [] }
    return [Schedule(id: "nights", days: .everyDay, start: start, end: end, isOn: false)]
  }
}
