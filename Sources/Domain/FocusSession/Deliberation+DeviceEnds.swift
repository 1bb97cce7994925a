extension Deliberation {
  /// Starts a break of the session's own device here too, as far as the budgets here allow.
  mutating func followBreak(of id: SessionID, left: Lapse, in focus: Focus, _ ask: DeviceAsk) -> Answer {
    guard focus.isFollowing(id, of: ask.source.device), left > .zero,
      machine.ledger.devices.followedBreak != ask.source
    else { return .nothing }
    // It could only be answered here.
    if focus.question != nil { return refuse(.questionOpen) }
    let outlook = machine.breakOutlook(at: now, asked: nil)
    if let obstacle = outlook.obstacle {
      return refuse(.breaks(obstacle.rule, atMost: obstacle.atMost), nextAt: obstacle.opens)
    }
    endVisit(.onBreak)
    record(.sync(.breakFollowed(ask.source)), quietly: true)
    record(.breakStarted(ends: now.tick + min(left, outlook.length), periods(), by: focus.trigger))
    return .accepted
  }

  /// Whether the current or last break here is the one that the other device began.
  func isFollowed(_ other: BreakElsewhere, _ ask: DeviceAsk) -> Bool {
    machine.ledger.devices.followedBreak == SyncSource(device: ask.source.device, number: other.began)
  }

  /// Spends break time of another device from the one budget over all; a shared break counts once.
  mutating func count(_ other: BreakElsewhere, _ ask: DeviceAsk) -> Answer {
    guard machine.ledger.devices.isNew(ask.source), !isFollowed(other, ask), other.took > .zero else { return .nothing }
    let periods = periods()
    let ended = now.tick - ask.age
    let today = ended > periods.dayEnds - .days(1) ? other.took : .zero
    let thisWeek = ended > periods.weekEnds - .days(7) ? other.took : .zero
    record(.sync(.breakElsewhere(ask.source, other.profiles, today: today, thisWeek: thisWeek, periods)), quietly: true)
    return .accepted
  }

  /// Visit minutes are one daily budget over all devices: spends here what a visit elsewhere used.
  mutating func count(visitOf took: Lapse, _ ask: DeviceAsk) -> Answer {
    guard machine.ledger.devices.isNew(ask.source), took > .zero else { return .nothing }
    let zone = machine.settings.zone
    let dayBegan = now.tick(at: zone.startOfDay(zone.day(at: now.moment.wall)))
    let ended = now.tick - ask.age
    let today = max(.zero, ended - max(ended - took, dayBegan))
    record(.sync(.visitElsewhere(ask.source, today: today, dayEnds: machine.visitDays(at: now).ends)), quietly: true)
    return .accepted
  }

  /// Ends the followed session because it is over on the device that began it.
  mutating func endFollowed(_ focus: Focus, _ why: SessionEnd, _ proof: EndProof) -> Answer {
    switch why {
    // A planned end comes here by itself. An emergency there is none here: the exit here has a count and a wait of its
    // own.
    case .completed, .emergency: return .nothing
    case .confirmed, .switched: break
    }
    if isSigned(proof, for: focus) { return finish() }
    switch focus.own.policy.end {
    case .confirm: return finish()
    case .key:
      guard let told = proof.told, told >= focus.own.policy.proof else {
        return refuse(.proof(needed: focus.own.policy.proof))
      }
      return finish()
    case .timer: return refuse(.endTimer, nextAt: focus.plannedEnd)
    }
  }

  /// Removes what another session, over elsewhere, had put on top of this one.
  mutating func endBeside(_ focus: Focus, _ why: SessionEnd, _ proof: EndProof, _ ask: DeviceAsk) -> Answer {
    switch why {
    case .emergency: return .nothing
    case .completed, .switched: break
    case .confirmed: if isSigned(proof, for: focus) { return finish() }
    }
    let laid = focus.added.filter { $0.trigger == .device(ask.source.device) }
    for layer in laid { record(.layerRemoved(layer.policy.profile)) }
    return laid.isEmpty ? .nothing : .accepted
  }

  /// Whether the tap is signed by a card that may end this session, and newer than any seen of it.
  private mutating func isSigned(_ proof: EndProof, for focus: Focus) -> Bool {
    guard let signed = proof.signed, let key = machine.settings.key(uid: signed.card), key.may.contains(.stop),
      focus.own.policy.end != .timer, machine.ledger.isFresh(signed.highest, of: signed.card)
    else { return false }
    return keep([signed]) == .accepted
  }

  private mutating func finish() -> Answer {
    endSession(.confirmed)
    return .accepted
  }
}
