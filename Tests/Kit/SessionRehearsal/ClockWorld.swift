package import FocusSession

/// A computer whose clocks are pushed about while true time passes: what the service sees, and what really happened.
///
/// The service runs or does not; the wall clock is off by some error; the steady clock counts from the last start of
/// the computer and is right, because the adapter reckons a time namespace back, or is not to be compared at all.
package struct ClockWorld: Sendable {
  /// The machine.
  package private(set) var machine: SessionMachine
  /// All facts that were recorded.
  package private(set) var log: [Fact] = []
  /// Milliseconds that truly passed.
  package private(set) var truth: Int64 = 0
  private let settings: Settings
  private var wallError: Int64 = 0
  private var isSynchronized = true
  private var startedAt: Int64 = -1_000_000
  private var boots = 1
  private var namespace = Namespace.own
  private var lastAlive: Moment?
  private var commands: UInt64 = 0

  /// What the service can know of the time namespace it was started in.
  package enum Namespace: Sendable {
    /// The computer's own, or one whose offset was read: the same clock.
    case own
    /// One that hides by how much its clock is off.
    case hidden(ahead: Int64, number: Int)
  }

  /// A computer that started a while ago, with the service running.
  package init(_ settings: Settings, isSynchronized: Bool = true, wallError: Lapse = .zero) {
    self.settings = settings
    self.isSynchronized = isSynchronized
    self.wallError = wallError.milliseconds
    machine = SessionMachine(settings: settings)
    if !isSynchronized { startedAt = -20_000 }
    give(.serviceStarted(lastAlive: nil))
  }

  /// What the clocks show.
  package var now: Moment {
    var boot = "boot-\(boots)"
    var steady = truth - startedAt
    if case .hidden(let ahead, let number) = namespace {
      boot += "+\(number)"
      steady += ahead
    }
    return Moment(
      wall: Timestamp(milliseconds: 1_795_000_000_000 + truth + wallError), steady: steady, boot: BootID(boot),
      isSynchronized: isSynchronized)
  }

  /// Gives a command now.
  @discardableResult
  package mutating func give(_ command: Command) -> Answer {
    commands += 1
    let decision = machine.decide(command, at: now, entropy: Entropy(high: 9, low: commands << 16))
    log += decision.facts
    machine = decision.after
    lastAlive = now
    return decision.answer
  }

  /// Lets time pass while the service runs.
  package mutating func pass(_ milliseconds: Int64) {
    let end = truth + milliseconds
    while let deadline = machine.nextDeadline(at: now) {
      let wait = max(0, deadline.steady - now.steady)
      guard truth + wait <= end else { break }
      truth += wait
      give(.timer(generation: deadline.generation))
    }
    truth = end
  }

  /// The computer sleeps; the timer rings late.
  package mutating func suspend(_ milliseconds: Int64) {
    truth += milliseconds
    give(.timer(generation: machine.generation))
  }

  /// Somebody sets the wall clock by hand.
  package mutating func setClock(by milliseconds: Int64) {
    wallError += milliseconds
    isSynchronized = false
    give(.clockChanged)
  }

  /// A time service finds the right time.
  package mutating func synchronize(tellsService: Bool = true) {
    wallError = 0
    isSynchronized = true
    if tellsService { give(.clockChanged) }
  }

  /// The service dies and comes up again in that time namespace.
  package mutating func restart(after milliseconds: Int64, in namespace: Namespace = .own) {
    truth += milliseconds
    self.namespace = namespace
    rise()
  }

  /// The computer goes down and comes up again, its hardware clock off by so much.
  package mutating func reboot(after milliseconds: Int64, clockOffBy error: Int64, isSynchronized: Bool) {
    // Twenty seconds of it are the start.
    startedAt = truth + max(0, milliseconds - 20_000)
    truth += milliseconds
    boots += 1
    wallError = isSynchronized ? 0 : error
    self.isSynchronized = isSynchronized
    namespace = .own
    rise()
  }

  private mutating func rise() {
    machine = SessionMachine(settings: settings)
    for fact in log { machine.apply(fact) }
    give(.serviceStarted(lastAlive: lastAlive))
  }

  /// What was credited as focus so far.
  package var focused: Lapse { machine.status(at: now).focused }
}
