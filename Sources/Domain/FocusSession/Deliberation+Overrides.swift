internal import Allowance
internal import Gates

extension Deliberation {
  /// Claims a condition: it lifts once its steps and its wait are over, as often as was set before.
  mutating func override(_ name: String) -> Answer {
    let rules = machine.settings.overrides(named: name)
    guard let rule = rules.first else { return refuse(.override(.unknown(name))) }
    let uses = machine.ledger.movement.uses(of: name, before: now.tick)
    if machine.ledger.movement.overrides.contains(where: { $0.name == name && $0.due != nil }) {
      return refuse(.override(.waiting(name)))
    }
    guard uses.count < rule.perMonth else { return refuse(.override(.spent(name)), nextAt: uses.first) }
    let steps = rules.flatMap { $0.gate }
    if !steps.contains(where: { !$0.isWait }) {
      return grant(name, after: steps.reduce(.zero) { max($0, $1.wait) })
    }
    if machine.namedGate(name, at: now.tick) == nil {
      let wait = steps.reduce(Lapse.zero) { max($0, $1.wait) }
      record(.gate(.claimed(name, until: now.tick + wait + NamedGate.holds)), quietly: true)
    }
    let progress = machine.progress(ofOverride: name, at: now.tick)
    // Waits run by themselves; for everything else the person has to come back.
    guard let left = progress.opensAfter else { return refuse(.override(.steps(name, progress))) }
    return grant(name, after: left)
  }

  private mutating func grant(_ name: String, after wait: Lapse) -> Answer {
    record(.move(.overrideAsked(name, due: now.tick + wait)))
    if wait == .zero { fallAllowance(.overrideDue(name)) }
    return .accepted
  }

  func isWantedForOverride(_ key: Key) -> Bool {
    machine.namedGates.contains { gate in
      machine.progress(ofOverride: gate.name, at: now.tick).open.contains { progress in
        switch progress.replaced?.step ?? progress.step {
        case .tap(.named(key.id.text)), .scan(key.id.text): true
        case .wait, .tap, .type, .learn, .move, .scan: false
        }
      }
    }
  }

  /// Returns the claimed condition's sentence that was typed, or else one that could be typed.
  func sentenceForOverride(_ text: String) -> (accepted: String?, wanted: String?) {
    var wanted: String?
    for gate in machine.namedGates where !gate.isOver(at: now.tick) {
      for step in machine.settings.overrides(named: gate.name).flatMap({ $0.gate }) {
        guard case .type(let sentence) = step else { continue }
        if step.accepts(typed: text) { return (sentence, nil) }
        wanted = wanted ?? sentence
      }
    }
    return (nil, wanted)
  }

  mutating func typeWhenIdle(_ text: String) -> Answer {
    let (accepted, wanted) = sentenceForOverride(text)
    guard let accepted else { return refuse(wanted.map { .sentence($0) } ?? .notActive) }
    record(.gate(.typed(accepted)))
    return .accepted
  }
}

extension GateStep {
  fileprivate var isWait: Bool { if case .wait = self { true } else { false } }
}

extension Settings {
  func overrides(named name: String) -> [OverrideRule] {
    allowances.compactMap { allowance in allowance.rules.overrides.first { $0.name == name } }
  }
}

extension SessionMachine {
  /// The gate of a condition, if it was claimed and that still holds.
  func namedGate(_ name: String, at tick: Tick) -> NamedGate? {
    namedGates.first { $0.name == name && !$0.isOver(at: tick) }
  }

  /// How far the steps of a condition are; if it was not claimed, as if it were claimed now.
  func progress(ofOverride name: String, at tick: Tick) -> [GateProgress] {
    let gate = namedGate(name, at: tick) ?? NamedGate(name, at: tick, until: tick + NamedGate.holds)
    return gate.progress(
      settings.overrides(named: name).flatMap { $0.gate }, at: tick, means: means.with(keysOf: settings))
  }

  func claims(on allowance: DailyAllowance, at tick: Tick) -> [AllowanceNow.Claim] {
    namedGates.filter { gate in
      !gate.isOver(at: tick) && allowance.rules.overrides.contains { $0.name == gate.name }
    }.map { AllowanceNow.Claim(name: $0.name, steps: progress(ofOverride: $0.name, at: tick)) }
  }

  func grants(on allowance: DailyAllowance, at tick: Tick) -> [AllowanceNow.Grant] {
    ledger.movement.overrides.compactMap { asked in
      guard let due = asked.due, allowance.rules.overrides.contains(where: { $0.name == asked.name }) else {
        return nil
      }
      return AllowanceNow.Grant(name: asked.name, left: due > tick ? due - tick : .zero)
    }
  }

  /// Tells all gates what happened: those of the session and those that were claimed.
  mutating func tellGates(_ command: SessionGates.Command, at tick: Tick) {
    changeGates { $0.step(command, at: tick) }
    for index in namedGates.indices { namedGates[index].step(command, at: tick) }
  }

  mutating func claim(_ name: String, until: Tick, at tick: Tick) {
    namedGates.removeAll { $0.name == name || $0.isOver(at: tick) }
    namedGates.append(NamedGate(name, at: tick, until: until))
  }

  /// A condition was granted: what was done for it counts nowhere else.
  mutating func endClaim(_ name: String, at tick: Tick) {
    guard namedGates.contains(where: { $0.name == name }) else { return }
    namedGates.removeAll { $0.name == name }
    tellGates(.spent(settings.overrides(named: name).flatMap { $0.gate }), at: tick)
  }
}
