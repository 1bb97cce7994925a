package import FocusSession
package import SyncProtocol

/// What a device knows of itself while it looks at the others.
package struct Here: Sendable {
  package var wall: Timestamp
  /// The mailbox's clock minus this one, in milliseconds; 0 while it was never compared.
  package var offset: Int64
  package var settings: SyncSettings
  /// Checks the link that a signing card showed (NTAG 424 DNA) with that card's key; `nil` if it is not right, or
  /// the card's key is not known here.
  package var signature: @Sendable (String) -> CardCounter?

  package init(
    wall: Timestamp, offset: Int64 = 0, settings: SyncSettings,
    signature: @escaping @Sendable (String) -> CardCounter? = { _ in nil }
  ) {
    self.wall = wall
    self.offset = offset
    self.settings = settings
    self.signature = signature
  }
}

/// Another device, as its messages tell of it. Its session is the fold of its own facts and of nothing else; what
/// of it concerns the session here is handed out as asks, which the machine here judges (`Command.device`).
///
/// Hand in every message of the device once, in the order of their numbers. If the service dies between keeping the
/// messages and recording what the asks came to, hand the asks in again: what adds to a sum counts once.
package struct Peer: Sendable {
  package let device: DeviceID
  package private(set) var name: String
  /// Its own session and ledger.
  package private(set) var machine = SessionMachine(settings: Settings())
  /// The mailbox's clock minus its own, in milliseconds.
  package private(set) var offset: Int64 = 0
  /// How far it has read the others, as it last said.
  package private(set) var seen = Heads()
  private var pause: Pause?
  private var end = End()
  /// What a card showed while the question was open: told after the end that it may prove, because a counter that is
  /// known proves nothing.
  private var heldBack: DeviceAsk?

  private struct Pause {
    var number: UInt64
    var began: Tick
    var isFollowed: Bool
    var profiles: [ProfileID]
  }

  /// What was said about an end before it came.
  private struct End {
    var by: Trigger?
    var shown: (card: CardUID, tick: Tick)?
    var signed: (counter: CardCounter, link: String)?
  }

  package init(device: DeviceID) {
    self.device = device
    name = String(device.text.prefix(8))
  }

  /// Continues where another device was, with its session at that time; what follows is its own.
  package init(continuing past: Peer, as device: DeviceID) {
    self.init(device: device)
    (machine, offset) = (past.machine, past.offset)
  }

  package var deviceName: DeviceName { DeviceName(device.text) }

  package mutating func hear(_ hello: Hello) {
    if !hello.name.isEmpty { name = hello.name }
    offset = hello.offset
    seen = hello.seen
  }

  /// Returns what a fact recorded there asks of the session here, in order.
  package mutating func hear(_ fact: Fact, number: UInt64, at here: Here) -> [DeviceAsk] {
    let age = age(of: fact, at: here)
    let before = machine.state
    if case .clockJumped(let by) = fact.body { offset -= by.milliseconds }
    machine.apply(fact)
    let source = SyncSource(device: deviceName, number: number)
    let asks = asks(about: fact, number, before, age, here).map { DeviceAsk(source: source, age: age, what: $0) }
    return order(asks, of: fact, isAsked: before.hasQuestion)
  }

  /// Moves what a card showed behind the end that it proved.
  private mutating func order(_ asks: [DeviceAsk], of fact: Fact, isAsked: Bool) -> [DeviceAsk] {
    let held = heldBack.map { [$0] } ?? []
    switch fact.body {
    case .key(.counterShown) where isAsked:
      heldBack = asks.last
      return held
    case .questionAnswered(.end, _), .questionAnswered(.switchProfile, _): return asks
    case .sessionEnded, .questionAnswered, .questionOpened:
      heldBack = nil
      return asks + held
    default: return asks
    }
  }

  /// How long ago something happened there, by both clocks as the mailbox saw them; never negative.
  private func age(of fact: Fact, at here: Here) -> Lapse {
    let now = here.wall + Lapse(milliseconds: here.offset)
    return max(.zero, now - (fact.stamp.moment.wall + Lapse(milliseconds: offset)))
  }

  private mutating func asks(
    about fact: Fact, _ number: UInt64, _ before: State, _ age: Lapse, _ here: Here
  ) -> [DeviceAsk.What] {
    switch fact.body {
    case .sessionStarted:
      (end, pause) = (End(), nil)
      return session(at: fact.stamp, age, here)
    case .layerAdded(let layer, _): return layer.isFollowed ? [] : session(at: fact.stamp, age, here)
    case .blocksAdded, .sessionExtended: return session(at: fact.stamp, age, here)
    case .breakStarted(let ends, _, let by):
      guard case .onBreak(let focus, let rest) = machine.state else { return [] }
      pause = Pause(number: number, began: fact.stamp.tick, isFollowed: Trigger.isDevice(by), profiles: rest.lowered)
      return focus.isFollowed ? [] : [.breakBegan(focus.id, left: ends - fact.stamp.tick - age)]
    case .breakEnded: return finishBreak(of: before, at: fact.stamp.tick)
    case .visit(.ended):
      guard case .visiting(_, let visit) = before else { return [] }
      return [.visitEnded(max(.zero, fact.stamp.tick - visit.began))]
    case .questionAnswered(let answer, let by):
      end.by = answer == .end || answer == .switchProfile ? by : nil
      return []
    case .key(.counterShown(let card, let counter)):
      end.shown = (card, fact.stamp.tick)
      return [.counter(card, counter)]
    case .sync(.cardSigned(let card, let counter, let link)):
      end.signed = (CardCounter(card: card, highest: counter), link)
      return []
    case .sessionEnded(let ending): return finish(ending, before, here)
    case .layerRemoved, .questionOpened, .breakNoticed, .emergencyOpened, .emergencyCancelled, .attempted, .bypassed,
      .promiseKept, .scheduleNoticed, .scheduleSkipped, .startPlanned, .startUnplanned, .clockJumped, .clockTrusted,
      .clockCorrected, .serviceStarted, .key, .guard, .learn, .move, .plan,
      .pledge, .gate, .sync, .visit:
      return []
    }
  }

  /// The session there now, unless it follows another one: news would go round in circles.
  private func session(at stamp: Stamp, _ age: Lapse, _ here: Here) -> [DeviceAsk.What] {
    let focus: Focus
    switch machine.state {
    case .idle: return []
    case .focusing(let current), .visiting(let current, _), .onBreak(let current, _): focus = current
    }
    guard !focus.isFollowed else { return [] }
    let added = focus.added.filter { !$0.isFollowed }.map { layer in
      (policy: layer.policy, left: layer.until.map { $0 - stamp.tick - age })
    }
    return [
      .session(
        SessionElsewhere(
          id: focus.id, own: focus.own.policy, added: added, left: focus.plannedEnd.map { $0 - stamp.tick - age },
          task: focus.task, mayStart: here.settings.follow))
    ]
  }

  private mutating func finishBreak(of before: State, at tick: Tick) -> [DeviceAsk.What] {
    guard let ended = pause, case .onBreak(let focus, _) = before else { return [] }
    pause = nil
    // The device whose break it was tells of it itself.
    if ended.isFollowed { return [] }
    return [
      .breakEnded(
        BreakElsewhere(
          session: focus.id, began: ended.number, took: tick - ended.began, profiles: ended.profiles))
    ]
  }

  private mutating func finish(_ ending: SessionEnding, _ before: State, _ here: Here) -> [DeviceAsk.What] {
    defer { (end, pause) = (End(), nil) }
    let focus: Focus
    switch before {
    case .idle: return []
    case .focusing(let current), .visiting(let current, _), .onBreak(let current, _): focus = current
    }
    let exit: [DeviceAsk.What] = ending.why == .emergency && focus.exitDue != nil ? [.exit] : []
    return focus.isFollowed ? exit : [.ended(focus.id, ending.why, proof(at: here))] + exit
  }

  /// How the end was proven: by the key that answered the question, and by what its card showed.
  private func proof(at here: Here) -> EndProof {
    guard case .card(_, let card, let key)? = end.by else { return EndProof() }
    var told = key == nil ? Proof.presence : .uid
    if let key, end.shown?.card == card, let strongest = machine.ledger.provenKeys.first(where: { $0.key == key }) {
      told = max(told, strongest.proof)
    }
    guard here.settings.oneCardEndsAll, let (counter, link) = end.signed, counter.card == card,
      here.signature(link) == counter
    else { return EndProof(told: told) }
    return EndProof(told: .sun, signed: counter)
  }
}

extension State {
  /// Whether the session was asked to end, or to give way to another.
  fileprivate var hasQuestion: Bool {
    switch self {
    case .idle: false
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): focus.question != nil
    }
  }
}

extension Trigger {
  static func isDevice(_ trigger: Trigger) -> Bool {
    if case .device = trigger { true } else { false }
  }
}

extension Focus {
  var isFollowed: Bool { Trigger.isDevice(trigger) }
}

extension Layer {
  var isFollowed: Bool { Trigger.isDevice(trigger) }
}
