import Allowance
import FocusWire
import Guarding

/// A session machine on a clock of its own, driven as the engine drives it: every fact goes through its text.
struct AllowanceRig {
  var machine: SessionMachine
  var now: Moment
  var log: [Fact] = []
  var events: [Event] = []
  /// What sources say, to be said again after a start.
  var front: Front?
  var isQuiet = false

  static let social = Front(app: ["firefox"], site: "old.reddit.com", categories: [])
  static let editor = Front(app: ["editor"])

  init(_ allowances: [DailyAllowance], hour: Int64 = 9) {
    machine = SessionMachine(settings: Settings(allowances: allowances))
    now = Moment(
      wall: Timestamp(milliseconds: 1_763_683_200_000) + .hours(hour), steady: 60_000, boot: BootID("1"))
    submit(.serviceStarted(lastAlive: nil))
  }

  static func allowance(_ minutes: Int = 30, _ rules: (inout AllowanceRules) -> Void = { _ in }) -> DailyAllowance {
    guard let four = TimeOfDay(hour: 4, minute: 0) else { fatalError("four in the morning is a time") }
    var all = AllowanceRules(minutes: minutes, dayStarts: four, lift: LiftRules())
    rules(&all)
    return DailyAllowance(id: AllowanceID("social"), blocks: Blocks(sites: ["reddit.com"]), rules: all)
  }

  mutating func submit(_ command: Command) {
    let decision = machine.decide(command, at: now, entropy: Entropy(high: 1, low: 2))
    for fact in decision.facts {
      guard let again = try? Fact(octets: fact.json.octets), again == fact else { fatalError("\(fact) is not kept") }
      log.append(again)
    }
    events += decision.events
    machine = decision.after
  }

  mutating func show(_ front: Front?) {
    self.front = front
    submit(.signal(front.map { .front($0) } ?? .nothingInFront))
  }

  mutating func quiet(_ isQuiet: Bool) {
    self.isQuiet = isQuiet
    let tick = machine.tick(at: now)
    submit(.signal(isQuiet ? .idle(since: tick) : .input(since: tick)))
  }

  mutating func pass(_ lapse: Lapse) {
    let end = now.steady + lapse.milliseconds
    while let deadline = machine.nextDeadline(at: now), deadline.steady <= end {
      step(max(0, deadline.steady - now.steady))
      submit(.timer(generation: deadline.generation))
    }
    step(end - now.steady)
  }

  mutating func step(_ milliseconds: Int64) {
    now.wall = now.wall + Lapse(milliseconds: milliseconds)
    now.steady += milliseconds
  }

  mutating func crash(_ lapse: Lapse, reboots: Bool = false) {
    let lastAlive = now
    step(lapse.milliseconds)
    if reboots {
      now.boot = BootID(now.boot.text + "'")
      now.steady = 20_000
    }
    var again = SessionMachine(settings: machine.settings)
    for fact in log { again.apply(fact) }
    machine = again
    submit(.serviceStarted(lastAlive: lastAlive))
    show(front)
    if isQuiet { quiet(true) }
  }

  var state: AllowanceNow { machine.status(at: now).allowances[0] }

  func names(_ wanted: String) -> Int { events.count { $0.name == wanted } }
}
