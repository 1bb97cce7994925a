package import FocusSession

/// A machine with a clock in the hand of the test: it keeps the log of facts, lets time pass, and can crash.
package struct Desk: Sendable {
  /// The machine.
  package private(set) var machine: SessionMachine
  /// All facts that were recorded.
  package private(set) var log: [Fact] = []
  /// All that was told since it was last asked for.
  package private(set) var events: [Event] = []
  /// What the clocks show.
  package private(set) var now: Moment
  private var settings: Settings
  private var boots = 1
  private var commands: UInt64 = 0
  private let chance: UInt16
  private let lists: any ListBook

  /// A desk on Monday 2026-11-23 at 09:00 UTC, with these profiles and keys. Desks with different `chance` name their
  /// sessions differently.
  package init(
    _ settings: Settings, at wall: String = "2026-11-23T09:00:00Z", chance: UInt16 = 7,
    lists: any ListBook = NoLists()
  ) {
    self.lists = lists
    self.settings = settings
    self.chance = chance
    machine = SessionMachine(settings: settings)
    now = Moment(wall: ISO8601.moment(wall) ?? Timestamp(milliseconds: 0), steady: 1_000_000, boot: BootID("boot-1"))
    give(.serviceStarted(lastAlive: nil))
    events = []
  }

  /// Gives a command now.
  @discardableResult
  package mutating func give(_ command: Command) -> Answer {
    commands += 1
    let decision = machine.decide(command, at: now, entropy: Entropy(high: chance, low: commands << 16), lists: lists)
    log += decision.facts
    if let changed = decision.settings { settings = changed }
    machine = decision.after
    events += decision.events
    return decision.answer
  }

  /// Lets time pass while the service runs.
  package mutating func pass(_ lapse: Lapse) {
    let end = now.steady + lapse.milliseconds
    while let deadline = machine.nextDeadline(at: now), deadline.steady <= end {
      sleep(Lapse(milliseconds: max(0, deadline.steady - now.steady)))
      give(.timer(generation: deadline.generation))
    }
    sleep(Lapse(milliseconds: end - now.steady))
  }

  /// Lets time pass while nothing of ours runs.
  package mutating func sleep(_ lapse: Lapse) {
    now.wall = now.wall + lapse
    now.steady += lapse.milliseconds
  }

  /// Sleeps, and the timer rings late.
  package mutating func suspend(_ lapse: Lapse) {
    sleep(lapse)
    give(.timer(generation: machine.generation))
  }

  /// Sets the wall clock.
  package mutating func setClock(by jump: Lapse) {
    now.wall = now.wall + jump
    give(.clockChanged)
  }

  /// The service dies and comes up again; what was not a fact is gone.
  package mutating func crash(_ lapse: Lapse = .zero) {
    let lastAlive = now
    sleep(lapse)
    rise(lastAlive: lastAlive)
  }

  /// The computer goes down and comes up again.
  package mutating func reboot(_ lapse: Lapse = .zero, wallSetBy jump: Lapse = .zero) {
    let lastAlive = now
    sleep(lapse + jump)
    boots += 1
    now.boot = BootID("boot-\(boots)")
    now.steady = 20_000
    rise(lastAlive: lastAlive)
  }

  private mutating func rise(lastAlive: Moment) {
    machine = SessionMachine(settings: settings)
    for fact in log { machine.apply(fact) }
    give(.serviceStarted(lastAlive: lastAlive))
  }

  /// A machine that is nothing but the fold of the log.
  package var folded: SessionMachine {
    var machine = SessionMachine(settings: settings)
    for fact in log { machine.apply(fact) }
    return machine
  }

  /// The status now.
  package var status: Status { machine.status(at: now) }

  /// What was told since it was last asked for.
  package mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  // MARK: What people do

  /// Starts a profile from the command line.
  @discardableResult
  package mutating func start(_ profile: ProfileID? = "work", minutes: Int? = nil, in later: Int? = nil) -> Answer {
    give(.ask(.start(StartRequest(profile: profile, minutes: minutes, inMinutes: later)), by: .localUser))
  }

  /// Asks from the command line.
  @discardableResult
  package mutating func ask(_ ask: Intent) -> Answer { give(.ask(ask, by: .localUser)) }

  /// Hands in a link that is not a key.
  @discardableResult
  package mutating func open(_ ask: Intent) -> Answer { give(.ask(ask, by: .soft)) }

  /// Asks to end, waits, and confirms.
  @discardableResult
  package mutating func end() -> Answer {
    ask(.stop)
    pass(.seconds(5))
    return give(.confirm)
  }

  /// Lays a card on the reader; without a number the card of `link` is always the same one.
  @discardableResult
  package mutating func lay(
    _ uid: [UInt8] = [4, 9, 9], _ link: CardLink = .none, proof: Proof = .presence, counter: UInt32? = nil,
    on reader: ReaderID = "desk"
  ) -> Answer {
    give(.cardsArrived(reader, [CardReading(uid: CardUID(uid), link: link, proof: proof, counter: counter)]))
  }

  /// Takes all cards from the reader.
  package mutating func lift(from reader: ReaderID = "desk") {
    give(.cardLeft(reader, nil))
  }

  /// Lays a card on the reader for a moment; two seconds pass, so that it counts again.
  @discardableResult
  package mutating func tap(
    _ uid: [UInt8] = [4, 9, 9], _ link: CardLink = .none, proof: Proof = .presence, on reader: ReaderID = "desk"
  ) -> Answer {
    let answer = lay(uid, link, proof: proof, on: reader)
    pass(.milliseconds(100))
    lift(from: reader)
    pass(.milliseconds(1900))
    return answer
  }
}

extension Lapse {
  /// N milliseconds.
  package static func milliseconds(_ count: Int64) -> Lapse { Lapse(milliseconds: count) }
}

extension Answer {
  /// The rule that said no, if one did.
  package var rule: Rule? {
    guard case .refused(let refusal) = self else { return nil }
    return refusal.rule
  }

  /// The rule about breaks that said no, if one did.
  package var breakRule: BreakRule? {
    guard case .breaks(let rule, _) = rule else { return nil }
    return rule
  }

  /// When it will be possible.
  package var nextAt: Timestamp? {
    guard case .refused(let refusal) = self else { return nil }
    return refusal.nextAt
  }
}
