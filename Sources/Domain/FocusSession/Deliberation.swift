internal import Guarding

/// One decision while it is being made: a copy of the machine that changes by recording facts only, so that the state
/// after a decision is the fold of what was recorded.
struct Deliberation {
  var machine: SessionMachine
  let moment: Moment
  let entropy: Entropy
  let lists: any ListBook
  /// The moment by all clocks; moves with what is recorded before the command itself.
  var now: Stamp
  private(set) var facts: [Fact] = []
  private var events: [Event] = []
  private var settings: Settings?
  private var sessionsStarted = 0
  /// Whether the service is just starting: what it catches up with was not watched.
  private(set) var isStarting = false

  /// A wall clock that is off by less was not set by anybody (Product.md 4, "a jump is detected").
  let smallestJump = Lapse.seconds(2)
  /// Occurrences that ended longer before the service started are not even listed as missed.
  private let memoryOfMissed = Lapse.days(7)

  init(machine: SessionMachine, moment: Moment, entropy: Entropy, lists: any ListBook) {
    self.machine = machine
    self.moment = moment
    self.entropy = entropy
    self.lists = lists
    now = machine.stamp(at: moment)
  }

  func decision(_ answer: Answer) -> Decision {
    var after = machine
    after.generation &+= 1
    return Decision(facts: facts, settings: settings, events: events, answer: answer, after: after)
  }

  mutating func decide(_ command: Command) -> Answer {
    let before = machine.last
    var isStart = false
    if case .serviceStarted = command { isStart = true }
    if case .serviceStarted(let lastAlive?) = command { remember(lastAlive) }
    if isStart {
      isStarting = true
      resumeGuards(at: machine.last ?? now)
    }
    let correction = correctClock(isStart: isStart)
    now = machine.stamp(at: moment)
    let known = machine.last
    // As the clock went before: had nobody set it, this is what would have been seen of it.
    catchUp(schedulesFrom: known.map { max($0.moment.wall, $0.wall(at: now.tick) - memoryOfMissed) } ?? moment.wall)
    let jump = machine.last?.jump(to: moment) ?? .zero
    now = machine.stamp(at: moment)
    if max(jump, .zero - jump) >= smallestJump { record(.clockJumped(by: jump)) }
    if let correction { record(.clockCorrected(by: correction.by, correction.why)) }
    trustClock(isStart: isStart, since: before, jump: jump)
    if isStart {
      machine.presence = CardPresence()
      record(.serviceStarted(down: known.map { now.tick - $0.tick }), quietly: before == nil)
    }
    // Where the clock was set past a schedule's time, that time is before what the clock shows now.
    catchUp(schedulesFrom: max(moment.wall - memoryOfMissed, min(moment.wall, known?.moment.wall ?? moment.wall)))
    if isStart {
      isStarting = false
      followTerms()
      beginGuard()
    }
    return perform(command)
  }

  /// Goes on from the last moment at which the service is known to have run, where that is later than the last fact: a
  /// computer that came up with its clock behind has then lost as little as possible of the time that passed.
  private mutating func remember(_ lastAlive: Moment) {
    guard let last = machine.last, last.moment.boot == lastAlive.boot, lastAlive.steady > last.moment.steady else {
      return
    }
    machine.last = last.stamp(at: last.tick(of: lastAlive))
  }

  /// Applies a fact to the state, and reports it unless it only matters to the fold.
  mutating func record(_ body: Fact.Body, at stamp: Stamp? = nil, quietly: Bool = false) {
    closeGuard(before: body)
    let fact = Fact(stamp: stamp ?? now, body: body)
    machine.apply(fact)
    facts.append(fact)
    if !quietly { tell(.recorded(fact), at: fact.stamp.moment.wall) }
    openGuard(after: body)
  }

  mutating func tell(_ kind: Event.Kind, at wall: Timestamp? = nil) {
    events.append(Event(at: wall ?? now.moment.wall, kind: kind))
  }

  mutating func refuse(_ rule: Rule, nextAt: Tick? = nil) -> Answer {
    refuse(Refusal(rule, nextAt: nextAt.map { now.wall(at: $0) }))
  }

  mutating func refuse(_ refusal: Refusal) -> Answer {
    events.append(Event(at: now.moment.wall, kind: .refused(refusal)))
    return .refused(refusal)
  }

  mutating func ignore(_ why: TapIgnored, at reader: ReaderID, _ uids: [CardUID]) -> Answer {
    events.append(Event(at: now.moment.wall, kind: .tapIgnored(why, reader, uids)))
    return .nothing
  }

  mutating func keep(_ settings: Settings) {
    machine.settings = settings
    self.settings = settings
  }

  mutating func nextSessionID(at stamp: Stamp) -> SessionID {
    defer { sessionsStarted += 1 }
    return SessionID(startedAt: stamp.moment.wall, entropy: entropy, count: sessionsStarted)
  }

  /// Handles what fell due, each at its own time and in order.
  private mutating func catchUp(schedulesFrom oldest: Timestamp) {
    let end = machine.tick(at: moment)
    now = machine.stamp(at: moment)
    while true {
      let from = machine.last ?? now
      guard let (due, tick) = machine.nextDue(from: from, schedulesFrom: oldest), tick <= end else { break }
      fall(due, at: from.stamp(at: tick), upTo: end)
    }
    now = machine.stamp(at: moment)
  }

  private mutating func fall(_ due: Due, at stamp: Stamp, upTo end: Tick) {
    now = stamp
    switch due {
    case .guarded: workOffGuard(upTo: end)
    case .nightBegins(let night): begin(night)
    case .nightGuarded: step(nights: .due)
    case .nightEnds(let night): finish(night)
    case .allowance(let due): fallAllowance(due)
    case .nudge(let due): fallNudge(due, upTo: end)
    case .breakNotice:
      // A notice that comes after what it announces is none.
      guard case .onBreak(_, let pause) = machine.state else { return }
      record(.breakNoticed(ends: pause.ends), quietly: pause.ends <= end)
    case .breakOver: record(.breakEnded(.over))
    case .visitOver: endVisit(.over)
    case .questionCloses: record(.questionAnswered(.timeout, by: nil))
    case .layerEnds(let profile): record(.layerRemoved(profile))
    case .plannedEnd: endSession(.completed)
    case .emergencyExit: endSession(.emergency)
    case .scheduleNotice(let occurrence):
      record(.scheduleNoticed(occurrence), quietly: now.tick(at: occurrence.start) <= end)
    case .scheduleStart(let occurrence): start(occurrence, upTo: end)
    case .plannedStart(let planned):
      record(.startUnplanned, quietly: true)
      _ = answer(.start(planned.ask), by: .later)
    }
  }
}

/// Who speaks, and with what authority.
enum Origin {
  case localUser
  case soft
  case card(Tap)
  /// A start that the local user asked for earlier.
  case later

  var trigger: Trigger {
    switch self {
    case .localUser: return .command
    case .soft: return .link
    case .card(let tap): return .card(tap.reader, tap.uid, tap.key?.id)
    case .later: return .later
    }
  }

  var isSoft: Bool {
    if case .soft = self { return true }
    return false
  }

  /// Whether it may do that; only cards are held to roles.
  func may(_ role: Role) -> Bool {
    if case .card(let tap) = self { return tap.roles.contains(role) }
    return true
  }
}

/// A card that counts as a tap.
struct Tap {
  var reader: ReaderID
  var uid: CardUID
  var key: Key?
  var roles: RoleSet
  var proof: Proof
  var signed: (counter: UInt32, link: String)?
}
