extension ScheduleOverlap {
  /// Which two are in force at once, when, and what that means.
  package func sentence(_ settings: Settings) -> String {
    let (first, second) = (settings.name(of: one), settings.name(of: other))
    let when = "\(days.words) from \(clock(start)) to \(clock(start + minutes))"
    return one == other
      ? "two schedules of \(first) overlap on \(when): they make one session, which lasts until the later end"
      : "\(first) and \(second) overlap on \(when): both block then"
  }

  private func clock(_ minute: Int) -> String {
    TimeOfDay(hour: minute / 60 % 24, minute: minute % 60)?.text ?? ""
  }
}

extension Settings {
  package func name(of profile: ProfileID) -> String { self.profile(profile)?.policy.name ?? profile.text }
}

extension Occurrence {
  /// The question about a schedule that was switched on in the middle of its time.
  package func beginsNow(_ settings: Settings, at wall: Timestamp) -> JSONValue {
    let name = settings.name(of: profile)
    let until = clockTime(end, in: settings.zone)
    let minutes = max(1, Int(((end - wall).milliseconds + 59_999) / 60_000))
    return [
      "profile": .string(profile.text), "schedule": .string(schedule.text), "minutes": JSONValue(minutes),
      "until": .string(ISO8601.text(end, in: settings.zone)),
      "text": .string("\(name) is scheduled until \(until) today, but was not when that began. Begin now?"),
    ]
  }
}

extension WeekdaySet {
  /// The days in words: `weekdays`, `Monday and Friday`.
  var words: String {
    if self == .everyDay { return "every day" }
    if self == .weekdays { return "weekdays" }
    if self == .weekends { return "weekends" }
    let names = days.map(\.longName)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension Weekday {
  var longName: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}
