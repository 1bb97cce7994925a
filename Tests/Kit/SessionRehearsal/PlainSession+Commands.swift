import FocusSession

/// What a person or a program says.
extension PlainSession {
  /// Who speaks: the roles that a card has, or all.
  struct Speaker {
    var isSoft = false
    var roles = RoleSet.all
    var isKey = false
    var isCard = false
    var proof = Proof.presence
  }

  mutating func start(_ ask: StartRequest, soft: Bool) -> Outcome {
    start(ask, by: Speaker(isSoft: soft))
  }

  mutating func start(_ ask: StartRequest, by who: Speaker) -> Outcome {
    let profile = ask.profile ?? lastProfile ?? settings.profiles[0].id
    if !isActive {
      if !who.roles.contains(.start) { return .no(.mayNot(.start)) }
      guard settings.profile(profile) != nil else { return .no(.unknownProfile(profile)) }
      if let obstacle = obstacle(profile, hasEnd: ask.minutes != nil) { return .no(obstacle) }
      if let delay = ask.inMinutes, !who.isSoft {
        planned = Planned(
          ask: StartRequest(profile: profile, minutes: ask.minutes), at: second + delay * 60)
        return .yes
      }
      open(profile, end: ask.minutes.map { second + $0 * 60 })
      return .yes
    }
    if !who.roles.contains(.start) && !who.roles.contains(.stop) { return .no(.mayNot(.start)) }
    guard settings.profile(profile) != nil else { return .no(.unknownProfile(profile)) }
    if let delay = ask.inMinutes, !who.isSoft {
      if let obstacle = obstacle(profile, hasEnd: ask.minutes != nil) { return .no(obstacle) }
      planned = Planned(ask: StartRequest(profile: profile, minutes: ask.minutes), at: second + delay * 60)
      return .yes
    }
    if profile == own {
      if breakEnds != nil && questionOpens == nil { return resume() }
      if who.isSoft {
        guard let minutes = ask.minutes, let end = plannedEnd, second + minutes * 60 > end else { return .no(.soft) }
        plannedEnd = second + minutes * 60
        journal.append("extended")
        return .yes
      }
      return stop(by: who, needsRole: false)
    }
    if policy.switchTo.contains(profile), who.roles.contains(.switchProfile), !who.isSoft {
      if let obstacle = obstacle(profile, hasEnd: ask.minutes != nil) { return .no(obstacle) }
      if questionOpens != nil {
        guard questionTarget?.profile == profile else { return .no(.questionOpen) }
        return who.isCard ? secondTap(by: who, role: .switchProfile) : .nothing
      }
      var target = ask
      target.profile = profile
      question(target)
      return .yes
    }
    if !who.roles.contains(.start) { return .no(.mayNot(.start)) }
    let until = ask.minutes.map { second + $0 * 60 }
    if let index = layers.firstIndex(where: { $0.profile == profile }) {
      guard let known = layers[index].until, until == nil || until! > known else { return .nothing }
      layers[index].until = until
      layers.append(layers.remove(at: index))
      return .yes
    }
    layers.append(Layer(profile: profile, until: until, isScheduled: false, schedule: nil))
    journal.append("layer+ \(profile.text)")
    return .yes
  }

  mutating func startAsPlanned(_ ask: StartRequest) {
    guard isActive, ask.profile == own else {
      // Without the role for a switch its blocks are added.
      _ = start(ask, by: Speaker(roles: RoleSet([.start])))
      return
    }
    guard let end = plannedEnd else { return }
    let until = ask.minutes.map { second + $0 * 60 }
    if until == nil || until! > end {
      plannedEnd = until
      journal.append("extended")
    }
  }

  mutating func question(_ target: StartRequest?) {
    let times = policy.question
    questionTarget = target
    questionOpens = second + Int(times.wait.milliseconds / 1000)
    questionCloses = second + Int(times.closes.milliseconds / 1000)
    journal.append("question")
  }

  mutating func stop(by who: Speaker, needsRole: Bool = true) -> Outcome {
    if !isActive {
      if who.isKey, who.roles.contains(.stop) { return .nothing }
      guard planned != nil, !who.isSoft else { return .no(.notActive) }
      planned = nil
      return .yes
    }
    if who.isSoft { return .no(.soft) }
    if needsRole, !who.roles.contains(.stop) { return .no(.mayNot(.stop)) }
    if questionOpens != nil {
      if questionTarget != nil { return .no(.questionOpen) }
      return who.isCard ? secondTap(by: who, role: .stop) : .nothing
    }
    if policy.end == .timer { return .no(.endTimer) }
    question(nil)
    return .yes
  }

  mutating func secondTap(by who: Speaker, role: Role) -> Outcome {
    if !who.roles.contains(role) { return .no(.mayNot(role)) }
    if policy.end == .key {
      if !who.isKey { return .no(.endKey) }
      if who.proof < policy.proof { return .no(.proof(needed: policy.proof)) }
    }
    if second < questionOpens! {
      question(questionTarget)
      return .no(.wait)
    }
    carryOut()
    return .yes
  }

  mutating func confirm() -> Outcome {
    if !isActive { return .no(.notActive) }
    guard let opens = questionOpens else { return .no(.noQuestion) }
    if policy.end == .key { return .no(.endKey) }
    if second < opens { return .no(.wait) }
    carryOut()
    return .yes
  }

  mutating func carryOut() {
    guard let target = questionTarget else {
      answer("end")
      return finish("confirmed")
    }
    answer("switch")
    let kept = layers.dropFirst().filter { $0.profile != target.profile }
    finish("switched")
    open(target.profile!, end: target.minutes.map { second + $0 * 60 }, added: Array(kept))
  }

  mutating func keep() -> Outcome {
    if !isActive { return .no(.notActive) }
    if questionOpens == nil && exitDue == nil { return .no(.noQuestion) }
    if questionOpens != nil { answer("keep") }
    exitDue = nil
    return .yes
  }

  mutating func resume() -> Outcome {
    if !isActive { return .no(.notActive) }
    if breakEnds == nil { return .no(.notOnBreak) }
    endBreak("resumed")
    return .yes
  }

  mutating func extend(_ minutes: Int) -> Outcome {
    if !isActive { return .no(.notActive) }
    guard let end = plannedEnd else { return .no(.openEnded) }
    plannedEnd = end + minutes * 60
    journal.append("extended")
    return .yes
  }

  mutating func emergency(_ sentence: String?) -> Outcome {
    if !isActive { return .no(.notActive) }
    if exitDue != nil { return .no(.emergencyWaits) }
    let rules = settings.emergency
    let recent = exits.filter { second - $0 < Int(rules.period.milliseconds / 1000) }.count
    if recent >= rules.count { return .no(.emergencySpent) }
    if sentence != rules.sentence { return .no(.sentence(rules.sentence)) }
    exitDue = second + Int(rules.wait(afterExits: recent).milliseconds / 1000)
    // An exit without a wait is due at once, which the next second shows.
    return .yes
  }

  mutating func takeBreak(_ minutes: Int?, by who: Speaker) -> Outcome {
    if !isActive { return .no(.notActive) }
    if breakEnds != nil { return .no(who.isSoft ? .soft : .alreadyOnBreak) }
    if who.isSoft { return .no(.soft) }
    if !who.roles.contains(.takeBreak) { return .no(.mayNot(.takeBreak)) }
    var length = minutes.map { $0 * 60 } ?? Int.max
    var objections: [BreakRule] = []
    for layer in layers where layer.profile == own || layer.isScheduled {
      let rules = settings.profile(layer.profile)!.policy.breaks
      let usual = rules.length.map { Int($0.milliseconds / 1000) } ?? 300
      if minutes == nil { length = min(length, usual) }
    }
    // Shorter than usual is fine without a wish, down to a minute.
    let shortest = minutes.map { $0 * 60 }
    for layer in layers where layer.profile == own || layer.isScheduled {
      let rules = settings.profile(layer.profile)!.policy.breaks
      let usual = rules.length.map { Int($0.milliseconds / 1000) } ?? 300
      let need = shortest ?? min(usual, 60)
      for (rule, room) in rooms(rules, layer.profile) {
        if room < need { objections.append(rule) }
        if minutes == nil { length = min(length, room) }
      }
      objections += clashes(rules, layer.profile)
    }
    if !objections.isEmpty { return .noBreak(objections) }
    if questionOpens != nil { answer("break") }
    renewPeriods()
    breakEnds = second + length
    breakLowers = layers.map { $0.profile }
    pauses.append(
      Pause(
        profiles: breakLowers, session: sessions, began: second, ended: nil, dayEnd: dayEnd!, weekEnd: weekEnd!))
    journal.append("break")
    return .yes
  }

  /// How long a break may be by each rule that counts minutes.
  func rooms(_ rules: BreakRules, _ profile: ProfileID) -> [(BreakRule, Int)] {
    func seconds(_ lapse: Lapse) -> Int { Int(lapse.milliseconds / 1000) }
    func spent(_ pauses: [Pause]) -> Int { pauses.reduce(0) { $0 + ($1.ended! - $1.began) } }
    let mine = pauses.filter { $0.profiles.contains(profile) }
    let inSession = pauses.filter { $0.session == sessions }
    var rooms: [(BreakRule, Int)] = []
    if let length = rules.length { rooms.append((.length, seconds(length))) }
    if let budget = rules.perSessionBudget { rooms.append((.sessionBudget, seconds(budget) - spent(inSession))) }
    if let budget = rules.dayBudget {
      rooms.append((.dayBudget, seconds(budget) - spent(mine.filter { $0.dayEnd > second })))
    }
    if let budget = rules.weekBudget {
      rooms.append((.weekBudget, seconds(budget) - spent(mine.filter { $0.weekEnd > second })))
    }
    if let earn = rules.earn {
      let earned = focused / seconds(earn.perFocused) * seconds(earn.time)
      rooms.append((.earn, earned - spent(inSession)))
    }
    return rooms
  }

  /// The rules that say "not now" or "never" whatever the length.
  func clashes(_ rules: BreakRules, _ profile: ProfileID) -> [BreakRule] {
    func seconds(_ lapse: Lapse) -> Int { Int(lapse.milliseconds / 1000) }
    let mine = pauses.filter { $0.profiles.contains(profile) }
    let inSession = pauses.filter { $0.session == sessions }.count
    var clashes: [BreakRule] = []
    if let count = rules.perSession, inSession >= count { clashes.append(.perSession) }
    if let every = rules.every, let last = mine.last, second < last.began + seconds(every) { clashes.append(.every) }
    if let gap = rules.gap, let last = mine.last, second < last.ended! + seconds(gap) { clashes.append(.gap) }
    if let after = rules.after, inSession == 0, focused < seconds(after) { clashes.append(.after) }
    return clashes
  }

  mutating func attempt() -> Outcome {
    guard isActive, breakEnds == nil || layers.contains(where: { !breakLowers.contains($0.profile) }) else {
      return .nothing
    }
    attempts += 1
    return .yes
  }
}
