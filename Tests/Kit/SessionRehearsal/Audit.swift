package import FocusSession

/// Looks at decisions from outside and keeps books of its own, in the plainest way: what the machine promises must hold
/// in them.
package struct Audit: Sendable {
  /// A promise that was broken.
  package struct Fault: Error {
    /// Which.
    package let promise: String
  }

  /// A break of the profile whose rules are checked.
  struct Pause {
    var began: Tick
    var ended: Tick?
    var isOfThisSession = true
    var wall: Timestamp
  }

  private(set) var breaks: [Pause] = []
  private var answered: QuestionAnswer?

  /// Empty books.
  package init() {}

  /// Checks one decision.
  ///
  /// - Parameters:
  ///   - before: the machine that decided.
  ///   - rules: the rules about breaks of the profile `work`.
  package mutating func check(
    _ decision: Decision, from before: SessionMachine, at now: Moment, rules: BreakRules
  ) throws(Fault) {
    var machine = before
    if let settings = decision.settings { machine.settings = settings }
    for fact in decision.facts {
      try check(fact, machine, rules)
      let earlier = machine.last
      machine.apply(fact)
      if let earlier, fact.stamp.tick < earlier.tick { throw Fault(promise: "facts go backwards") }
    }
    // The live state is the fold of what was recorded.
    guard machine.state == decision.after.state, machine.ledger == decision.after.ledger,
      machine.last == decision.after.last || decision.facts.isEmpty
    else { throw Fault(promise: "the fold is not the state") }
    try check(decision.after, at: now)
  }

  private func check(_ machine: SessionMachine, at now: Moment) throws(Fault) {
    let tick = machine.tick(at: now)
    switch machine.state {
    case .idle:
      if machine.shield != nil { throw Fault(promise: "the shield is up without a session") }
    case .focusing(let focus):
      guard machine.shield?.profiles == focus.layers.map({ $0.policy.profile }) else {
        throw Fault(promise: "the shield is not that of the session")
      }
      try check(focus, machine, at: tick)
    case .visiting(let focus, let visit):
      guard machine.shield?.profiles == focus.layers.map({ $0.policy.profile }),
        machine.shield?.visit?.ends == visit.ends
      else { throw Fault(promise: "the shield of a visit is not that of the session") }
      if visit.ends <= tick { throw Fault(promise: "a visit is longer than it may be") }
      try check(focus, machine, at: tick)
    case .onBreak(let focus, let pause):
      let added = focus.layers.map { $0.policy.profile }.filter { !pause.lowered.contains($0) }
      guard (machine.shield?.profiles ?? []) == added else { throw Fault(promise: "the shield is up on a break") }
      if pause.ends <= tick { throw Fault(promise: "a break is longer than it may be") }
      try check(focus, machine, at: tick)
    }
  }

  private func check(_ focus: Focus, _ machine: SessionMachine, at tick: Tick) throws(Fault) {
    let focused = machine.focused(at: tick)
    guard focused >= .zero, focused <= tick - focus.began.tick else {
      throw Fault(promise: "focused time is negative or above what passed")
    }
    if let end = focus.plannedEnd, end <= tick { throw Fault(promise: "a session outlived its planned end") }
    if let question = focus.question, question.closes <= tick { throw Fault(promise: "a question outlived its time") }
    if let exit = focus.exitDue, exit <= tick { throw Fault(promise: "an exit was due and did not come") }
    guard Set(focus.layers.map { $0.policy.profile }).count == focus.layers.count else {
      throw Fault(promise: "a profile is in force twice")
    }
  }

  private mutating func check(_ fact: Fact, _ machine: SessionMachine, _ rules: BreakRules) throws(Fault) {
    let tick = fact.stamp.tick
    switch fact.body {
    case .questionAnswered(let answer, let by):
      answered = answer
      try checkAnswer(answer, by, machine, at: tick)
    case .breakStarted(let ends, _, _):
      if case .focusing(let focus) = machine.state, focus.own.policy.profile == "work" {
        breaks.append(Pause(began: tick, ended: ends, wall: fact.stamp.moment.wall))
        try checkQuota(rules, machine, at: fact.stamp)
      }
    case .breakEnded:
      if case .onBreak(let focus, _) = machine.state, focus.own.policy.profile == "work", !breaks.isEmpty {
        breaks[breaks.count - 1].ended = tick
      }
    case .sessionEnded(let ending):
      try checkEnd(ending, machine, at: tick)
      for index in breaks.indices { breaks[index].isOfThisSession = false }
      answered = nil
    default: break
    }
  }

  private func checkAnswer(
    _ answer: QuestionAnswer, _ by: Trigger?, _ machine: SessionMachine, at tick: Tick
  ) throws(Fault) {
    let focus: Focus
    switch machine.state {
    case .idle: throw Fault(promise: "an answer without a session")
    case .focusing(let current), .visiting(let current, _), .onBreak(let current, _): focus = current
    }
    guard let question = focus.question else { throw Fault(promise: "an answer without a question") }
    guard answer == .end || answer == .switchProfile else { return }
    if tick < question.opens { throw Fault(promise: "the question was answered before its wait was over") }
    if focus.own.policy.end == .timer { throw Fault(promise: "a timer session was ended by an answer") }
    if focus.own.policy.end == .key {
      guard case .card(_, _, .some) = by else { throw Fault(promise: "a key session was ended without a key") }
    }
    if by == .link { throw Fault(promise: "a soft link answered") }
  }

  private func checkEnd(_ ending: SessionEnding, _ machine: SessionMachine, at tick: Tick) throws(Fault) {
    let focus: Focus
    switch machine.state {
    case .idle: throw Fault(promise: "an end without a session")
    case .onBreak: throw Fault(promise: "a session ended and its break did not")
    case .visiting: throw Fault(promise: "a session ended and its visit did not")
    case .focusing(let current): focus = current
    }
    switch ending.why {
    case .confirmed: if answered != .end { throw Fault(promise: "confirmed without an answered question") }
    case .switched: if answered != .switchProfile { throw Fault(promise: "switched without an answered question") }
    case .completed: if focus.plannedEnd != tick { throw Fault(promise: "completed at another time than planned") }
    case .emergency: if focus.exitDue != tick { throw Fault(promise: "an emergency before its wait was over") }
    }
  }

  /// The rules in words, over all breaks that ever were.
  private func checkQuota(_ rules: BreakRules, _ machine: SessionMachine, at stamp: Stamp) throws(Fault) {
    guard let last = breaks.last, case .focusing(let focus) = machine.state else { return }
    let earlier = breaks.dropLast()
    let own = breaks.filter { $0.isOfThisSession }
    func total(_ pauses: [Pause]) -> Lapse {
      pauses.reduce(.zero) { sum, pause in sum + ((pause.ended ?? pause.began) - pause.began) }
    }
    if let length = rules.length, total([last]) > length { throw Fault(promise: "a break is too long") }
    if let count = rules.perSession, own.count > count { throw Fault(promise: "too many breaks in a session") }
    if let budget = rules.perSessionBudget, total(own) > budget {
      throw Fault(promise: "the session budget is overdrawn")
    }
    if let every = rules.every, let before = earlier.last, last.began < before.began + every {
      throw Fault(promise: "two breaks in one window")
    }
    if let gap = rules.gap, let ended = earlier.last?.ended, last.began < ended + gap {
      throw Fault(promise: "two breaks too near to each other")
    }
    let focused = last.began - focus.began.tick - total(Array(own.dropLast()))
    if let after = rules.after, own.count == 1, focused < after {
      throw Fault(promise: "the first break came too early")
    }
    if let earn = rules.earn {
      let portions = focused.milliseconds / earn.perFocused.milliseconds
      if total(own).milliseconds > portions * earn.time.milliseconds { throw Fault(promise: "a break was not earned") }
    }
    let day = CivilZone.utc.day(at: last.wall)
    let today = breaks.filter { CivilZone.utc.day(at: $0.wall) == day }
    if let budget = rules.dayBudget, total(today) > budget { throw Fault(promise: "the day budget is overdrawn") }
    let monday = day + (-day.weekday.rawValue)
    let week = breaks.filter { CivilZone.utc.day(at: $0.wall) >= monday }
    if let budget = rules.weekBudget, total(week) > budget { throw Fault(promise: "the week budget is overdrawn") }
  }
}
