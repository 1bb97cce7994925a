import GateRehearsal
import Gates
import SessionTime
import Testing

@Suite struct GateTests {
  private let start = Tick(milliseconds: 1_000_000)

  @Test("3,000 random scripts come to the same as a description without a state: nothing loosens unfulfilled")
  func secondModel() {
    for seed in 0..<UInt64(3_000) {
      let script = GateScript(seed: seed)
      var plain = PlainGates(script)
      let (ours, theirs) = (script.run(), plain.run())
      guard ours == theirs else {
        for (index, pair) in zip(ours, theirs).enumerated() where pair.0 != pair.1 {
          Issue.record("seed \(seed) \(index): \(script.steps)\n\(script.happenings[...index])\n\(pair)")
          break
        }
        return
      }
    }
  }

  @Test("from wherever a random script leads, each gate can be passed with what there is: nobody is locked out")
  func noLockout() {
    for seed in 0..<UInt64(1_000) {
      let script = GateScript(seed: seed)
      for loosening in Loosening.allCases {
        var way = WayOut(script, loosening)
        let isFound = way.isFound()
        #expect(isFound, "seed \(seed) \(loosening)")
      }
    }
  }

  @Test(
    "300 random walks: nothing loosens unfulfilled, the emergency exit leads out of every state, a crash changes nothing"
  )
  func walks() throws {
    var loosened = 0
    for seed in 0..<UInt64(300) {
      var walk = GateWalk(seed: seed)
      try walk.go()
      loosened += walk.loosened
    }
    #expect(loosened > 100)
  }

  @Test("a step that nobody can pass gives way to a wait of one minute, which says why")
  func standIn() {
    var gates = SessionGates()
    gates.step(.at(.takeBreak, .ask(until: nil)), at: start)
    let means = GateMeans(cards: 0)
    func progress(_ after: Lapse) -> GateProgress? {
      gates.progress(.takeBreak, [.learn(5)], at: start + after, means: means).first
    }
    #expect(progress(.zero)?.step == .wait(.minutes(1)))
    #expect(progress(.zero)?.replaced?.step == .learn(5))
    #expect(progress(.zero)?.replaced?.why == .tooFewCards(0))
    #expect(progress(.seconds(59))?.isDone == false)
    #expect(progress(.seconds(60))?.isDone == true)
    // With cards again, it is the step again.
    #expect(gates.progress(.takeBreak, [.learn(5)], at: start + .minutes(2), means: .unknown).first?.isDone == false)
  }

  @Test("a stop key never gives way: without a reader the emergency exit is the way out")
  func stopKey() {
    let means = GateMeans(hasReader: false, keys: [])
    #expect(means.obstacle(to: .tap(.anyStopKey)) == nil)
    #expect(means.obstacle(to: .tap(.named("desk"))) == .unknownKey("desk"))
    #expect(GateMeans(hasReader: false, keys: ["desk"]).obstacle(to: .scan("desk")) == .noReader)
    #expect(GateMeans(hasReader: false, hasPhone: true, keys: ["desk"]).obstacle(to: .scan("desk")) == nil)
  }

  @Test("asking for a break holds for a while: nobody waits in advance")
  func notInAdvance() {
    var gates = SessionGates()
    gates.step(.at(.takeBreak, .ask(until: start + .minutes(1) + GateAsk.holds)), at: start)
    func isOpen(_ after: Lapse) -> Bool {
      gates.progress(.takeBreak, [.wait(.minutes(1))], at: start + after, means: .unknown).open.isEmpty
    }
    #expect(!isOpen(.seconds(59)))
    #expect(isOpen(.seconds(60)))
    #expect(!isOpen(.minutes(11)))
  }

  @Test("cards beyond what a gate asked for count for the next; those that opened it do not")
  func onceEach() {
    var gates = SessionGates()
    gates.step(.learnedCards(7), at: start)
    gates.step(.passed(.takeBreak, [.learn(5)]), at: start)
    #expect(gates.deeds.learned == 2)
    gates.step(.passed(.takeBreak, [.learn(5)]), at: start)
    #expect(gates.deeds.learned == 0)
  }
}

/// Somebody who does whatever a gate still asks for, with what there is.
private struct WayOut {
  private var gates = SessionGates()
  private var means = GateMeans.unknown
  private var tick = Tick(milliseconds: 0)
  private let steps: [GateStep]
  private let loosening: Loosening

  init(_ script: GateScript, _ loosening: Loosening) {
    self.loosening = loosening
    steps = script.steps[loosening] ?? []
    for (at, what) in script.happenings {
      tick = at
      switch what {
      case .ask(let loosening, let until): gates.step(.at(loosening, .ask(until: until)), at: at)
      case .askAgain(let loosening): gates.step(.at(loosening, .askAgain), at: at)
      case .giveUp(let loosening): gates.step(.at(loosening, .leave), at: at)
      case .tap(let key, let mayEnd): gates.step(.tapped(key, mayEnd: mayEnd), at: at)
      case .type(let text): gates.step(.typed(text), at: at)
      case .learn(let card): gates.step(.learned(card: card), at: at)
      case .learnMany(let cards): gates.step(.learnedCards(cards), at: at)
      case .move(let repetitions): gates.step(.moved(repetitions), at: at)
      case .means(let now): means = now
      case .attempt: break
      }
    }
  }

  mutating func isFound() -> Bool {
    gates.step(.at(loosening, .askAgain), at: tick)
    gates.step(.at(loosening, .leave), at: tick)
    gates.step(.at(loosening, .ask(until: nil)), at: tick)
    for _ in 0..<4 {
      let open = gates.progress(loosening, steps, at: tick, means: means).open
      if open.isEmpty { return true }
      for progress in open { if !doIt(progress.step) { return false } }
    }
    return false
  }

  /// Does a step, if what there is here allows it.
  private mutating func doIt(_ step: GateStep) -> Bool {
    switch step {
    case .wait(let lapse): tick = tick + lapse
    case .tap(.named(let key)), .scan(let key):
      guard means.keys?.contains(key) ?? true, means.hasReader ?? true || means.hasPhone ?? false else { return false }
      gates.step(.tapped(key, mayEnd: false), at: tick)
    // Sessions that need one do not start without.
    case .tap(.anyStopKey): gates.step(.tapped("any", mayEnd: true), at: tick)
    case .type(let sentence): gates.step(.typed(sentence), at: tick)
    case .learn(let cards):
      guard means.cards ?? cards >= cards else { return false }
      tick = tick + .hours(1)
      for card in 0..<cards { gates.step(.learned(card: "card \(card)"), at: tick) }
    case .move(let repetitions):
      guard means.countsMovement ?? true else { return false }
      gates.step(.moved(repetitions), at: tick)
    }
    return true
  }
}
