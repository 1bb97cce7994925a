internal import Allowance
public import Gates
public import Guarding

/// The session: a value that decides what a command comes to, and never does it.
///
/// How an engine drives it, one command at a time:
/// ```swift
/// let decision = machine.decide(.timer(generation: 7), at: now, entropy: entropy)
/// // If this fails, stop here: nothing happened, tell the person.
/// try log.append(decision.facts, settings: decision.settings)
/// machine = decision.after
/// shield.match(machine.shield)                     // what must not open now; nil takes everything down
/// timer.arm(machine.nextDeadline(at: now))         // one timer; when it rings, send .timer(generation:)
/// tell(decision.events); reply(decision.answer)    // best effort, never in the way
/// ```
/// At start: `var machine = SessionMachine(settings: …)`, then ``apply(_:)`` for each fact of the log, then the command
/// ``Command/serviceStarted(lastAlive:)``, then ``Command/cardsFound(_:_:)`` for the cards that lie on the readers.
/// Every command first works off what fell due before it, each at its own time, so it does not matter how late a timer
/// rings or how long the service was away.
///
/// The machine never asks a clock or for chance: both come with the command. Durations run on the session clock
/// (``Tick``).
public struct SessionMachine: Equatable, Sendable {
  /// Where the person is.
  public internal(set) var state: State = .idle
  /// What is remembered from session to session.
  public internal(set) var ledger = Ledger()
  /// When the last fact was recorded, by all clocks; what all later times are reckoned from.
  public internal(set) var last: Stamp?
  /// What the person configured. Set it before the first command only; afterwards ``Command/configure(_:)`` changes it.
  public var settings: Settings
  /// Which cards lie where.
  public internal(set) var presence = CardPresence()
  /// What sources last said. Never kept: after a start they say it again.
  public internal(set) var surroundings = Surroundings()
  /// What there is here to pass gates with, as far as it was told. Never kept: after a start it is told again.
  public internal(set) var means = GateMeans.unknown
  /// Whether somebody can show the person the report of a night. Never kept, either.
  var greets = false
  /// The cards that were learned, in a session or not: each counts once an hour.
  var studied = Deeds()
  /// The conditions of allowances that were claimed and not granted yet, with what was done for them since.
  var namedGates: [NamedGate] = []
  /// The guard of the session.
  public internal(set) var watch = Watch(rules: .straying)
  /// The last episode that is over and counts.
  public internal(set) var lastStray: LastStray?
  /// What was in front last that was not part of this work.
  var offTask: Front?
  var nightWatch = NightWatch()
  /// Counts the decisions that could have moved the next deadline; a timer of an older one is late.
  public internal(set) var generation = 0

  /// An idle machine without a past.
  public init(settings: Settings) { self.settings = settings }

  /// What the command comes to at that moment. Nothing changes until the engine takes ``Decision/after``.
  ///
  /// - Parameter lists: what is on the lists that profiles name; a visit asks them.
  public func decide(
    _ command: Command, at moment: Moment, entropy: Entropy, lists: any ListBook = NoLists()
  ) -> Decision {
    var deliberation = Deliberation(machine: self, moment: moment, entropy: entropy, lists: lists)
    let answer = deliberation.decide(command)
    return deliberation.decision(answer)
  }

  /// The session clock at that moment.
  public func tick(at moment: Moment) -> Tick {
    last.map { $0.tick(of: moment) } ?? Tick(milliseconds: moment.wall.milliseconds)
  }

  /// That moment by all clocks.
  public func stamp(at moment: Moment) -> Stamp { Stamp(moment: moment, tick: tick(at: moment)) }

  /// What must not open now; `nil` when the shield is to be down.
  public var shield: ShieldWanted? {
    let shut = shutAllowances
    switch state {
    case .idle: return shut.isEmpty ? nil : ShieldWanted(layers: [], shut, settings, until: nil)
    case .focusing(let focus): return ShieldWanted(layers: focus.layers, shut, settings, until: focus.plannedEnd)
    case .visiting(let focus, let visit):
      var wanted = ShieldWanted(layers: focus.layers, shut, settings, until: focus.plannedEnd)
      let places = focus.layers.indices.filter { visit.opens.contains(focus.layers[$0].policy.profile) }
      wanted.visit = ShieldWanted.Visit(thing: visit.thing, places: places, ends: visit.ends)
      return wanted
    case .onBreak(let focus, let pause):
      // A break lowers what was up when it began; what comes on top during the break is in force at once.
      let since = focus.layers.filter { !pause.lowered.contains($0.policy.profile) }
      return since.isEmpty && shut.isEmpty ? nil : ShieldWanted(layers: since, shut, settings, until: focus.plannedEnd)
    }
  }
}

/// What a command comes to.
public struct Decision: Sendable {
  /// What is to be recorded, in order, all or nothing.
  public var facts: [Fact]
  /// The settings to keep, where the command changed them; in the same transaction as the facts.
  public var settings: Settings?
  /// What is to be told, in order.
  public var events: [Event]
  /// What the sender of the command is told.
  public var answer: Answer
  /// The machine once all of this is recorded.
  public var after: SessionMachine
}

/// What must not open.
public struct ShieldWanted: Equatable, Sendable {
  /// The profiles whose blocks these are, the session's own first.
  public var profiles: [ProfileID]
  /// What is blocked, one for each profile; what any of them blocks is blocked.
  public var blocks: [Blocks]
  /// What the person changed about the lists that these blocks name.
  public var categories: [Category]
  /// When the session completes by itself.
  public var until: Tick?
  /// What is open for a few minutes all the same.
  public var visit: Visit?

  /// A thing that some of the blocks let open until a visit ends.
  public struct Visit: Equatable, Sendable {
    /// The thing.
    public var thing: VisitThing
    /// The places of those blocks; what others block stays blocked.
    public var places: [Int]
    /// When the visit is over by itself.
    public var ends: Tick
  }

  init(layers: [Layer], _ shut: [DailyAllowance], _ settings: Settings, until: Tick?) {
    // An allowance that is used up blocks as a profile of its name would.
    profiles = layers.map { $0.policy.profile } + shut.map { ProfileID($0.id.text) }
    let all = layers.map { $0.policy.blocks } + shut.map { $0.closing }
    blocks = all
    categories = settings.categories.filter { category in
      all.contains { $0.categories.contains(category.id.text) }
    }
    self.until = until
  }
}
