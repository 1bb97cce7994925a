internal import Guarding

extension Deliberation {
  mutating func note(_ signal: GuardSignal) -> Answer {
    machine.surroundings.note(signal, at: now.tick)
    // Another screen says nothing of this one.
    if case .elsewhere(_, let since) = signal {
      followUse(endedAt: min(since, now.tick))
      return .nothing
    }
    noteWatching()
    // After good night only new input counts.
    if case .input(let since) = signal, let bed = machine.ledger.nights.bed, since > bed,
      machine.surroundings.since(.using, work: Work(), watchesCard: false).map({ $0 <= bed }) ?? false
    {
      machine.surroundings.restartInput(at: since)
    }
    // The last input is some time ago when a source tells that there is none.
    if case .idle(let since) = signal {
      let since = min(since, now.tick)
      step(nights: .lasted(until: since))
      // Use was counted until a source told that it had paused: no figure falls for those few seconds.
      judge(since: now.tick - since <= toldSoon ? now.tick : since)
      followUse(idleSince: since)
    } else {
      judge()
      followUse()
      greetWhereWanted()
    }
    return .nothing
  }

  /// The session's card came or left, which a profile with `presence` watches.
  mutating func followCard() {
    guard let uid = machine.sessionCard else { return }
    machine.surroundings.note(.cardThere(machine.presence.holds(uid)), at: now.tick)
    judge()
  }

  /// A pause in input is reported after ten seconds; one reported later counts from its own start.
  private var toldSoon: Lapse { .seconds(15) }

  /// Tells the guards what is true now; `over` is when something ended, if that is known.
  mutating func judge(since over: Tick? = nil) {
    let (surroundings, work) = (machine.surroundings, machine.work)
    for cause in Cause.straying where cause != .attempt {
      let since = surroundings.since(cause, work: work, watchesCard: machine.watchesCard)
      if cause == .offTask, since != nil { machine.offTask = surroundings.front }
      step(.turned(cause, since != nil, since: since ?? now.tick))
    }
    step(.silence(surroundings.isCallOn || machine.nightWatch.night != nil))
    var using = surroundings.since(.using, work: work, watchesCard: false)
    if let bed = machine.ledger.nights.bed, let since = using, since <= bed { using = nil }
    step(nights: .turned(.using, using != nil, since: using ?? over ?? now.tick))
  }

  mutating func step(_ command: Watch.Command, excusing front: Front? = nil) {
    for outcome in machine.watch.step(command, at: now.tick) {
      switch outcome {
      case .began(let episode): record(.guard(.strayed(began: episode.began, episode.causes.first ?? .away)))
      case .joined(let certainty): record(.guard(.strayJoined(certainty.cause)), quietly: true)
      case .ended(let episode, let at, let why):
        record(
          .guard(
            .strayEnded(
              Stray(
                began: episode.began, ended: at, causes: episode.causes, why: why, rings: episode.rings,
                excused: front))))
      case .rang(let number):
        record(.guard(.alarmRang(number)), quietly: true)
        tell(.ring(number: number, volume: machine.watch.rules.alarm.volume(ofRing: number)))
      case .noticed(let cause): tell(.noticed(cause))
      case .snoozed(let until): record(.guard(.alarmSnoozed(until: until)))
      case .hushed: record(.guard(.alarmHushed))
      }
    }
  }

  /// Handles what is due. A ring that could not be heard, as in suspend, is put off until now.
  mutating func workOffGuard(upTo end: Tick) {
    if now.tick + .seconds(2) < end { step(.postpone(until: end)) }
    if let due = machine.watch.nextDeadline, due <= now.tick { step(.due) }
  }

  // MARK: Stretches

  /// Ends what is watched before a break or the end of a session is recorded.
  mutating func closeGuard(before body: Fact.Body) {
    switch body {
    case .breakStarted: step(.rest(.onBreak))
    case .visit(.began): step(.rest(.visiting))
    case .sessionEnded: step(.rest(.sessionEnded))
    default: break
    }
  }

  mutating func openGuard(after body: Fact.Body) {
    switch body {
    case .sessionStarted(let start):
      machine.watch = Watch(rules: start.own.policy.straying, tempted: machine.watch.tempted)
      beginGuard()
    case .breakEnded, .visit(.ended): beginGuard()
    case .attempted: step(.tempted)
    default: break
    }
  }

  mutating func beginGuard() {
    guard case .focusing = machine.state, machine.watch.state == .resting, !isStarting else { return }
    // What is true is known before it is watched: it counts from here on.
    judge()
    step(.watch(since: now.tick))
  }

  /// After a restart: an open episode ended with the last sign of life; use at night may continue.
  mutating func resumeGuards(at lastAlive: Stamp) {
    machine.surroundings = Surroundings()
    now = lastAlive
    switch machine.state {
    case .idle: break
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _):
      if let episode = focus.guarded.episode {
        record(
          .guard(
            .strayEnded(
              Stray(
                began: episode.began, ended: now.tick, causes: episode.causes, why: .serviceStopped,
                rings: episode.rings))))
      }
      machine.watch = Watch(
        rules: focus.own.policy.straying, quiet: focus.guarded.quiet, tempted: focus.guarded.tempted)
    }
    resumeNight(lastAlive: lastAlive)
    closeUse(at: lastAlive)
    now = machine.stamp(at: moment)
  }

  // MARK: What the person says

  /// "This was work": what is in front is work for the rest of the session.
  mutating func excuse(by voice: Origin) -> Answer {
    if voice.isSoft { return refuse(.soft) }
    guard let episode = machine.watch.episode else { return excuseAfterwards(by: voice) }
    let isAboutFront = machine.watch.isTrue(.offTask) || episode.causes.contains(.offTask)
    step(.excuse, excusing: isAboutFront ? machine.offTask : nil)
    judge()
    return .accepted
  }

  mutating func snooze(_ focus: Focus) -> Answer {
    guard machine.watch.canSnooze(at: now.tick) else {
      let left = max(0, focus.own.policy.straying.alarm.snoozes - machine.watch.quiet.snoozes)
      return refuse(.snooze(left: left))
    }
    step(.snooze)
    return .accepted
  }

  mutating func hush(_ focus: Focus) -> Answer {
    if focus.guarded.quiet.isHushed { return .nothing }
    step(.hush)
    return .accepted
  }
}
