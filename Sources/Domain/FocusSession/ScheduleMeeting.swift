extension Settings {
  /// The next occurrence of a profile's own schedules within a day, with which a session without an end would end.
  public func meeting(of profile: ProfileID, after wall: Timestamp) -> Occurrence? {
    let schedules = self.profile(profile)?.schedules.filter { $0.isOn } ?? []
    let today = zone.day(at: wall)
    let next = schedules.flatMap { schedule in
      [today, today + 1].compactMap { schedule.occurrence(on: $0, of: profile, in: zone) }
    }
    return next.filter { $0.start > wall && $0.start <= wall + .hours(24) }.min { $0.start < $1.start }
  }

  /// When a profile's schedules begin again, for who ends a session during one of them: what is left of it is not begun
  /// again. `nil` where none is under way, or none comes within eight days.
  public func resumption(of profile: ProfileID, after wall: Timestamp) -> Timestamp? {
    let schedules = self.profile(profile)?.schedules.filter { $0.isOn } ?? []
    let today = zone.day(at: wall)
    func occurrences(from first: Int, to last: Int) -> [Occurrence] {
      schedules.flatMap { schedule in
        (first...last).compactMap { schedule.occurrence(on: today + $0, of: profile, in: zone) }
      }
    }
    guard occurrences(from: -1, to: 0).contains(where: { $0.start <= wall && wall < $0.end }) else { return nil }
    return occurrences(from: 0, to: 8).map(\.start).filter { $0 > wall }.min()
  }

  /// The schedules that are new or were switched on, compared with earlier settings, and would be under way at that
  /// time: they begin at their next time only, unless somebody begins now.
  public func begun(comparedTo earlier: Settings, at wall: Timestamp) -> [Occurrence] {
    let today = zone.day(at: wall)
    return changed(comparedTo: earlier).compactMap { profile, schedule in
      [today + -1, today].lazy.compactMap { schedule.occurrence(on: $0, of: profile, in: zone) }
        .first { $0.start <= wall && wall < $0.end }
    }
  }

  /// What the schedules that are new or were changed overlap with.
  public func overlaps(comparedTo earlier: Settings) -> [ScheduleOverlap] {
    let changed = changed(comparedTo: earlier)
    var found: [ScheduleOverlap] = []
    var seen: [(ProfileID, ScheduleID)] = []
    for (profile, schedule) in changed {
      seen.append((profile, schedule.id))
      for other in profiles {
        for another in other.schedules where another.isOn {
          // Two that are both new meet once.
          if seen.contains(where: { $0 == (other.id, another.id) }) { continue }
          found += schedule.overlaps(with: another).map { part in
            ScheduleOverlap(one: profile, other: other.id, days: part.days, start: part.start, minutes: part.minutes)
          }
        }
      }
    }
    return found
  }

  private func changed(comparedTo earlier: Settings) -> [(ProfileID, Schedule)] {
    profiles.flatMap { profile in
      profile.schedules.filter { schedule in
        let known = earlier.profile(profile.id)?.schedules.first { $0.id == schedule.id }
        return schedule.isOn && !(known?.hasSameTimes(as: schedule) ?? false)
      }.map { (profile.id, $0) }
    }
  }
}

/// A part of the week in which two schedules are both in force.
public struct ScheduleOverlap: Equatable, Sendable {
  /// Whose schedule was made or changed.
  public var one: ProfileID
  /// Whose schedule was there.
  public var other: ProfileID
  /// The days on which both are in force.
  public var days: WeekdaySet
  /// When that begins, in minutes since midnight.
  public var start: Int
  /// How long it lasts.
  public var minutes: Int
}

extension Schedule {
  private static let week = 7 * 24 * 60

  fileprivate func hasSameTimes(as other: Schedule) -> Bool {
    isOn == other.isOn && days == other.days && start == other.start && end == other.end
  }

  /// The parts of a week in which both are in force, grouped by their time of day.
  fileprivate func overlaps(with other: Schedule) -> [(days: WeekdaySet, start: Int, minutes: Int)] {
    var parts: [(start: Int, minutes: Int, days: [Weekday])] = []
    for day in days.days {
      let from = day.rawValue * 1440 + start.minuteOfDay
      for otherDay in other.days.days {
        for week in [-Self.week, 0, Self.week] {
          let otherFrom = otherDay.rawValue * 1440 + other.start.minuteOfDay + week
          let (begins, ends) = (max(from, otherFrom), min(from + minutes, otherFrom + other.minutes))
          guard begins < ends else { continue }
          let minute = (begins % Self.week + Self.week) % Self.week
          guard let on = Weekday(rawValue: minute / 1440) else { continue }
          if let index = parts.firstIndex(where: { $0.start == minute % 1440 && $0.minutes == ends - begins }) {
            parts[index].days.append(on)
          } else {
            parts.append((minute % 1440, ends - begins, [on]))
          }
        }
      }
    }
    return parts.map { (WeekdaySet($0.days), $0.start, $0.minutes) }
  }
}
