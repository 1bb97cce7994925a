package import FocusSession

/// What a day's plan is reminded of apart from the tasks themselves: each at most once, in the morning.
package enum PlanReminder: Equatable, Sendable {
  /// A session is planned for the day, and there is no open task to work on.
  case noTask(session: Timestamp)
  /// There are open tasks, and no focus was recorded for that many days.
  case nothingRecorded(days: Int)

  /// After how many days without focus a person is reminded.
  package static let quietDays = 7
  /// Mornings are at eight, or an hour before a session that begins earlier.
  private static let morning = 8 * 60
  private static let before = Lapse.hours(1)

  /// The reminders of a day, the earliest first; `lastFocus` is `nil` before the first focus.
  package static func reminders(
    of day: CivilDay, sessions: [Timestamp], hasOpenTask: Bool, lastFocus: Timestamp?, in zone: CivilZone
  ) -> [(at: Timestamp, reminder: PlanReminder)] {
    let usual = zone.moment(day: day, minuteOfDay: morning)
    var reminders: [(at: Timestamp, reminder: PlanReminder)] = []
    if !hasOpenTask, let first = sessions.min() {
      reminders.append((max(zone.startOfDay(day), min(usual, first - before)), .noTask(session: first)))
    }
    if hasOpenTask, let lastFocus, zone.day(at: lastFocus) + quietDays == day {
      reminders.append((usual, .nothingRecorded(days: quietDays)))
    }
    return reminders
  }
}

package struct DayPlan: Sendable {
  package var sessions: @Sendable (CivilDay) -> [Timestamp]
  package var hasOpenTask: Bool
  package var lastFocus: Timestamp?

  package init(
    sessions: @escaping @Sendable (CivilDay) -> [Timestamp], hasOpenTask: Bool, lastFocus: Timestamp?
  ) {
    self.sessions = sessions
    self.hasOpenTask = hasOpenTask
    self.lastFocus = lastFocus
  }

  /// What came due after `last`, up to now. What was about a day that is over or a session that has begun is left out.
  package func missed(since last: Timestamp, until now: Timestamp, in zone: CivilZone) -> [PlanReminder] {
    reminders(of: zone.day(at: now), in: zone).filter { one in
      guard one.at > last, one.at <= now else { return false }
      guard case .noTask(let session) = one.reminder else { return true }
      return session > now
    }.map { $0.reminder }
  }

  /// The time of the next reminder, looking at most a week ahead.
  package func next(after now: Timestamp, in zone: CivilZone) -> Timestamp? {
    let today = zone.day(at: now)
    for ahead in 0...PlanReminder.quietDays {
      let moments = reminders(of: today + ahead, in: zone).map { $0.at }.filter { $0 > now }
      if let first = moments.min() { return first }
    }
    return nil
  }

  private func reminders(of day: CivilDay, in zone: CivilZone) -> [(at: Timestamp, reminder: PlanReminder)] {
    PlanReminder.reminders(
      of: day, sessions: sessions(day), hasOpenTask: hasOpenTask, lastFocus: lastFocus, in: zone)
  }
}
