internal import Guarding

/// When the engine is to come back if nothing else happens before.
public struct Deadline: Equatable, Sendable {
  /// On the steady clock of the boot that was handed in.
  public var steady: Int64
  /// On the wall clock, if nobody sets it in between.
  public var wall: Timestamp
  /// To be handed back with ``Command/timer(generation:)``.
  public var generation: Int
}

enum Due: Equatable {
  case breakNotice
  case breakOver
  case visitOver
  case questionCloses
  case layerEnds(ProfileID)
  case plannedEnd
  case emergencyExit
  case scheduleNotice(Occurrence)
  case scheduleStart(Occurrence)
  case plannedStart(PlannedStart)
  case guarded
  case nightBegins(Night)
  case nightGuarded
  case nightEnds(Night)
  case allowance(AllowanceDue)
  case nudge(NudgeDue)

  /// What comes first of two things that fall due at the same tick: notices, then what closes, then ends, then starts.
  /// A schedule that starts at the planned end of its own profile's session comes before that end, so that back-to-back
  /// schedules are one session.
  func order(ownProfile: ProfileID?) -> Int {
    switch self {
    // What a guard found up to then belongs to what was before.
    case .guarded, .nightGuarded, .allowance: return -1
    case .breakNotice, .scheduleNotice, .nightBegins, .nightEnds: return 0
    case .questionCloses: return 1
    case .breakOver: return 2
    case .scheduleStart(let occurrence): return occurrence.profile == ownProfile ? 3 : 8
    case .layerEnds: return 4
    case .plannedEnd: return 5
    case .emergencyExit: return 6
    // A visit that would last until the session ends is ended by that.
    case .visitOver: return 7
    case .plannedStart: return 9
    // What begins at the same time comes first: a session is not disturbed.
    case .nudge: return 10
    }
  }
}

extension SessionMachine {
  /// When the engine is to come back, or `nil` if nothing is going to happen by itself.
  public func nextDeadline(at moment: Moment) -> Deadline? {
    let now = stamp(at: moment)
    let due = nextDue(from: last ?? now, schedulesFrom: (last ?? now).moment.wall).map { now.stamp(at: $0.at) }
    let stamps = [due, nextLookAtClock(from: now), nextSignOfLife(from: now)].compactMap { $0 }
    guard let next = stamps.min(by: { $0.tick < $1.tick }) else { return nil }
    return Deadline(steady: next.moment.steady, wall: next.moment.wall, generation: generation)
  }

  /// While time is held back for a wall clock that is not synchronised yet, it is looked at each minute: nobody tells
  /// that it was found right.
  private func nextLookAtClock(from now: Stamp) -> Stamp? {
    guard case .waiting = ledger.wallTrust else { return nil }
    return now.stamp(at: now.tick + .minutes(1))
  }

  /// Notes use at night twice a minute, so that a power failure does not make a night shorter.
  private func nextSignOfLife(from now: Stamp) -> Stamp? {
    isUsedAtNight ? now.stamp(at: now.tick + .seconds(30)) : nil
  }

  func nextDue(from stamp: Stamp, schedulesFrom wall: Timestamp) -> (due: Due, at: Tick)? {
    var first: (due: Due, at: Tick)?
    var own: ProfileID?
    func consider(_ due: Due, _ tick: Tick?) {
      guard let tick else { return }
      // What should have happened before the last fact happens right after it.
      let at = max(tick, stamp.tick)
      guard let known = first else { return first = (due, at) }
      if at < known.at || (at == known.at && due.order(ownProfile: own) < known.due.order(ownProfile: own)) {
        first = (due, at)
      }
    }
    switch state {
    case .idle: break
    case .focusing(let focus):
      own = focus.own.policy.profile
      for (due, tick) in dues(of: focus) { consider(due, tick) }
    case .visiting(let focus, let visit):
      own = focus.own.policy.profile
      consider(.visitOver, visit.ends)
      for (due, tick) in dues(of: focus) { consider(due, tick) }
    case .onBreak(let focus, let pause):
      own = focus.own.policy.profile
      consider(.breakOver, pause.ends)
      if !pause.isNoticed, pause.ends - pause.began > Break.notice {
        consider(.breakNotice, pause.ends - Break.notice)
      }
      for (due, tick) in dues(of: focus) { consider(due, tick) }
    }
    for occurrence in upcomingOccurrences(from: wall) {
      consider(.scheduleStart(occurrence), stamp.tick(at: occurrence.start))
      if !ledger.noticed.contains(where: { $0.isSame(as: occurrence) }) {
        consider(.scheduleNotice(occurrence), stamp.tick(at: occurrence.start - Schedule.notice))
      }
    }
    if let planned = ledger.plannedStart { consider(.plannedStart(planned), planned.at) }
    for (due, tick) in allowanceDues { consider(.allowance(due), tick) }
    for (due, tick) in windowDues(from: stamp) { consider(.allowance(due), tick) }
    for (due, tick) in nudgeDues { consider(.nudge(due), tick) }
    consider(.guarded, watch.nextDeadline)
    consider(.nightGuarded, nightWatch.watch.nextDeadline)
    if let night = nightWatch.night {
      consider(.nightEnds(night), stamp.tick(at: night.end))
    } else if let night = upcomingNight(from: wall) {
      consider(.nightBegins(night), stamp.tick(at: night.start))
    }
    return first
  }

  private func dues(of focus: Focus) -> [(Due, Tick)] {
    var dues: [(Due, Tick)] = []
    if let question = focus.question { dues.append((.questionCloses, question.closes)) }
    if let plannedEnd = focus.plannedEnd { dues.append((.plannedEnd, plannedEnd)) }
    if let exit = focus.exitDue { dues.append((.emergencyExit, exit)) }
    for layer in focus.added {
      if let until = layer.until { dues.append((.layerEnds(layer.policy.profile), until)) }
    }
    return dues
  }

  /// The next occurrence of each schedule that has neither begun nor been skipped and is not over at that time.
  func upcomingOccurrences(from wall: Timestamp) -> [Occurrence] {
    var found: [Occurrence] = []
    for profile in settings.profiles {
      for schedule in profile.schedules where schedule.isOn {
        if let next = nextOccurrence(of: schedule, in: profile.id, from: wall) { found.append(next) }
      }
    }
    return found
  }

  private func nextOccurrence(of schedule: Schedule, in profile: ProfileID, from wall: Timestamp) -> Occurrence? {
    // One that began yesterday may last over midnight; the next one is a week away at most, or two where a day has no
    // such time.
    let today = settings.zone.day(at: wall)
    for ahead in -1...15 {
      guard let occurrence = schedule.occurrence(on: today + ahead, of: profile, in: settings.zone) else { continue }
      if occurrence.end <= wall { continue }
      if let acceptedAt = schedule.acceptedAt, occurrence.start < acceptedAt { continue }
      if ledger.settled.contains(where: { $0.isSame(as: occurrence) }) { continue }
      return occurrence
    }
    return nil
  }
}

extension Schedule {
  /// The occurrence that starts on that day, if there is one.
  public func occurrence(on day: CivilDay, of profile: ProfileID, in zone: CivilZone) -> Occurrence? {
    guard days.contains(day.weekday) else { return nil }
    let lastDay = end.minuteOfDay > start.minuteOfDay ? day : day + 1
    let begins = zone.moment(day: day, minuteOfDay: start.minuteOfDay)
    let ends = zone.moment(day: lastDay, minuteOfDay: end.minuteOfDay)
    // Where clocks skip the whole of it, there is none.
    guard begins < ends else { return nil }
    return Occurrence(profile: profile, schedule: id, day: day, start: begins, end: ends)
  }
}
