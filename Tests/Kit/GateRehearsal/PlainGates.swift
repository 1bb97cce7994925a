import Gates
import SessionTime

/// What gates mean, told a second time and without a state: each answer looks at everything that happened before.
package struct PlainGates {
  /// A card or a repetition that counts.
  private struct Unit {
    var at: Int
    var isCard: Bool
    var isSpent = false
  }

  private let script: GateScript
  /// What was passed: by the number of the happening.
  private var passed: [Int: Loosening] = [:]
  private var units: [Unit] = []
  /// The keys that were read and opened nothing yet.
  private var scans: [(key: String, at: Int, isSpent: Bool)] = []

  /// The story of a script.
  package init(_ script: GateScript) { self.script = script }

  /// What the gates come to after each happening.
  package mutating func run() -> [String] {
    var told: [String] = []
    for (index, happening) in script.happenings.enumerated() {
      var note = ""
      count(happening.what, index)
      if case .attempt(let loosening) = happening.what {
        let isOpen = (script.steps[loosening] ?? []).allSatisfy { look($0, loosening, before: index).isDone }
        if isOpen { spend(loosening, at: index) }
        note = isOpen ? "passed" : "refused"
      }
      for loosening in Loosening.allCases {
        for step in script.steps[loosening] ?? [] {
          let seen = look(step, loosening, before: index + 1, at: index)
          note += " \(seen.step)\(seen.isReplaced ? "!" : ""):\(seen.done):\(seen.left.milliseconds):\(seen.isDone)"
        }
      }
      told.append(note)
    }
    return told
  }

  private mutating func count(_ what: GateScript.Happening, _ index: Int) {
    switch what {
    case .learn(let card):
      // The same card counts once within an hour after it last counted: walk through all its answers.
      var last: Tick?
      var counts = false
      for (tick, earlier) in script.happenings.prefix(index + 1) where earlier == .learn(card) {
        counts = last.map { tick - $0 >= .hours(1) } ?? true
        if counts { last = tick }
      }
      if counts { units.append(Unit(at: index, isCard: true)) }
    case .learnMany(let cards): for _ in 0..<cards { units.append(Unit(at: index, isCard: true)) }
    case .move(let repetitions): for _ in 0..<repetitions { units.append(Unit(at: index, isCard: false)) }
    case .tap(let key, _): scans.append((key, index, false))
    case .ask, .askAgain, .giveUp, .attempt, .type, .means: break
    }
  }

  private mutating func spend(_ loosening: Loosening, at index: Int) {
    passed[index] = loosening
    for step in script.steps[loosening] ?? [] {
      switch step {
      case .learn(let wanted), .move(let wanted):
        var isCard = false
        if case .learn = step { isCard = true }
        var left = wanted
        for place in units.indices where left > 0 && units[place].isCard == isCard && !units[place].isSpent {
          units[place].isSpent = true
          left -= 1
        }
      case .scan(let key): for place in scans.indices where scans[place].key == key { scans[place].isSpent = true }
      case .wait, .tap, .type: break
      }
    }
  }

  /// Where the asking that holds began; looked for backwards.
  private func asking(_ loosening: Loosening, before end: Int, at tick: Tick) -> (index: Int, since: Tick)? {
    // Forwards over everything, because an asking that is over gives way to the next.
    var begun: (index: Int, since: Tick, until: Tick?)?
    for (index, happening) in script.happenings.prefix(end).enumerated() {
      switch happening.what {
      case .ask(loosening, let until):
        if let known = begun, !(known.until.map { happening.at >= $0 } ?? false) { continue }
        begun = (index, happening.at, until)
      case .askAgain(loosening): begun = (index, happening.at, begun?.until)
      case .giveUp(loosening): begun = nil
      case .attempt(loosening): if passed[index] == loosening { begun = nil }
      default: break
      }
    }
    guard let begun, !(begun.until.map { tick >= $0 } ?? false) else { return nil }
    return (begun.index, begun.since)
  }

  private func look(
    _ step: GateStep, _ loosening: Loosening, before end: Int, at index: Int? = nil
  ) -> (step: GateStep, isReplaced: Bool, done: Int, left: Lapse, isDone: Bool) {
    let tick = script.happenings[index ?? end].at
    let ask = asking(loosening, before: end, at: tick)
    let since = ask.map { script.happenings[($0.index + 1)..<end].map(\.what) } ?? []
    let cards = units.count { $0.isCard && !$0.isSpent && $0.at < end }
    let repetitions = units.count { !$0.isCard && !$0.isSpent && $0.at < end }
    var isMet = false
    var done = 0
    switch step {
    case .wait(let lapse):
      let left = ask.map { max(.zero, $0.since + lapse - tick) } ?? lapse
      return (step, false, 0, left, left == .zero)
    case .tap(.named(let key)):
      isMet = since.contains(.tap(key, mayEnd: true)) || since.contains(.tap(key, mayEnd: false))
    case .tap(.anyStopKey): isMet = GateScript.keys.contains { since.contains(.tap($0, mayEnd: true)) }
    case .type(let sentence):
      isMet = since.contains(.type(sentence)) || since.contains(.type(" \(sentence)\n"))
    case .learn(let wanted): (isMet, done) = (cards >= wanted, min(cards, wanted))
    case .move(let wanted): (isMet, done) = (repetitions >= wanted, min(repetitions, wanted))
    case .scan(let key): isMet = scans.contains { $0.key == key && !$0.isSpent && $0.at < end }
    }
    if isMet || isPassable(step, before: end) { return (step, false, done, .zero, isMet) }
    let left = ask.map { max(.zero, $0.since + .minutes(1) - tick) } ?? .minutes(1)
    return (.standIn, true, 0, left, left == .zero)
  }

  /// Whether somebody could pass the step with what was last said to be here.
  private func isPassable(_ step: GateStep, before end: Int) -> Bool {
    var means = GateMeans.unknown
    for happening in script.happenings.prefix(end) { if case .means(let now) = happening.what { means = now } }
    switch step {
    case .wait, .type, .tap(.anyStopKey): return true
    case .tap(.named(let key)), .scan(let key):
      if let keys = means.keys, !keys.contains(key) { return false }
      return means.hasReader ?? true || means.hasPhone ?? false
    case .learn(let wanted): return means.cards ?? wanted >= wanted
    case .move: return means.countsMovement ?? true
    }
  }
}
