package import FocusSession

/// Every state that a small policy can reach: breadth first, all commands at every minute up to a bound, with the
/// promises of Product.md 4 checked in each.
package struct Exploration {
  /// What did not hold, and how it was reached.
  package struct Breach: Error, CustomStringConvertible {
    /// What did not hold.
    package let promise: String
    /// The commands that led there.
    package let path: [String]

    package var description: String { promise + " after " + path.joined(separator: " · ") }
  }

  /// How much was seen.
  package struct Extent: Sendable, Equatable {
    /// Different states.
    package var states = 0
    /// Steps from one to another.
    package var steps = 0
  }

  private struct Node {
    var machine: SessionMachine
    var audit: Audit
    var minute: Int
    var parent: Int
    var word: String
  }

  private struct Action {
    var word: String
    var commands: [Command]
    var isSoft = false
  }

  /// Which commands are given: the fewer, the further one comes.
  package enum Theme: Sendable, CaseIterable {
    /// What touches breaks.
    case breaks
    /// What touches ends, layers and switches.
    case ends
    /// Everything.
    case everything
  }

  private static func actions(of theme: Theme) -> [Action] {
    let left: [String]
    switch theme {
    case .breaks:
      left = [
        "start study", "start exam", "extend", "emergency", "tap", "soft start", "soft study", "soft exam", "keep",
      ]
    case .ends: left = ["break", "break 1", "resume", "soft break", "soft resume"]
    case .everything: left = []
    }
    return actions.filter { !left.contains($0.word) }
  }

  /// A policy in which every rule can bite within a quarter of an hour.
  package static let rules = BreakRules(
    length: .minutes(2), perSession: 2, every: .minutes(3), perSessionBudget: .minutes(3), dayBudget: .minutes(3),
    weekBudget: .minutes(4), after: .minutes(1), gap: .minutes(2),
    earn: .init(time: .minutes(1), perFocused: .minutes(1)))

  private static let times = QuestionTimes(wait: .minutes(1), closes: .minutes(2))

  /// The settings that are explored.
  package static let settings = Settings(
    profiles: [
      Profile(
        policy: Policy(
          profile: "work", blocks: Blocks(sites: ["a.example"]), breaks: rules, question: times, switchTo: ["exam"])),
      Profile(
        policy: Policy(
          profile: "study", blocks: Blocks(sites: ["b.example"]), breaks: BreakRules(perSession: 1), question: times)),
      Profile(
        policy: Policy(
          profile: "exam", blocks: Blocks(sites: ["c.example"]), breaks: BreakRules(perSession: 0), end: .key,
          question: times)),
    ],
    keys: [Key(id: "key", uid: CardUID([1]), ask: .focus("work"))], awayTime: .zero,
    emergency: EmergencyRules(count: 1, waits: [.minutes(1)], sentence: "out"))

  private static let actions: [Action] = [
    Action(word: "start", commands: [.ask(.start(StartRequest(profile: "work")), by: .localUser)]),
    Action(word: "start 4", commands: [.ask(.start(StartRequest(profile: "work", minutes: 4)), by: .localUser)]),
    Action(word: "start study", commands: [.ask(.start(StartRequest(profile: "study", minutes: 3)), by: .localUser)]),
    Action(word: "start exam", commands: [.ask(.start(StartRequest(profile: "exam")), by: .localUser)]),
    Action(word: "stop", commands: [.ask(.stop, by: .localUser)]),
    Action(word: "confirm", commands: [.confirm]),
    Action(word: "keep", commands: [.keep]),
    Action(word: "break", commands: [.ask(.takeBreak(minutes: nil), by: .localUser)]),
    Action(word: "break 1", commands: [.ask(.takeBreak(minutes: 1), by: .localUser)]),
    Action(word: "resume", commands: [.ask(.resume, by: .localUser)]),
    Action(word: "extend", commands: [.extend(minutes: 1)]),
    Action(word: "emergency", commands: [.emergency(sentence: "out")]),
    Action(word: "tap", commands: [.cardsArrived("r", [CardReading(uid: CardUID([1]))]), .cardLeft("r", nil)]),
    Action(word: "crash", commands: [.serviceStarted(lastAlive: nil)]),
    Action(word: "soft stop", commands: [.ask(.stop, by: .soft)], isSoft: true),
    Action(word: "soft break", commands: [.ask(.takeBreak(minutes: nil), by: .soft)], isSoft: true),
    Action(
      word: "soft start", commands: [.ask(.start(StartRequest(profile: "work", minutes: 5)), by: .soft)], isSoft: true),
    Action(word: "soft study", commands: [.ask(.focus("study"), by: .soft)], isSoft: true),
    Action(word: "soft exam", commands: [.ask(.focus("exam"), by: .soft)], isSoft: true),
    Action(word: "soft resume", commands: [.ask(.resume, by: .soft)], isSoft: true),
  ]

  private var nodes: [Node] = []
  private var seen: Set<[Int64]> = []
  private var extent = Extent()
  /// 2026-11-29T23:58:00Z, a Sunday: day and week end two minutes later.
  private let start = Timestamp(milliseconds: 1_795_996_680_000)

  private let actions: [Action]

  /// Nothing explored yet.
  package init(_ theme: Theme) { actions = Self.actions(of: theme) }

  /// Explores all states up to that minute, and returns how many there are.
  package mutating func explore(minutes: Int) throws -> Extent {
    var first = SessionMachine(settings: Self.settings)
    first = first.decide(.serviceStarted(lastAlive: nil), at: moment(0), entropy: Entropy(high: 0, low: 0)).after
    add(Node(machine: first, audit: Audit(), minute: 0, parent: -1, word: "up"))
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      for action in actions where isWorthwhile(action, node) { try step(from: next, node, action) }
      if node.minute < minutes { try pass(from: next, node) }
      next += 1
    }
    extent.states = nodes.count
    return extent
  }

  /// Whether an action can lead to anything new: an end can be moved out without end.
  private func isWorthwhile(_ action: Action, _ node: Node) -> Bool {
    guard action.word == "extend" else { return true }
    return node.machine.status(at: moment(node.minute)).remaining.map { $0 <= .minutes(2) } ?? true
  }

  private func moment(_ minute: Int) -> Moment {
    let lapse = Lapse.minutes(Int64(minute))
    return Moment(wall: start + lapse, steady: 1000 + lapse.milliseconds, boot: BootID("b"))
  }

  private mutating func add(_ node: Node) {
    guard seen.insert(footprint(of: node)).inserted else { return }
    nodes.append(node)
  }

  private mutating func pass(from index: Int, _ node: Node) throws {
    var after = node
    after.minute += 1
    try give(.timer(generation: 0), to: &after, index)
    after.word = "+1m"
    after.parent = index
    extent.steps += 1
    add(after)
  }

  private mutating func step(from index: Int, _ node: Node, _ action: Action) throws {
    var after = node
    for command in action.commands { try give(command, to: &after, index) }
    if action.isSoft { try checkSoft(node, after, index, action.word) }
    after.word = action.word
    after.parent = index
    extent.steps += 1
    add(after)
  }

  private mutating func give(_ command: Command, to node: inout Node, _ index: Int) throws {
    let now = moment(node.minute)
    let before = node.machine
    let decision = before.decide(command, at: now, entropy: Entropy(high: 0, low: 1))
    node.machine = decision.after
    do throws(Audit.Fault) {
      try node.audit.check(decision, from: before, at: now, rules: Self.rules)
    } catch {
      throw breach(error.promise, index, "\(command)")
    }
  }

  /// A soft command never loosens.
  private func checkSoft(_ before: Node, _ after: Node, _ index: Int, _ word: String) throws {
    func fail(_ what: String) throws { throw breach("a soft command \(what)", index, word) }
    let held = Set(before.machine.shield?.profiles ?? [])
    if !held.isSubset(of: after.machine.shield?.profiles ?? []) { try fail("lowered the shield") }
    let now = moment(before.minute)
    let (one, other) = (before.machine.status(at: now), after.machine.status(at: now))
    if one.state == .focusing, other.state != .focusing { try fail("ended or interrupted the focus") }
    if one.state == .onBreak, other.state == .idle { try fail("ended the session") }
    if one.session != nil, one.session != other.session { try fail("changed the session") }
    if let end = one.plannedEnd, other.session == one.session {
      guard let later = other.plannedEnd, later >= end else { return try fail("brought the end nearer") }
    }
    if one.question != nil, other.question != one.question { try fail("answered a question") }
  }

  private func breach(_ promise: String, _ index: Int, _ last: String) -> Breach {
    var path = [last]
    var index = index
    while index >= 0 {
      path.append(nodes[index].word)
      index = nodes[index].parent
    }
    return Breach(promise: promise, path: path.reversed())
  }

  /// Everything that the future can depend on, and what the audit knows of the past.
  private func footprint(of node: Node) -> [Int64] {
    var print = Footprint()
    print.add(node.minute)
    print.add(node.machine)
    print.add(node.audit)
    return print.numbers
  }
}

/// A machine as a list of numbers, so that states can be told apart quickly.
struct Footprint {
  var numbers: [Int64] = []

  mutating func add(_ number: Int) { numbers.append(Int64(number)) }

  mutating func add(_ tick: Tick?) { numbers.append(tick?.milliseconds ?? -1) }

  mutating func add(_ lapse: Lapse) { numbers.append(lapse.milliseconds) }

  mutating func add(_ text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for octet in text.utf8 { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
    numbers.append(Int64(bitPattern: hash))
  }

  mutating func add(_ machine: SessionMachine) {
    switch machine.state {
    case .idle: add(0)
    case .focusing(let focus):
      add(1)
      add(focus)
    case .visiting(let focus, let visit):
      add(3)
      add(focus)
      add(visit.began)
      add(visit.ends)
    case .onBreak(let focus, let pause):
      add(2)
      add(focus)
      add(pause.began)
      add(pause.ends)
      add(pause.isNoticed ? 1 : 0)
      add(pause.lowered.count)
    }
    let ledger = machine.ledger
    add(ledger.lastProfile?.text ?? "")
    for spending in ledger.spendings.sorted(by: { $0.profile < $1.profile }) {
      add(spending.profile.text)
      add(spending.lastBegan)
      add(spending.lastEnded)
      add(spending.today)
      add(spending.thisWeek)
    }
    add(ledger.periods?.dayEnds)
    add(ledger.periods?.weekEnds)
    for exit in ledger.exits { add(exit) }
    add(ledger.provenKeys.count)
    // When the card that is nowhere left, in so far as it still matters.
    add(machine.presence.isOccupied("r") ? 1 : 0)
  }

  mutating func add(_ focus: Focus) {
    for layer in focus.layers {
      add(layer.policy.profile.text)
      add(layer.until)
    }
    add(focus.began.tick)
    add(focus.plannedEnd)
    add(focus.exitDue)
    add(focus.breaksTaken)
    add(focus.breakTime)
    add(focus.question?.opens)
    add(focus.question?.closes)
    if case .switchTo(let ask, let profile) = focus.question?.kind {
      add(profile.text)
      add(ask.minutes ?? 0)
    }
  }

  mutating func add(_ audit: Audit) {
    for pause in audit.breaks {
      add(pause.began)
      add(pause.ended)
    }
  }
}
