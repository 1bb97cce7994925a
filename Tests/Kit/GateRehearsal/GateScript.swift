package import Gates
package import SessionTime

/// Chance that is the same in every run (splitmix64).
package struct Chance: RandomNumberGenerator {
  var state: UInt64

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// A random session in front of its two gates: what is configured, what there is to pass with, and what happens when.
package struct GateScript {
  /// One thing that happens.
  package enum Happening: Equatable {
    case ask(Loosening, until: Tick?)
    case askAgain(Loosening)
    case giveUp(Loosening)
    /// Somebody wants it now: it happens if, and only if, its gate is open.
    case attempt(Loosening)
    case tap(String, mayEnd: Bool)
    case type(String)
    case learn(String)
    case learnMany(Int)
    case move(Int)
    case means(GateMeans)
  }

  /// The steps of both gates.
  package private(set) var steps: [Loosening: [GateStep]] = [:]
  /// What happens, in its order.
  package private(set) var happenings: [(at: Tick, what: Happening)] = []

  /// The keys that there are.
  package static let keys = ["desk", "hall"]
  /// The sentences that are asked for.
  package static let sentences = ["I mean it.", "Really"]

  /// A script, the same for the same seed.
  package init(seed: UInt64) {
    var chance = Chance(state: seed)
    for loosening in Loosening.allCases {
      var steps: [GateStep] = []
      for _ in 0..<chance.below(5) { steps.append(Self.step(&chance)) }
      self.steps[loosening] = steps
    }
    var tick = Tick(milliseconds: 1_000_000)
    for _ in 0..<(5 + chance.below(30)) {
      tick = tick + Self.pause(&chance)
      happenings.append((tick, Self.happening(&chance, at: tick)))
    }
  }

  private static func pause(_ chance: inout Chance) -> Lapse {
    switch chance.below(5) {
    case 0: .zero
    case 1: .seconds(Int64(chance.below(8)))
    case 2: .seconds(Int64(chance.below(90)))
    case 3: .minutes(Int64(chance.below(15)))
    default: .minutes(Int64(chance.below(90)))
    }
  }

  static func step(_ chance: inout Chance) -> GateStep {
    switch chance.below(7) {
    case 0: .wait(.seconds(Int64(chance.below(100))))
    case 1: .tap(.named(keys[chance.below(2)]))
    case 2: .tap(.anyStopKey)
    case 3: .type(sentences[chance.below(2)])
    case 4: .learn(1 + chance.below(6))
    case 5: .move(1 + chance.below(20))
    default: .scan(keys[chance.below(2)])
    }
  }

  private static func happening(_ chance: inout Chance, at tick: Tick) -> Happening {
    let loosening = Loosening.allCases[chance.below(Loosening.allCases.count)]
    switch chance.below(12) {
    case 0, 1: return .ask(loosening, until: chance.below(2) == 0 ? nil : tick + .seconds(Int64(chance.below(900))))
    case 2: return .askAgain(loosening)
    case 3: return .giveUp(loosening)
    case 4, 5: return .attempt(loosening)
    case 6: return .tap(keys[chance.below(2)], mayEnd: chance.below(3) == 0)
    case 7: return .type(["I mean it.", " Really\n", "no"][chance.below(3)])
    case 8, 9: return chance.below(8) == 0 ? .learnMany(chance.below(8)) : .learn("card \(chance.below(9))")
    case 10: return .move(chance.below(12))
    default:
      return .means(
        GateMeans(
          cards: [nil, 0, 3, 100][chance.below(4)], hasReader: [nil, true, false][chance.below(3)],
          hasPhone: [nil, true][chance.below(2)], countsMovement: [nil, true, false][chance.below(3)],
          keys: [nil, keys, ["desk"]][chance.below(3)]))
    }
  }
}

extension GateScript {
  /// What the gates come to after each happening, by the room's own machine.
  package func run() -> [String] {
    var gates = SessionGates()
    var means = GateMeans.unknown
    var told: [String] = []
    for (tick, what) in happenings {
      var note = ""
      switch what {
      case .ask(let loosening, let until): gates.step(.at(loosening, .ask(until: until)), at: tick)
      case .askAgain(let loosening): gates.step(.at(loosening, .askAgain), at: tick)
      case .giveUp(let loosening): gates.step(.at(loosening, .leave), at: tick)
      case .attempt(let loosening):
        let steps = steps[loosening] ?? []
        if gates.progress(loosening, steps, at: tick, means: means).open.isEmpty {
          gates.step(.passed(loosening, steps), at: tick)
          note = "passed"
        } else {
          note = "refused"
        }
      case .tap(let key, let mayEnd): gates.step(.tapped(key, mayEnd: mayEnd), at: tick)
      case .type(let text): gates.step(.typed(text), at: tick)
      case .learn(let card): gates.step(.learned(card: card), at: tick)
      case .learnMany(let cards): gates.step(.learnedCards(cards), at: tick)
      case .move(let repetitions): gates.step(.moved(repetitions), at: tick)
      case .means(let now): means = now
      }
      for loosening in Loosening.allCases {
        for progress in gates.progress(loosening, steps[loosening] ?? [], at: tick, means: means) {
          note += " \(progress.step)\(progress.replaced != nil ? "!" : ""):\(progress.done):"
          note += "\(progress.left.milliseconds):\(progress.isDone)"
        }
      }
      told.append(note)
    }
    return told
  }
}
