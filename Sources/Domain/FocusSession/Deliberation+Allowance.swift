internal import Allowance
internal import Coach
internal import Guarding
internal import Movement

extension Deliberation {
  /// Begins and ends the use of allowances, by what is in front and whether somebody is there.
  ///
  /// - Parameters:
  ///   - over: when a use that is over ended; now, where nothing else is known.
  ///   - idleSince: since when a source tells that there is no input: it counts for a while after that.
  mutating func followUse(endedAt over: Tick? = nil, idleSince: Tick? = nil) {
    for allowance in machine.settings.allowances {
      let used = machine.surroundings.used(at: now.tick, pause: allowance.pause)
      let over = idleSince.map { $0 + allowance.pause } ?? over
      let day = machine.ledger.movement.day(of: allowance.id)
      let counted = allowance.on(day)
      let isUsed = used.contains { counted.covers($0) } && day?.isShut != true && !machine.isHeld(allowance)
      switch (isUsed, day?.usedSince) {
      case (true, nil):
        if day == nil { beginDay(machine.beginning(of: allowance, at: now), of: allowance) }
        if machine.ledger.movement.day(of: allowance.id)?.isShut == true { continue }
        record(.move(.useBegan(allowance.id)), quietly: true)
      case (false, let since?):
        record(.move(.useEnded(allowance.id, at: max(since, min(over ?? now.tick, now.tick)))), quietly: true)
      default: break
      }
    }
  }

  mutating func fallAllowance(_ due: AllowanceDue) {
    switch due {
    case .warns(let id):
      guard let rules = machine.settings.allowance(id)?.rules, let day = machine.ledger.movement.day(of: id) else {
        return
      }
      record(.move(.warned(id, left: day.left(rules, at: now.tick) ?? .zero)))
    case .reaches(let id):
      record(.move(.useEnded(id, at: now.tick)), quietly: true)
      record(.move(.reached(id)))
    case .rests: followUse()
    case .windowOpens(let next): openWindow(next)
    case .windowCloses: closeWindow()
    case .dayEnds(let id):
      endDay(of: id)
      followUse()
    case .overrideDue(let name):
      record(.move(.overrideDue(name)), quietly: true)
      for allowance in machine.settings.allowances where allowance.rules.overrides.contains(where: { $0.name == name })
      {
        beginDayIfNeeded(of: allowance)
        let left = machine.ledger.movement.day(of: allowance.id).map { $0.ends - now.tick } ?? .zero
        record(.move(.lifted(allowance.id, by: .override, minutes: Int(left.wholeSeconds / 60))))
      }
      followUse()
    }
  }

  /// After a restart: ends use that was under way when the service was last alive.
  mutating func closeUse(at lastAlive: Stamp) {
    for day in machine.ledger.movement.days where day.usedSince != nil {
      record(.move(.useEnded(day.id, at: max(lastAlive.tick, day.usedSince ?? lastAlive.tick))), quietly: true)
    }
  }

  /// Books use so far under the earlier rules, so that a limit that is lower now is reached now.
  mutating func closeUse(underRulesOtherThan settings: Settings) {
    for day in machine.ledger.movement.days where settings.allowance(day.id) != machine.settings.allowance(day.id) {
      if let since = day.usedSince { record(.move(.useEnded(day.id, at: max(since, now.tick))), quietly: true) }
    }
  }

  // MARK: What lifts

  /// Books a set, or more of one: it counts for the day's challenge, and earns minutes.
  mutating func move(_ kind: String, _ amount: Int, _ trust: MovementTrust, after earlier: Int) -> Answer {
    let target = setChallenge()
    let booked = MovementSet.booked(earlier + amount) == 0 ? 0 : amount
    let worth = MovementPoints.own(challenge: target, effort: Exercise(rawValue: kind)?.effort ?? 10)
    let before = worth.points(set: earlier)
    let points = booked == 0 ? 0 : worth.points(set: earlier + booked) - before
    record(.move(.moved(MovementRecord(kind: kind, amount: amount, trust: trust, booked: booked, points: points))))
    if booked > 0 {
      answerNudge()
      noteExercise(trust)
    }
    if let challenge = machine.ledger.movement.challenges.last, !challenge.isMet, challenge.done >= challenge.target {
      record(.move(.challengeMet(challenge.day, target: challenge.target)))
    }
    earn(points, after: before, by: .move, trust)
    return .accepted
  }

  /// Sets the least time of a lap; while something is blocked it can only get longer.
  mutating func calibrateLaps(_ least: Lapse) -> Answer {
    if let known = machine.ledger.movement.leastLap, least < known, !machine.shutAllowances.isEmpty {
      return refuse(.locked(.laps), nextAt: machine.firstOpens(from: now))
    }
    record(.move(.lapsCalibrated(least: least)))
    return .accepted
  }

  mutating func learn(_ cards: Int) -> Answer {
    earn(cards * LiftRules.pointsPerCard, by: .learn, .proof)
    return .accepted
  }

  private mutating func earn(_ points: Int, after earlier: Int = 0, by way: LiftWay, _ trust: MovementTrust) {
    for allowance in machine.settings.allowances {
      guard let lift = allowance.rules.lift, lift.by.contains(way), trust >= lift.trust || way == .learn else {
        continue
      }
      beginDayIfNeeded(of: allowance)
      guard let day = machine.ledger.movement.day(of: allowance.id) else { continue }
      let minutes = day.minutes(for: points, after: earlier, lift)
      guard minutes > 0 else { continue }
      record(.move(.lifted(allowance.id, by: way, minutes: minutes)))
    }
    followUse()
  }

  /// Makes the day's challenge when it is first wanted, and keeps it.
  private mutating func setChallenge() -> Int {
    if let kept = machine.keptChallenge(at: now) { return kept.target }
    let (day, target) = (machine.dayOfMovement(at: now), machine.plannedChallenge.target)
    let ends = now.tick(at: machine.settings.zone.moment(day: day + 1, minuteOfDay: SessionMachine.movementDayStarts))
    record(.move(.challengeSet(day, target: target, ends: ends)))
    return target
  }
}

enum AllowanceDue: Equatable {
  case warns(AllowanceID)
  case reaches(AllowanceID)
  case dayEnds(AllowanceID)
  case overrideDue(String)
  /// There has been no input for so long that the use is over.
  case rests(AllowanceID)
  /// The hours begin in which movement is expected.
  case windowOpens(NextWindow)
  case windowCloses
}

extension SessionMachine {
  var allowanceDues: [(due: AllowanceDue, at: Tick)] {
    var dues: [(due: AllowanceDue, at: Tick)] = []
    for day in ledger.movement.days where !day.isOver {
      dues.append((.dayEnds(day.id), day.ends))
      guard let rules = settings.allowance(day.id)?.rules else { continue }
      if let at = day.warns(rules) { dues.append((.warns(day.id), at)) }
      if let at = day.reaches(rules) { dues.append((.reaches(day.id), at)) }
    }
    // A rest ends the use of all of them: what is used up at the same time is so before that.
    for day in ledger.movement.days where !day.isOver {
      if let at = rests(day) { dues.append((.rests(day.id), at)) }
    }
    for asked in ledger.movement.overrides {
      if let due = asked.due { dues.append((.overrideDue(asked.name), due)) }
    }
    return dues
  }

  /// When the use of an allowance ends for lack of input; `nil` where it goes on elsewhere.
  private func rests(_ day: AllowanceDay) -> Tick? {
    guard day.usedSince != nil, let allowance = settings.allowance(day.id),
      !surroundings.elsewhere.contains(where: { allowance.on(day).covers($0) })
    else { return nil }
    return surroundings.restsAt(after: allowance.pause)
  }
}
