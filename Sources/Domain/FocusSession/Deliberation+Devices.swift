extension Deliberation {
  /// What another device did is judged here: the table of Product.md, "Several devices". Two kinds of it loosen: a
  /// break and an end of a session that the same device began here.
  mutating func hear(_ ask: DeviceAsk) -> Answer {
    switch (machine.state, ask.what) {
    case (.idle, .session(let other)): return follow(other, ask)
    case (.focusing(let focus), .session(let other)), (.visiting(let focus, _), .session(let other)),
      (.onBreak(let focus, _), .session(let other)):
      return focus.isFollowing(other.id, of: ask.source.device) ? tighten(focus, to: other) : lay(other, on: focus, ask)
    case (.idle, .breakBegan), (.onBreak, .breakBegan), (.idle, .ended): return .nothing
    case (.focusing(let focus), .breakBegan(let id, let left)),
      (.visiting(let focus, _), .breakBegan(let id, let left)):
      return followBreak(of: id, left: left, in: focus, ask)
    case (.idle, .breakEnded(let other)), (.focusing, .breakEnded(let other)), (.visiting, .breakEnded(let other)):
      return count(other, ask)
    case (.onBreak(let focus, _), .breakEnded(let other)):
      guard focus.isFollowing(other.session, of: ask.source.device), isFollowed(other, ask) else {
        return count(other, ask)
      }
      return resume()
    case (.focusing(let focus), .ended(let id, let why, let proof)),
      (.visiting(let focus, _), .ended(let id, let why, let proof)),
      (.onBreak(let focus, _), .ended(let id, let why, let proof)):
      return focus.isFollowing(id, of: ask.source.device)
        ? endFollowed(focus, why, proof) : endBeside(focus, why, proof, ask)
    case (_, .visitEnded(let took)): return count(visitOf: took, ask)
    case (_, .exit):
      guard machine.ledger.devices.isNew(ask.source) else { return .nothing }
      record(.sync(.exitElsewhere(ask.source, at: now.tick - ask.age)), quietly: true)
      return .accepted
    case (_, .counter(let card, let counter)): return keep([CardCounter(card: card, highest: counter)])
    }
  }

  /// When idle, begins the session here too, under the same name, if it is wanted and is news.
  private mutating func follow(_ other: SessionElsewhere, _ ask: DeviceAsk) -> Answer {
    guard other.mayStart, isNews(other, ask), !machine.ledger.devices.over.contains(other.id) else { return .nothing }
    let trigger = Trigger.device(ask.source.device)
    let policy = rules(for: other.own)
    // Without a way out here it holds for the planned time only, and not at all where there is none.
    if let obstacle = obstacle(to: policy, hasPlannedEnd: other.left != nil), other.left == nil {
      return refuse(obstacle)
    }
    let added = other.added.filter { $0.left.map { $0 > .zero } ?? true }.map { layer in
      Layer(
        policy: rules(for: layer.policy), began: now.tick, until: layer.left.map { now.tick + $0 }, trigger: trigger)
    }
    record(
      .sessionStarted(
        SessionStart(
          id: other.id, own: Layer(policy: policy, began: now.tick, until: nil, trigger: trigger), added: added,
          plannedEnd: other.left.map { now.tick + $0 }, task: other.task, trigger: trigger, periods: periods())))
    return .accepted
  }

  /// What is blocked is the other device's word; how it ends and when it rests is that of the profile of the same
  /// name here, if there is one. The card is on the reader there, and the music plays there.
  private func rules(for policy: Policy) -> Policy {
    var rules = machine.settings.profile(policy.profile)?.policy ?? policy
    if machine.settings.profile(policy.profile) == nil { rules.pledge = nil }
    rules.blocks = policy.blocks
    rules.presence = false
    rules.music = nil
    return rules
  }

  /// Old news, and sessions whose planned end is over, begin nothing.
  private func isNews(_ other: SessionElsewhere, _ ask: DeviceAsk) -> Bool {
    ask.age <= DeviceAsk.oldest && other.left.map { $0 > .zero } ?? true
  }

  /// Makes a session that the same device began block more or last longer, never the reverse.
  private mutating func tighten(_ focus: Focus, to other: SessionElsewhere) -> Answer {
    let before = facts.count
    block(other.own.blocks, in: focus.own)
    extend(focus, to: other.left)
    for layer in other.added {
      add(layer.policy, until: layer.left, to: focus, by: focus.trigger, as: layer.policy.profile)
    }
    return facts.count == before ? .nothing : .accepted
  }

  /// Puts its blocks on top while it lasts; the same profile lasts until the later end.
  private mutating func lay(_ other: SessionElsewhere, on focus: Focus, _ ask: DeviceAsk) -> Answer {
    guard isNews(other, ask) else { return .nothing }
    let before = facts.count
    let isSame = other.own.profile == focus.own.policy.profile
    if isSame { extend(focus, to: other.left) }
    let hasWayOut = obstacle(to: rules(for: other.own), hasPlannedEnd: true) == nil
    for (policy, left) in [(policy: other.own, left: other.left)] + other.added {
      // Without a way out here, for the planned time only.
      guard let until = left ?? other.left else {
        if hasWayOut { lay(policy, until: nil, on: focus, ask) }
        continue
      }
      if until > .zero { lay(policy, until: until, on: focus, ask) }
    }
    return facts.count == before ? .nothing : .accepted
  }

  private mutating func lay(_ policy: Policy, until left: Lapse?, on focus: Focus, _ ask: DeviceAsk) {
    if focus.own.policy.profile == policy.profile, focus.own.policy.blocks.holdsAll(of: policy.blocks) { return }
    let name = Self.name(of: policy.profile, on: ask.source.device)
    var policy = policy
    policy.profile = name
    add(policy, until: left, to: focus, by: .device(ask.source.device), as: name)
  }

  /// Names another device's profile so that it never equals one here, within 40 characters.
  static func name(of profile: ProfileID, on device: DeviceName) -> ProfileID {
    ProfileID("\(String(profile.text.prefix(31)))-\(String(device.text.prefix(8)))")
  }

  /// Adds a layer of another device, or makes it block more or stay longer.
  private mutating func add(
    _ policy: Policy, until left: Lapse?, to focus: Focus, by trigger: Trigger, as name: ProfileID
  ) {
    let until = left.map { now.tick + $0 }
    guard let known = focus.added.first(where: { $0.policy.profile == name }) else {
      if let left, left <= .zero { return }
      return record(.layerAdded(Layer(policy: policy, began: now.tick, until: until, trigger: trigger), nil))
    }
    // The person's own layer of that name stays what it is.
    guard known.trigger == trigger else { return }
    block(policy.blocks, in: known)
    if let knownEnd = known.until, until.map({ $0 > knownEnd + Self.jitter }) ?? true {
      var longer = focus.added.first { $0.policy.profile == name } ?? known
      if policy.blocks.holdsAll(of: longer.policy.blocks) { longer.policy.blocks = policy.blocks }
      longer.until = until
      record(.layerAdded(longer, nil), quietly: true)
    }
  }

  /// End times that were reported in different ways differ by a little.
  private static let jitter = Lapse.seconds(2)

  private mutating func block(_ blocks: Blocks, in layer: Layer) {
    guard blocks != layer.policy.blocks, blocks.holdsAll(of: layer.policy.blocks) else { return }
    record(.blocksAdded(layer.policy.profile, blocks))
  }

  private mutating func extend(_ focus: Focus, to left: Lapse?) {
    guard let known = focus.plannedEnd else { return }
    guard let left else {
      // What only its planned end ends keeps one.
      if focus.own.policy.end != .timer { record(.sessionExtended(plannedEnd: nil, nil)) }
      return
    }
    if now.tick + left > known + Self.jitter { record(.sessionExtended(plannedEnd: now.tick + left, nil)) }
  }
}

extension Focus {
  func isFollowing(_ id: SessionID, of device: DeviceName) -> Bool { self.id == id && trigger == .device(device) }
}
