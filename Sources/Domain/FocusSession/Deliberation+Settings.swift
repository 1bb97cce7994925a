internal import Allowance
internal import Gates

extension Deliberation {
  mutating func configure(_ settings: Settings) -> Answer {
    if settings == machine.settings { return .nothing }
    for profile in settings.profiles where machine.settings.profile(profile.id)?.policy.gate != profile.policy.gate {
      let means = machine.means.with(keysOf: settings)
      if let obstacle = means.firstObstacle(in: profile.policy.gate.all) {
        return refuse(.impassable(profile.id, obstacle))
      }
    }
    for allowance in settings.allowances
    where machine.settings.allowance(allowance.id)?.rules.overrides != allowance.rules.overrides {
      let means = machine.means.with(keysOf: settings)
      if let obstacle = means.firstObstacle(in: allowance.rules.overrides.flatMap { $0.gate }) {
        return refuse(.impassable(ProfileID(allowance.id.text), obstacle))
      }
    }
    if let locked = settings.looseningOfAllowances(of: machine.settings, shut: machine.shutAllowances.map { $0.id }) {
      return refuse(.locked(locked), nextAt: machine.firstOpens(from: now))
    }
    closeUse(underRulesOtherThan: settings)
    beginDays(before: settings)
    keep(settings.accepted(after: machine.settings, at: now.moment.wall))
    followBedtime()
    followTerms()
    followUse()
    return .accepted
  }

  /// During a session nothing that it uses may be loosened; more may always be blocked.
  mutating func configure(_ settings: Settings, during focus: Focus) -> Answer {
    if let locked = settings.loosening(of: machine.settings, inUse: focus.layers.map { $0.policy }) {
      return refuse(.locked(locked), nextAt: focus.plannedEnd)
    }
    let answer = configure(settings)
    for layer in focus.layers {
      guard let blocks = settings.profile(layer.policy.profile)?.policy.blocks, blocks != layer.policy.blocks,
        blocks.holdsAll(of: layer.policy.blocks)
      else { continue }
      record(.blocksAdded(layer.policy.profile, blocks))
    }
    return answer
  }
}

extension Settings {
  /// Notes when each schedule that is new or changed was accepted, so that it does not start in the middle of its time.
  fileprivate func accepted(after earlier: Settings, at wall: Timestamp) -> Settings {
    var accepted = self
    for index in profiles.indices {
      let known = earlier.profile(profiles[index].id)?.schedules ?? []
      for place in profiles[index].schedules.indices {
        let schedule = profiles[index].schedules[place]
        let same = known.first { $0.isSame(as: schedule) }
        accepted.profiles[index].schedules[place].acceptedAt = same.map { $0.acceptedAt } ?? wall
      }
    }
    return accepted
  }

  fileprivate func loosening(of earlier: Settings, inUse policies: [Policy]) -> LockedSetting? {
    for id in policies.map({ $0.profile }) {
      guard let before = earlier.profile(id) else { continue }
      guard let after = profile(id), after.policy.isNoLooser(than: before.policy) else { return .profile(id) }
      for schedule in before.schedules where schedule.isOn {
        guard after.schedules.contains(where: { $0.isSame(as: schedule) }) else { return .schedule(id, schedule.id) }
      }
    }
    for policy in policies {
      for name in policy.blocks.categories {
        let id = CategoryID(name)
        guard category(id).holdsAll(of: earlier.category(id), in: policy.blocks.mode) else { return .category(id) }
      }
      // What comes on a list that may be visited could be visited as well.
      for name in policy.visiting?.of ?? [] {
        let id = CategoryID(name)
        guard earlier.category(id).holdsAll(of: category(id), in: .block) else { return .category(id) }
      }
    }
    for key in earlier.keys where !keys.contains(key) { return .key(key.id) }
    for key in keys where !earlier.keys.contains(key) {
      // A new card may start sessions at once; one that could end this session has to wait for its end.
      guard key.may == RoleSet([.start]) || key.may == .none else { return .key(key.id) }
    }
    if emergency != earlier.emergency { return .emergency }
    // What notices straying stays on while it may be asked.
    for name in Settings.signalNames where signals[name] != earlier.signals[name] && signals[name] != true {
      return .signal(name)
    }
    return awayTime == earlier.awayTime ? nil : .awayTime
  }
}

extension Policy {
  /// Whether everything that the earlier policy demanded is still demanded. Only the name may change, more may be
  /// blocked, and less visited.
  fileprivate func isNoLooser(than earlier: Policy) -> Bool {
    var comparable = self
    comparable.name = earlier.name
    comparable.blocks = earlier.blocks
    comparable.visits = earlier.visits
    return comparable == earlier && blocks.holdsAll(of: earlier.blocks) && visitsAreNoWider(than: earlier)
  }
}

extension Schedule {
  /// Whether it starts and ends at the same times, whenever it was accepted.
  fileprivate func isSame(as other: Schedule) -> Bool {
    id == other.id && days == other.days && start == other.start && end == other.end && isOn == other.isOn
  }
}
