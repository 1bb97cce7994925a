internal import FocusHistory
internal import FocusPorts
internal import SQLiteLog
internal import Tasks

extension TaskPlan {
  func dayPlan(at now: Timestamp, _ tasks: [TaskItem], _ settings: Settings) async -> DayPlan {
    // More than a week ago is long enough ago to be told, or was told.
    let since = zone.startOfDay(zone.day(at: now) + -(PlanReminder.quietDays + 1))
    let sessions = try? await log.sessions(since: since, until: nil, profile: nil)
    let isOpen = TaskOrder(tasks, at: now, in: zone).ranked.contains { $0.isOpen }
    return DayPlan(
      sessions: { [zone] day in settings.plannedStarts(on: day, in: zone) }, hasOpenTask: isOpen,
      lastFocus: sessions?.map { $0.ended ?? $0.started }.max())
  }
}

extension Settings {
  /// When work is planned to begin on a day. A session over midnight is sleep.
  fileprivate func plannedStarts(on day: CivilDay, in zone: CivilZone) -> [Timestamp] {
    var starts: [Timestamp] = []
    for profile in profiles {
      for schedule in profile.schedules
      where schedule.isOn && schedule.days.contains(day.weekday)
        && schedule.end.minuteOfDay > schedule.start.minuteOfDay
      {
        let start = zone.moment(day: day, minuteOfDay: schedule.start.minuteOfDay)
        if let accepted = schedule.acceptedAt, start < accepted { continue }
        starts.append(start)
      }
    }
    return starts
  }
}
