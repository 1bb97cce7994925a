internal import Gates

extension Deliberation {
  mutating func takeBreak(_ minutes: Int?, in focus: Focus, by voice: Origin) -> Answer {
    if voice.isSoft { return refuse(.soft) }
    guard voice.may(.takeBreak) else { return refuse(.mayNot(.takeBreak)) }
    if let fault = outOfRange(minutes) { return refuse(fault) }
    let outlook = machine.breakOutlook(at: now, asked: minutes.map { .minutes(Int64($0)) })
    if let obstacle = outlook.obstacle {
      return refuse(.breaks(obstacle.rule, atMost: obstacle.atMost), nextAt: obstacle.opens)
    }
    if let refusal = passBreakGate(by: voice) { return refusal }
    endVisit(.onBreak)
    if focus.question != nil { record(.questionAnswered(.takeBreak, by: voice.trigger)) }
    record(.breakStarted(ends: now.tick + outlook.length, periods(), by: voice.trigger))
    return .accepted
  }

  mutating func resume() -> Answer {
    record(.breakEnded(.resumed))
    return .accepted
  }
}

struct BreakOutlook: Equatable {
  struct Obstacle: Equatable {
    var rule: BreakRule
    /// When it stops refusing; `nil` for never in this session.
    var opens: Tick?
    /// What it would grant now, where only the length is refused.
    var atMost: Lapse?
  }

  var length: Lapse
  /// The rule that refuses for longest, if any does.
  var obstacle: Obstacle?
}

extension SessionMachine {
  /// What the rules of the session's own profile, and of those that schedules put on top, say to a break.
  ///
  /// All rules must agree. During a break the answer is about the next one, if this one lasts to its end.
  func breakOutlook(at now: Stamp, asked: Lapse?) -> BreakOutlook {
    let focus: Focus
    var context: BreakContext
    switch state {
    case .idle: return BreakOutlook(length: .zero, obstacle: nil)
    case .focusing(let current), .visiting(let current, _):
      focus = current
      context = BreakContext(
        now: now.tick, focused: focused(at: now.tick), taken: focus.breaksTaken, used: focus.breakTime)
    case .onBreak(let current, let pause):
      focus = current
      context = BreakContext(
        now: max(now.tick, pause.ends), focused: focused(at: now.tick), taken: focus.breaksTaken,
        used: focus.breakTime + (pause.ends - pause.began), running: pause)
    }
    context.asked = asked
    var length = asked ?? BreakRules.usualLength
    var obstacle: BreakOutlook.Obstacle?
    for layer in focus.layers where layer.rulesBreaks(besides: focus.own) {
      let verdict = context.judge(layer.policy.breaks, ledger: ledger, profile: layer.policy.profile)
      if asked == nil {
        let own = layer.policy.breaks.length ?? BreakRules.usualLength
        length = layer == focus.own ? min(own, verdict.length) : min(length, verdict.length)
      }
      if let found = verdict.obstacle, found.outlasts(obstacle) { obstacle = found }
    }
    // What opens only after the session's end does not open in it.
    if let end = focus.plannedEnd, let opens = obstacle?.opens, opens >= end { obstacle?.opens = nil }
    return BreakOutlook(length: length, obstacle: obstacle)
  }
}

extension Layer {
  /// A layer that the person added only brings its blocks; one that a schedule added brings its rules about breaks too,
  /// or starting a milder profile before the schedule would be a way around them.
  func rulesBreaks(besides own: Layer) -> Bool {
    if self == own { return true }
    if case .schedule = trigger { return true }
    return false
  }
}

extension BreakOutlook.Obstacle {
  fileprivate func outlasts(_ other: BreakOutlook.Obstacle?) -> Bool {
    guard let other else { return true }
    guard let otherOpens = other.opens else { return false }
    guard let opens else { return true }
    return opens > otherOpens
  }
}

private struct BreakContext {
  var now: Tick
  var focused: Lapse
  var taken: Int
  var used: Lapse
  var running: Break?
  var asked: Lapse?

  func judge(_ rules: BreakRules, ledger: Ledger, profile: ProfileID) -> BreakOutlook {
    var obstacle: BreakOutlook.Obstacle?
    func object(_ rule: BreakRule, opens: Tick?, atMost: Lapse? = nil) {
      let found = BreakOutlook.Obstacle(rule: rule, opens: opens, atMost: atMost)
      if found.outlasts(obstacle) { obstacle = found }
    }
    let usual = rules.length ?? BreakRules.usualLength
    // Without a wish the break may be shorter than usual, but a minute at least.
    let needed = asked ?? min(usual, .minutes(1))
    var granted = asked ?? usual

    if let length = rules.length, needed > length { object(.length, opens: nil, atMost: length) }
    if let perSession = rules.perSession, taken >= perSession { object(.perSession, opens: nil) }

    var spending = ledger.spending(of: profile)
    if let running {
      let length = running.ends - running.began
      spending.lastEnded = running.ends
      spending.today = spending.today + length
      spending.thisWeek = spending.thisWeek + length
    }
    if let every = rules.every, let began = spending.lastBegan, now < began + every {
      object(.every, opens: began + every)
    }
    if let gap = rules.gap, let ended = spending.lastEnded, now < ended + gap { object(.gap, opens: ended + gap) }
    if let after = rules.after, taken == 0, focused < after { object(.after, opens: now + (after - focused)) }

    func budget(_ rule: BreakRule, _ whole: Lapse?, spent: Lapse, renewed: Tick?) {
      guard let whole else { return }
      let left = max(.zero, whole - spent)
      if needed > left {
        object(rule, opens: needed > whole ? nil : renewed, atMost: left > .zero ? left : nil)
      }
      granted = min(granted, left)
    }
    budget(.sessionBudget, rules.perSessionBudget, spent: used, renewed: nil)
    let isToday = ledger.periods.map { now < $0.dayEnds } ?? false
    let isThisWeek = ledger.periods.map { now < $0.weekEnds } ?? false
    budget(.dayBudget, rules.dayBudget, spent: isToday ? spending.today : .zero, renewed: ledger.periods?.dayEnds)
    budget(
      .weekBudget, rules.weekBudget, spent: isThisWeek ? spending.thisWeek : .zero, renewed: ledger.periods?.weekEnds)
    if let earn = rules.earn, earn.perFocused > .zero, earn.time > .zero {
      let earned = portions(focused, of: earn.perFocused, each: earn.time)
      let left = max(.zero, earned - used)
      if needed > left {
        let missing = (used + needed).milliseconds
        let count = (missing + earn.time.milliseconds - 1) / earn.time.milliseconds
        let focusNeeded = Lapse(milliseconds: saturatingProduct(count, earn.perFocused.milliseconds))
        object(.earn, opens: now + (focusNeeded - focused), atMost: left > .zero ? left : nil)
      }
      granted = min(granted, left)
    }
    return BreakOutlook(length: granted, obstacle: obstacle)
  }

  private func portions(_ focused: Lapse, of portion: Lapse, each: Lapse) -> Lapse {
    Lapse(milliseconds: saturatingProduct(focused.milliseconds / portion.milliseconds, each.milliseconds))
  }
}
