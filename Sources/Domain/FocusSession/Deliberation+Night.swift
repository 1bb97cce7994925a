internal import Guarding

extension Deliberation {
  /// How long a computer may have been off in the middle of use that still counts as one.
  private var longestRestart: Lapse { .minutes(10) }

  mutating func step(nights command: Watch.Command) {
    for outcome in machine.nightWatch.watch.step(command, at: now.tick) {
      switch outcome {
      case .began(let episode):
        guard let day = machine.nightWatch.night?.day else { break }
        record(.guard(.awake(began: episode.began, day)))
      case .ended(let episode, let at, _): record(.guard(.awakeEnded(began: episode.began, at: at)))
      case .joined, .rang, .noticed, .snoozed, .hushed: break
      }
    }
  }

  /// Bedtime begins: use is recorded from now on.
  mutating func begin(_ night: Night) {
    machine.nightWatch.night = night
    let start = now.tick(at: night.start)
    // What was recorded of this night already is not recorded twice.
    let nights = machine.ledger.nights
    let recorded = nights.day == night.day ? nights.uses.last?.ended : nil
    step(nights: .watch(since: max(start, recorded ?? start)))
    judge()
    // Nobody has said anything yet to a service that is just coming up.
    if !isStarting { noteWatching() }
  }

  mutating func noteWatching() {
    let isWatched = machine.surroundings.isInputWatched
    guard machine.settings.bedtime != nil, isWatched != machine.ledger.nights.isWatched else { return }
    // Signals end with the desktop, long before the night does: then nobody uses it.
    if isWatched || machine.isNight { record(.guard(.inputWatched(isWatched)), quietly: true) }
  }

  /// It is time to wake, or the person is up: the report is due.
  mutating func finish(_ night: Night) {
    step(nights: .rest(.sessionEnded))
    machine.nightWatch.night = nil
    record(.guard(.nightReported(machine.ledger.nights.report(of: night.day))))
    judge()
    greetWhereWanted()
  }

  mutating func sayGoodNight() -> Answer {
    guard machine.settings.bedtime != nil else { return refuse(.notNight) }
    record(.guard(.goodNight))
    step(nights: .excuse)
    judge()
    return .accepted
  }

  mutating func getUp() -> Answer {
    guard let night = machine.nightWatch.night else { return refuse(.notNight) }
    record(.guard(.up))
    finish(night)
    return .accepted
  }

  /// Notes that someone is there who can show the person a night's report.
  mutating func greet() -> Answer {
    machine.greets = true
    return greetWhereWanted() ? .accepted : .nothing
  }

  /// Reports the night once, on the day on which it ended, when the person is there.
  @discardableResult mutating func greetWhereWanted() -> Bool {
    guard machine.greets, let morning = machine.morning(at: now), !morning.isGreeted, morning.eyes == nil,
      machine.surroundings.since(.away, work: Work(), watchesCard: false) == nil
    else { return false }
    record(.guard(.greeted(morning.report)))
    return true
  }

  mutating func feel(_ eyes: EyeFeeling) -> Answer {
    guard let morning = machine.morning(at: now) else { return refuse(.notMorning) }
    record(.guard(.felt(eyes, morning.report.day)))
    return .accepted
  }

  /// After a restart during a use: it can continue, unless the computer was off for long.
  mutating func resumeNight(lastAlive: Stamp) {
    machine.nightWatch = NightWatch()
    let nights = machine.ledger.nights
    guard let day = nights.day, let use = nights.uses.last, use.ended == nil else { return }
    let start = machine.tick(at: moment)
    let isLong = lastAlive.moment.boot != moment.boot && start - lastAlive.tick > longestRestart
    guard !isLong, let night = machine.settings.bedtime?.night(of: day, in: machine.settings.zone) else {
      record(.guard(.awakeEnded(began: use.began, at: lastAlive.tick)))
      return
    }
    machine.nightWatch.night = night
    let episode = Episode(began: use.began, .init(.using, at: use.began))
    step(
      nights: .goOn(
        episode, stretch: lastAlive.tick(at: night.start), lastAlive: lastAlive.tick,
        until: start + Bedtime.rules.settle))
  }

  /// After a change of bedtime: what was recorded of this night stays, and the new hours count.
  mutating func followBedtime() {
    guard let night = machine.nightWatch.night,
      machine.settings.bedtime?.night(of: night.day, in: machine.settings.zone) != night
    else { return }
    step(nights: .rest(.sessionEnded))
    machine.nightWatch.night = nil
  }
}

extension SessionMachine {
  /// The night that ended today, if one did.
  func morning(at now: Stamp) -> NightLedger.Morning? {
    guard let morning = ledger.nights.morning,
      settings.zone.day(at: now.wall(at: morning.woke)) == settings.zone.day(at: now.moment.wall)
    else { return nil }
    return morning
  }
}
