/// When a profile starts by itself: on some days of the week, from one civil time to another, across midnight if need
/// be.
public struct Schedule: Equatable, Sendable {
  /// What people call it, within its profile.
  public var id: ScheduleID
  /// What people call it; nothing where they never named it.
  public var name: String?
  /// The days on which it starts.
  public var days: WeekdaySet
  /// The civil time at which it starts.
  public var start: TimeOfDay
  /// The civil time at which it ends: on the next day if that is not after the start.
  public var end: TimeOfDay
  /// Whether the person has switched it on.
  public var isOn: Bool
  /// When it was accepted; what would have started earlier does not count.
  public var acceptedAt: Timestamp?

  /// A schedule.
  public init(
    id: ScheduleID, name: String? = nil, days: WeekdaySet, start: TimeOfDay, end: TimeOfDay, isOn: Bool = true,
    acceptedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.days = days
    self.start = start
    self.end = end
    self.isOn = isOn
    self.acceptedAt = acceptedAt
  }

  /// How long it lasts on a day on which no clock is put forward or back.
  public var minutes: Int {
    let span = end.minuteOfDay - start.minuteOfDay
    return span > 0 ? span : span + 24 * 60
  }

  /// Shorter schedules are refused (Product.md 4, "Schedules").
  public static let fewestMinutes = 15
  /// How long before its start a schedule says that it is about to start.
  public static let notice = Lapse.minutes(5)
}

/// One of the times at which a schedule starts, named by the civil day of its start.
public struct Occurrence: Hashable, Sendable {
  /// The profile that starts.
  public var profile: ProfileID
  /// The schedule within that profile.
  public var schedule: ScheduleID
  /// The civil day on which it starts.
  public var day: CivilDay
  /// When it starts.
  public var start: Timestamp
  /// When it ends.
  public var end: Timestamp

  /// One occurrence of a schedule.
  public init(profile: ProfileID, schedule: ScheduleID, day: CivilDay, start: Timestamp, end: Timestamp) {
    self.profile = profile
    self.schedule = schedule
    self.day = day
    self.start = start
    self.end = end
  }
}
