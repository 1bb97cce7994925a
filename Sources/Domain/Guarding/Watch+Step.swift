public import SessionTime

extension Watch {
  /// What a command comes to at that moment. What fell due before has to be handed in before.
  public mutating func step(_ command: Command, at now: Tick) -> [GuardOutcome] {
    switch (state, command) {
    case (_, .turned(let cause, let isTrue, let since)): return turn(cause, isTrue, since: since, at: now)
    case (_, .tempted): return tempt(at: now)
    case (_, .lasted(let last)): return prolong(until: last)
    case (_, .silence(let isSilent)):
      quiet.isSilent = isSilent
      return settled(at: now)
    case (_, .postpone(let until)):
      if case .straying(let stretch, let episode, let alarm) = state {
        state = .straying(stretch, episode, alarm.silent(until: until))
      }
      return []
    case (_, .hush):
      if quiet.isHushed { return [] }
      quiet.isHushed = true
      return [.hushed] + settled(at: now)

    case (.resting, .watch(let since)):
      if isTrue(.attempt), let until = tempted?.until, until <= now { _ = resist(at: until) }
      state = .attentive(Stretch(began: since, cleared: since))
      return []
    case (.resting, .goOn(let episode, let stretch, let lastAlive, let until)):
      state = .interrupted(Stretch(began: stretch, cleared: stretch), episode, since: lastAlive, until: until)
      return []
    case (.resting, .rest), (.resting, .due), (.resting, .snooze): return []
    case (.resting, .excuse): return excuse([])

    case (.attentive, .rest):
      state = .resting
      return []
    case (.attentive, .due): return fallDue(at: now)
    case (.attentive(let stretch), .excuse): return excuse(live(in: stretch))
    case (.attentive, .snooze): return []

    case (.straying(_, let episode, _), .rest(let why)), (.settling(_, let episode, _, _, _), .rest(let why)):
      state = .resting
      return [.ended(episode, at: now, why)]
    case (.straying, .due), (.settling, .due), (.interrupted, .due): return fallDue(at: now)
    case (.straying(let stretch, let episode, _), .excuse), (.settling(let stretch, let episode, _, _, _), .excuse),
      (.interrupted(let stretch, let episode, _, _), .excuse):
      let fine = live(in: stretch)
      return end(episode, in: stretch, at: now, .excused) + excuse(fine)
    case (.straying, .snooze): return snooze(at: now)
    case (.settling, .snooze), (.interrupted, .snooze): return []
    case (.interrupted(_, let episode, let since, _), .rest(let why)):
      state = .resting
      return [.ended(episode, at: since, why)]

    case (.attentive, .watch), (.straying, .watch), (.settling, .watch), (.interrupted, .watch), (.attentive, .goOn),
      (.straying, .goOn), (.settling, .goOn), (.interrupted, .goOn):
      return []
    }
  }

  // MARK: What is true

  private mutating func turn(_ cause: Cause, _ isTrue: Bool, since: Tick, at now: Tick) -> [GuardOutcome] {
    guard isTrue else {
      guard self.isTrue(cause) else { return [] }
      turnOff(cause)
      return settled(since: since, at: now)
    }
    truths[cause.rawValue] = min(truths[cause.rawValue] ?? since, since)
    return settled(at: now)
  }

  /// What was true for a moment after the last sign of life was true in between, too.
  private mutating func prolong(until last: Tick) -> [GuardOutcome] {
    guard case .interrupted(let stretch, let episode, let since, let until) = state, last <= since + rules.settle else {
      return []
    }
    state = .interrupted(
      stretch, episode, since: max(last, episode.began), until: last > since ? max(until, last + rules.settle) : until)
    return []
  }

  private mutating func tempt(at now: Tick) -> [GuardOutcome] {
    let last = tempted
    let joined = Temptation.joined(last, now)
    if let last, joined.since == last.since {
      if !isTrue(.attempt) {
        if last.isExcused { excused.insert(.attempt) }
        if last.isCertain { stretch?.certain.insert(.attempt) }
      }
    } else if isTrue(.attempt) {
      // Its time passed while nothing was watched.
      turnOff(.attempt)
    }
    tempted = joined
    truths[Cause.attempt.rawValue] = joined.since
    return settled(at: now)
  }

  /// The time of the last attempt is over.
  private mutating func resist(at until: Tick) -> [GuardOutcome] {
    tempted?.isExcused = excused.contains(.attempt)
    let isCertain = stretch?.certain.contains(.attempt) ?? false
    tempted?.isCertain = isCertain
    turnOff(.attempt)
    return settled(since: until, at: until)
  }

  private mutating func turnOff(_ cause: Cause) {
    truths[cause.rawValue] = nil
    excused.remove(cause)
    switch state {
    case .resting: break
    case .attentive(var stretch):
      stretch.certain.remove(cause)
      state = .attentive(stretch)
    case .straying(var stretch, let episode, let alarm):
      stretch.certain.remove(cause)
      state = .straying(stretch, episode, alarm)
    case .settling(var stretch, let episode, let alarm, let since, let until):
      stretch.certain.remove(cause)
      state = .settling(stretch, episode, alarm, since: since, until: until)
    case .interrupted(var stretch, let episode, let since, let until):
      stretch.certain.remove(cause)
      state = .interrupted(stretch, episode, since: since, until: until)
    }
  }

  // MARK: What falls due

  /// Handles what is due, in order: what becomes certain, what is over, the episode's end, a ring.
  private mutating func fallDue(at now: Tick) -> [GuardOutcome] {
    var outcomes: [GuardOutcome] = []
    for cause in Cause.allCases {
      guard let stretch, let certain = certainty(of: cause, in: stretch), certain <= now else { continue }
      outcomes += become(cause, in: stretch, at: now)
    }
    if isTrue(.attempt), let until = tempted?.until, until <= now { outcomes += resist(at: until) }
    switch state {
    case .settling(let stretch, let episode, _, let since, let until) where until <= now,
      .interrupted(let stretch, let episode, let since, let until) where until <= now:
      outcomes += end(episode, in: stretch, at: since, .returned)
    case .straying(let stretch, let episode, let alarm):
      if let rings = alarm.rings, rings <= now { outcomes += ring(episode, in: stretch, alarm, at: now) }
    case .resting, .attentive, .settling, .interrupted: break
    }
    return outcomes
  }

  /// A cause has been true for longer than its rule allows.
  private mutating func become(_ cause: Cause, in current: Stretch, at now: Tick) -> [GuardOutcome] {
    var stretch = current
    stretch.certain.insert(cause)
    self.stretch = stretch
    if cause == .away { quiet.ringsAway = 0 }
    // It was true up to the moment before, which is when it could have rung at the earliest.
    let before = now - .instant
    if excused.contains(cause) { return settled(at: before) }
    let certainty = Episode.Certainty(cause, at: now)
    switch rules[cause].does {
    case .off: return settled(at: before)
    case .notice: return [.noticed(cause)] + settled(at: before)
    case .count, .alarm: break
    }
    switch state {
    case .resting: return []
    case .attentive:
      let since = truths[cause.rawValue] ?? now
      let episode = Episode(began: max(since, stretch.began, stretch.cleared), certainty)
      state = .straying(stretch, episode, .unarmed)
      arm(cause, at: now)
      return [.began(episode)] + settled(at: before)
    case .straying(_, var episode, let alarm):
      episode.add(certainty)
      state = .straying(stretch, episode, alarm)
    case .settling(_, var episode, let alarm, let since, let until):
      episode.add(certainty)
      state = .settling(stretch, episode, alarm, since: since, until: until)
    case .interrupted(_, var episode, let since, let until):
      episode.add(certainty)
      state = .interrupted(stretch, episode, since: since, until: until)
    }
    arm(cause, at: now)
    let isNews = episode?.certain.contains(certainty) ?? false
    return (isNews ? [.joined(certainty)] : []) + settled(at: before)
  }

  /// The first cause that rings arms the alarm.
  private mutating func arm(_ cause: Cause, at now: Tick) {
    guard rules[cause].does == .alarm else { return }
    let first = Alarm.waiting(after: max(now - .instant, quiet.snoozedUntil ?? now - .instant))
    switch state {
    case .straying(let stretch, let episode, .unarmed): state = .straying(stretch, episode, first)
    case .settling(let stretch, let episode, .unarmed, let since, let until):
      state = .settling(stretch, episode, first, since: since, until: until)
    case .resting, .attentive, .straying, .settling, .interrupted: break
    }
  }

  private mutating func ring(_ old: Episode, in stretch: Stretch, _ alarm: Alarm, at now: Tick) -> [GuardOutcome] {
    var episode = old
    episode.rings += 1
    if stretch.certain.contains(.away) { quiet.ringsAway += 1 }
    state = .straying(stretch, episode, .ringing(after: now - .instant + rules.alarm.every))
    return [.rang(episode.rings)] + settled(at: now)
  }

  // MARK: What follows

  /// The state after a change: in an episode while a cause keeps it open, otherwise settling.
  private mutating func settled(since quietSince: Tick? = nil, at now: Tick) -> [GuardOutcome] {
    switch state {
    case .resting, .attentive: break
    case .straying(let stretch, let episode, let alarm):
      let allowed = alarm.allowed(mayRing(episode, in: stretch), at: now)
      if isAnyLive(in: stretch) {
        state = .straying(stretch, episode, allowed)
      } else {
        let since = max(quietSince ?? now, episode.began)
        state = .settling(stretch, episode, allowed, since: since, until: since + rules.settle)
      }
    case .settling(let stretch, let episode, let alarm, _, _):
      guard isAnyLive(in: stretch) else { break }
      state = .straying(stretch, episode, alarm.allowed(mayRing(episode, in: stretch), at: now))
    case .interrupted(let stretch, let episode, let since, let until):
      if isAnyLive(in: stretch) {
        state = .straying(stretch, episode, .unarmed)
      } else if let quietSince, quietSince < since {
        state = .interrupted(stretch, episode, since: max(quietSince, episode.began), until: until)
      }
    }
    return []
  }

  private mutating func end(
    _ episode: Episode, in old: Stretch, at tick: Tick, _ why: EpisodeEnd
  ) -> [GuardOutcome] {
    var stretch = old
    stretch.cleared = tick
    state = .attentive(stretch)
    return [.ended(episode, at: tick, why)]
  }

  private mutating func excuse(_ causes: [Cause]) -> [GuardOutcome] {
    for cause in causes { excused.insert(cause) }
    return []
  }

  private func live(in stretch: Stretch) -> [Cause] { Cause.allCases.filter { isLive($0, in: stretch) } }

  private mutating func snooze(at now: Tick) -> [GuardOutcome] {
    guard canSnooze(at: now), case .straying(let stretch, let episode, let alarm) = state else { return [] }
    let until = now + rules.alarm.snooze
    quiet.snoozes += 1
    quiet.snoozedUntil = until
    state = .straying(stretch, episode, alarm.silent(until: until))
    return [.snoozed(until: until)]
  }

  private var stretch: Stretch? {
    get {
      switch state {
      case .resting: nil
      case .attentive(let stretch), .straying(let stretch, _, _), .settling(let stretch, _, _, _, _),
        .interrupted(let stretch, _, _, _):
        stretch
      }
    }
    set {
      guard let newValue else { return }
      switch state {
      case .resting: break
      case .attentive: state = .attentive(newValue)
      case .straying(_, let episode, let alarm): state = .straying(newValue, episode, alarm)
      case .settling(_, let episode, let alarm, let since, let until):
        state = .settling(newValue, episode, alarm, since: since, until: until)
      case .interrupted(_, let episode, let since, let until):
        state = .interrupted(newValue, episode, since: since, until: until)
      }
    }
  }
}
