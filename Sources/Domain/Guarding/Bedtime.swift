public import SessionTime

/// The hours in which a person wants to sleep: use of the computer in them is recorded.
public struct Bedtime: Equatable, Sendable {
  /// The civil time at which nights begin.
  public var from: TimeOfDay
  /// The civil time at which they end: on the next day if that is not after the beginning.
  public var to: TimeOfDay
  /// The days on which they begin.
  public var days: WeekdaySet
  /// Whether it turns on what notices use: input, the screen lock and players. Without it only signals that were
  /// chosen otherwise are heard.
  public var isWatched: Bool

  /// These hours.
  public init(from: TimeOfDay, to: TimeOfDay, days: WeekdaySet = .everyDay, isWatched: Bool = true) {
    self.from = from
    self.to = to
    self.days = days
    self.isWatched = isWatched
  }

  /// The night that begins on that day, if there is one.
  public func night(of day: CivilDay, in zone: CivilZone) -> Night? {
    guard days.contains(day.weekday) else { return nil }
    let lastDay = to.minuteOfDay > from.minuteOfDay ? day : day + 1
    let start = zone.moment(day: day, minuteOfDay: from.minuteOfDay)
    let end = zone.moment(day: lastDay, minuteOfDay: to.minuteOfDay)
    // Where clocks skip the whole of it, there is none.
    return start < end ? Night(day: day, start: start, end: end) : nil
  }

  /// The first night after that of `reported` that is not over at that time.
  public func nextNight(from wall: Timestamp, after reported: CivilDay?, in zone: CivilZone) -> Night? {
    let today = zone.day(at: wall)
    for ahead in -2...15 {
      let day = today + ahead
      if let reported, day <= reported { continue }
      if let night = night(of: day, in: zone), night.end > wall { return night }
    }
    return nil
  }

  /// The rules by which use at night is counted: a minute of use, a minute of rest.
  public static let rules = GuardRules.use(after: .seconds(60), settle: .seconds(60))
}

/// One night, named by the civil day on which it begins.
public struct Night: Equatable, Sendable {
  /// The day.
  public var day: CivilDay
  /// When bedtime begins.
  public var start: Timestamp
  /// When it is time to wake.
  public var end: Timestamp
}

/// What became of one night.
public struct NightReport: Equatable, Sendable {
  /// The day on which the night began.
  public var day: CivilDay
  /// How long the computer was in use in all.
  public var used: Lapse
  /// How often it was taken up.
  public var times: Int
  /// The longest use.
  public var longest: Lapse
  /// Whether use would have been noticed. Where not, nothing is known of the night.
  public var isNoticed: Bool

  /// A night's figures.
  public init(day: CivilDay, used: Lapse, times: Int, longest: Lapse, isNoticed: Bool = true) {
    self.day = day
    self.used = used
    self.times = times
    self.longest = longest
    self.isNoticed = isNoticed
  }
}

/// How a person says in the morning that their eyes feel.
public enum EyeFeeling: Int, CaseIterable, Sendable {
  /// Nothing is felt.
  case fine
  /// A little tired.
  case weary
  case tired
  case sore
}
