internal import Allowance
public import Gates
internal import Learning

extension Deliberation {
  private func progress(_ loosening: Loosening) -> [GateProgress] {
    machine.focus.map { machine.progress(loosening, of: $0, at: now.tick) } ?? []
  }

  // MARK: Before a break

  /// Returns the refusal where steps are still to be done; `nil` where a break may begin.
  mutating func passBreakGate(by voice: Origin) -> Answer? {
    guard let focus = machine.focus, !focus.steps(before: .takeBreak).isEmpty else { return nil }
    askForBreak(focus)
    if case .card(let tap) = voice, let key = tap.key { pass(key, mayEnd: false) }
    let steps = progress(.takeBreak)
    guard !steps.open.isEmpty else { return nil }
    return refuse(.gate(.takeBreak, steps), nextAt: steps.opensAfter.map { now.tick + $0 })
  }

  /// Starts the waits of the gate before a break; they count while the request is open.
  private mutating func askForBreak(_ focus: Focus) {
    guard focus.gates.takeBreak.ask(at: now.tick) == nil else { return }
    let wait = focus.steps(before: .takeBreak).reduce(Lapse.zero) { max($0, $1.wait) }
    record(.gate(.asked(until: now.tick + wait + GateAsk.holds)), quietly: true)
  }

  // MARK: Before the end

  /// How long the question waits: the longest wait of its gate at present.
  func waitBeforeEnd(of focus: Focus) -> Lapse {
    var fresh = focus
    fresh.gates.step(.at(.end, .askAgain), at: now.tick)
    return machine.progress(.end, of: fresh, at: now.tick).left
  }

  /// Does what the question asks about, if its gate is passed.
  mutating func answerGate(_ question: Question, by trigger: Trigger) -> Answer {
    guard let focus = machine.focus else { return refuse(.notActive) }
    let steps = progress(.end)
    let nextAt = steps.opensAfter.map { now.tick + $0 }
    guard !steps.open.isEmpty else { return carryOut(question, in: focus, by: trigger) }
    guard focus.own.policy.gate.end.isEmpty else { return refuse(.gate(.end, steps), nextAt: nextAt) }
    // The question's own steps have rules of their own.
    return focus.own.policy.end == .key ? refuse(.endKey) : refuse(.wait, nextAt: nextAt)
  }

  // MARK: Gates of their own

  /// How long a gate of its own waits if asked now, with that text; `nil` where more is to be done.
  func waitAlone(_ steps: [GateStep], typed text: String? = nil) -> Lapse? {
    var gate = Gate()
    gate.step(.ask(until: nil), at: now.tick)
    if let text { gate.step(.type(text), at: now.tick) }
    return steps.map { GateProgress(of: $0, asked: gate.ask(at: now.tick), at: now.tick) }.opensAfter
  }

  // MARK: Steps

  /// Counts a registered key's tap as a step; returns whether that is all the tap does.
  mutating func isStepOnly(_ key: Key, _ tap: Tap, _ ask: Intent) -> Bool {
    let wanted = openTaps(of: key)
    let isForOverride = isWantedForOverride(key)
    guard !wanted.isEmpty || isForOverride else { return false }
    pass(key, mayEnd: false)
    guard let focus = machine.focus, !isForOverride else { return true }
    // What the key asks for beyond the step is only heeded where it could answer the question.
    if wanted.contains(.end), let question = focus.question { return !tap.roles.contains(question.roleToAnswer) }
    switch ask {
    case .takeBreak, .visit: return false
    default: break
    }
    let isAsked = [Loosening.takeBreak, .visit].contains { focus.gates.gate($0).ask(at: now.tick) != nil }
    return isAsked || key.may == .none
  }

  private func openTaps(of key: Key) -> [Loosening] {
    guard let focus = machine.focus else { return [] }
    return Loosening.allCases.filter { loosening in
      let isAsked = focus.gates.gate(loosening).ask(at: now.tick) != nil
      return progress(loosening).open.contains { progress in
        switch progress.replaced?.step ?? progress.step {
        case .tap(.named(key.id.text)): isAsked
        case .scan(key.id.text): true
        case .wait, .tap, .type, .learn, .move, .scan: false
        }
      }
    }
  }

  /// Records that a key was tapped, where a gate counts it.
  mutating func pass(_ key: Key, mayEnd: Bool) {
    guard mayEnd || !openTaps(of: key).isEmpty || isWantedForOverride(key) else { return }
    record(.gate(.tapped(key.id.text, mayEnd: mayEnd)), quietly: mayEnd)
  }

  mutating func type(_ text: String, in focus: Focus) -> Answer {
    var sentence: String?
    for loosening in Loosening.allCases {
      guard loosening != .end || focus.question != nil else { continue }
      let steps = focus.steps(before: loosening)
      for step in steps {
        guard case .type(let wanted) = step else { continue }
        if step.accepts(typed: text) {
          // Who types before asking for the break or the visit has asked by it.
          switch loosening {
          case .takeBreak: askForBreak(focus)
          case .visit: askForVisit(focus, steps)
          case .end: break
          }
          record(.gate(.typed(wanted)))
          return .accepted
        }
        sentence = sentence ?? wanted
      }
    }
    let (accepted, wanted) = sentenceForOverride(text)
    guard let accepted else { return refuse((sentence ?? wanted).map { .sentence($0) } ?? .noQuestion) }
    record(.gate(.typed(accepted)))
    return .accepted
  }
}

extension Question {
  var roleToAnswer: Role { kind == .end ? .stop : .switchProfile }
}

extension Focus {
  /// Puts the question; its gate counts from here on.
  mutating func open(_ question: Question, at tick: Tick) {
    self.question = question
    gates.step(.at(.end, question.isAgain ? .askAgain : .ask(until: nil)), at: tick)
  }

  mutating func closeQuestion(at tick: Tick) {
    question = nil
    gates.step(.at(.end, .leave), at: tick)
  }

  func steps(before loosening: Loosening) -> [GateStep] {
    switch loosening {
    case .takeBreak: layers.filter { $0.rulesBreaks(besides: own) }.flatMap { $0.policy.gate.takeBreak }
    case .visit: layers.filter { $0.policy.visiting != nil }.flatMap { $0.policy.gate.visit }
    case .end:
      own.policy.gate.end(questionWait: own.policy.question.wait, needsStopKey: own.policy.end == .key)
    }
  }
}

extension GateMeans {
  /// Adds the keys of these settings that can be recognized by their cards.
  func with(keysOf settings: Settings) -> GateMeans {
    var means = self
    means.keys = settings.keys.filter { $0.uid != nil }.map { $0.id.text }
    return means
  }
}

extension SessionMachine {
  var focus: Focus? {
    switch state {
    case .idle: nil
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): focus
    }
  }

  func progress(_ loosening: Loosening, of focus: Focus, at tick: Tick) -> [GateProgress] {
    focus.gates.progress(loosening, focus.steps(before: loosening), at: tick, means: means.with(keysOf: settings))
  }

  /// Why a gate of a profile is one that nobody could pass with the keys there are; `nil` if all can be passed.
  public var impassable: (profile: ProfileID, why: GateObstacle)? {
    for profile in settings.profiles {
      let obstacle = means.with(keysOf: settings).firstObstacle(in: profile.policy.gate.all)
      if let obstacle { return (profile.id, obstacle) }
    }
    for allowance in settings.allowances {
      let obstacle = means.with(keysOf: settings).firstObstacle(in: allowance.rules.overrides.flatMap { $0.gate })
      if let obstacle { return (ProfileID(allowance.id.text), obstacle) }
    }
    return nil
  }

  // MARK: The fold

  mutating func changeGates(_ change: (inout SessionGates) -> Void) { changeFocus { change(&$0.gates) } }

  mutating func apply(_ happened: GateFact, at tick: Tick) {
    switch happened {
    case .asked(let until): tellGates(.at(.takeBreak, .ask(until: until)), at: tick)
    case .claimed(let name, let until): claim(name, until: until, at: tick)
    case .tapped(let key, let mayEnd): tellGates(.tapped(key, mayEnd: mayEnd), at: tick)
    case .typed(let sentence): tellGates(.typed(sentence), at: tick)
    case .learned(let cards): tellGates(.learnedCards(cards), at: tick)
    }
  }

  /// Counts a card that was in view for long enough, however it was answered.
  mutating func count(_ learned: LearnFact, at tick: Tick) {
    guard case .reviewed(let card, _, let took) = learned, took >= CardShowing.least else { return }
    let name = card.deck + "\u{1F}" + card.card
    studied.learn(name, at: tick)
    tellGates(.learned(card: name), at: tick)
  }

  /// Counts booked repetitions that were confirmed by more than the person's word.
  mutating func count(_ moved: MoveFact, at tick: Tick) {
    if case .overrideAsked(let name, _) = moved { endClaim(name, at: tick) }
    guard case .moved(let record) = moved, record.trust >= .measured else { return }
    tellGates(.moved(record.booked), at: tick)
  }
}
