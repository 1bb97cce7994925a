import Allowance
import FocusSession
import Gates
import Learning
import SessionRehearsal

/// A random walk through a session with gates before its break, its end and an allowance's condition.
///
/// After every step three promises are held: nothing loosens unfulfilled, by what was done at the very most; the
/// emergency exit is there, and leads out; and a crash changes nothing.
package struct GateWalk {
  /// A promise that did not hold, with what led to it.
  package struct Broken: Error, CustomStringConvertible {
    /// What, and after which steps.
    package let description: String
  }

  /// How often something loosened.
  package private(set) var loosened = 0

  private var chance: Chance
  private var desk: Desk
  private let gates: [GateName: [GateStep]]
  private var done: [GateName: Done] = [:]
  private var means = GateMeans.unknown
  private var story: [String] = []

  private enum GateName: CaseIterable { case takeBreak, end, override }

  /// What was done for a gate at the very most, and since when somebody may have asked.
  private struct Done {
    var asked: Int64?
    var cards = 0
    var repetitions = 0
    var tapped: [String] = []
    var scanned: [String] = []
    var typed: [String] = []

    /// What is left when these steps were passed: what was done beyond them counts for the next time.
    func spent(on steps: [GateStep]) -> Done {
      var left = self
      (left.asked, left.tapped, left.typed) = (nil, [], [])
      for step in steps {
        switch step {
        case .learn(let wanted): left.cards = max(0, left.cards - wanted)
        case .move(let wanted): left.repetitions = max(0, left.repetitions - wanted)
        case .scan(let key): left.scanned.removeAll { $0 == key }
        case .wait, .tap, .type: break
        }
      }
      return left
    }
  }

  private static let sentence = "I am breaking off this session and I know what I promised."
  private static let uids: [String: [UInt8]] = ["desk": [4, 1, 1], "hall": [4, 1, 2]]

  /// A walk, the same for the same seed.
  package init(seed: UInt64) {
    var chance = Chance(state: seed)
    func steps(_ allowsWait: Bool) -> [GateStep] {
      let all = (0..<chance.below(4)).map { _ in GateScript.step(&chance) }
      return all.filter { step in
        if case .tap(.anyStopKey) = step { return false }
        return allowsWait || step.wait == .zero
      }
    }
    let gates: [GateName: [GateStep]] = [.takeBreak: steps(true), .end: steps(true), .override: steps(false)]
    let rules = GateRules(takeBreak: gates[.takeBreak] ?? [], end: gates[.end] ?? [])
    let condition = OverrideRule(name: "ill", perMonth: 31, steps: gates[.override] ?? [])
    let four = TimeOfDay(hour: 4, minute: 0)
    let allowances = four.map {
      DailyAllowance(
        id: AllowanceID("social"), blocks: Blocks(sites: ["reddit.com"]),
        rules: AllowanceRules(minutes: 30, dayStarts: $0, overrides: [condition]))
    }
    self.gates = gates
    self.chance = chance
    desk = Desk(
      Settings(
        profiles: [Profile(policy: Policy(profile: "work", gate: rules))],
        keys: Self.uids.keys.sorted().map { Key(id: KeyID($0), uid: Self.uids[$0].map { CardUID($0) }, may: .none) },
        allowances: allowances.map { [$0] } ?? [], zone: .utc))
    for name in GateName.allCases { done[name] = Done() }
  }

  /// Walks.
  package mutating func go(_ steps: Int = 40) throws(Broken) {
    for _ in 0..<steps {
      try step()
      try checkExit()
      if chance.below(9) == 0 { try checkCrash() }
    }
  }

  // MARK: Steps

  private mutating func step() throws(Broken) {
    switch chance.below(16) {
    case 0, 1: begin()
    case 2: pass(.seconds(Int64(chance.below(90))))
    case 3: pass(.minutes(Int64(chance.below(20))))
    case 4, 5: try loosen(.takeBreak) { $0.ask(.takeBreak(minutes: nil)) }
    case 6:
      tell("stop")
      ask(.end)
      desk.ask(.stop)
      if chance.below(2) == 0 { pass(.seconds(6)) }
    case 7: try loosen(.end) { $0.give(.confirm) }
    case 8: try loosen(.override) { $0.give(.override("ill")) }
    case 9: type(GateScript.sentences[chance.below(2)])
    case 10, 11: learn()
    case 12: move(3 * (1 + chance.below(4)))
    case 13: try tap(GateScript.keys[chance.below(2)])
    case 14: change()
    default:
      tell("keep, resume")
      desk.give(.keep)
      desk.ask(.resume)
    }
  }

  private mutating func begin() {
    guard desk.machine.state == .idle else { return }
    tell("start")
    done[.takeBreak] = Done()
    done[.end] = Done()
    desk.start()
  }

  private mutating func tell(_ word: String) { story.append(word) }

  private mutating func pass(_ lapse: Lapse) {
    tell("pass \(lapse.milliseconds / 1000)")
    desk.pass(lapse)
  }

  private mutating func ask(_ name: GateName) {
    if done[name]?.asked == nil { done[name]?.asked = desk.now.steady }
  }

  private mutating func each(_ change: (inout Done) -> Void) {
    for name in GateName.allCases { if var one = done[name] { change(&one); done[name] = one } }
  }

  private mutating func type(_ sentence: String) {
    tell("type \(sentence)")
    // Typing asks for a break where its gate has that sentence.
    ask(.takeBreak)
    each { $0.typed.append(sentence) }
    desk.give(.type(sentence))
  }

  private mutating func learn() {
    tell("learn")
    each { $0.cards += 1 }
    desk.give(.learned([.reviewed(CardID(deck: "d", card: "\(story.count)"), .good, took: 2500)]))
  }

  private mutating func move(_ repetitions: Int) {
    tell("move \(repetitions)")
    each { $0.repetitions += repetitions }
    desk.give(.moved("squat", repetitions, .measured, after: 0))
  }

  private mutating func tap(_ key: String) throws(Broken) {
    tell("tap \(key)")
    each { one in
      one.tapped.append(key)
      one.scanned.append(key)
    }
    let before = desk.machine.state
    desk.tap(Self.uids[key] ?? [])
    // A key that may do nothing loosens nothing.
    if before != .idle, desk.machine.state == .idle { throw broken("a tap ended the session") }
  }

  private mutating func change() {
    means = GateMeans(
      cards: [nil, 0, 100][chance.below(3)], hasReader: [nil, true, false][chance.below(3)],
      countsMovement: [nil, true, false][chance.below(3)])
    tell("means \(means)")
    desk.give(.means(means))
  }

  // MARK: Promises

  private mutating func loosen(_ name: GateName, _ act: (inout Desk) -> Answer) throws(Broken) {
    tell("\(name)")
    ask(name)
    let before = desk.machine.state
    let grants = desk.machine.ledger.movement.uses(of: "ill", before: desk.machine.tick(at: desk.now)).count
    _ = act(&desk)
    let isLoose =
      switch name {
      case .takeBreak: before.isFocusing && desk.machine.state.isOnBreak
      case .end: before != .idle && desk.machine.state == .idle
      case .override:
        desk.machine.ledger.movement.uses(of: "ill", before: desk.machine.tick(at: desk.now)).count > grants
      }
    guard isLoose else { return }
    loosened += 1
    for step in gates[name] ?? [] where !mayBeDone(step, before: name) {
      throw broken("\(name) loosened without \(step)")
    }
    done[name] = (done[name] ?? Done()).spent(on: gates[name] ?? [])
  }

  private func mayBeDone(_ step: GateStep, before name: GateName) -> Bool {
    let done = done[name] ?? Done()
    let waited = done.asked.map { desk.now.steady - $0 } ?? 0
    // A condition is granted with what is left to wait, also of the minute that takes a step's place.
    if means.obstacle(to: step) != nil, waited >= 60_000 || name == .override { return true }
    return switch step {
    case .wait(let lapse): waited >= lapse.milliseconds
    case .learn(let cards): done.cards >= cards
    case .move(let repetitions): done.repetitions >= repetitions
    case .type(let sentence): done.typed.contains(sentence)
    case .tap(.named(let key)): done.tapped.contains(key)
    case .scan(let key): done.scanned.contains(key)
    case .tap(.anyStopKey): true
    }
  }

  /// In every state of a session the way out is there, whatever its gates ask.
  private func checkExit() throws(Broken) {
    guard desk.machine.state != .idle else { return }
    var other = desk
    let answer = other.give(.emergency(sentence: Self.sentence))
    guard answer == .accepted || answer.rule == .emergencyWaits else { throw broken("no way out: \(answer)") }
    other.pass(.hours(1))
    guard other.machine.state == .idle else { throw broken("the way out leads nowhere") }
  }

  private mutating func checkCrash() throws(Broken) {
    tell("crash")
    let before = desk.status
    desk.crash()
    desk.give(.means(means))
    guard desk.status.breaks == before.breaks, desk.status.question == before.question else {
      throw broken("a crash changed a gate")
    }
  }

  private func broken(_ what: String) -> Broken { Broken(description: "\(what); \(gates) after \(story)") }
}

extension State {
  fileprivate var isFocusing: Bool { if case .focusing = self { true } else { false } }
  fileprivate var isOnBreak: Bool { if case .onBreak = self { true } else { false } }
}
