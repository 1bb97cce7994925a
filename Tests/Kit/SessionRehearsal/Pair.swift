import FocusSession

/// The machine and the plain session, given the same and compared after each step.
struct Pair {
  let settings: Settings
  private var desk: Desk
  private var plain: PlainSession
  private var audit = Audit()
  private var script: [String]

  init(settings: Settings, second: Int) {
    self.settings = settings
    let wall = Timestamp(milliseconds: Int64(second) * 1000)
    desk = Desk(settings, at: ISO8601.text(wall, in: .utc))
    plain = PlainSession(settings: settings, second: second)
    // The first look at the clock: what is under way when the service comes up begins.
    plain.setClock(by: 0)
    script = ["at \(ISO8601.text(wall, in: .utc)) with \(settings.profiles)"]
    plain.journal = []
  }

  // MARK: Steps

  mutating func pass(_ seconds: Int) throws(RandomScripts.Difference) {
    script.append("wait \(seconds)")
    desk.pass(.seconds(Int64(seconds)))
    plain.pass(seconds)
    try compare()
  }

  mutating func sleep(_ seconds: Int, crashes kind: UInt64) throws(RandomScripts.Difference) {
    script.append("sleep \(seconds) kind \(kind)")
    plain.pass(seconds, asleep: true)
    switch kind {
    case 0: desk.suspend(.seconds(Int64(seconds)))
    case 1: desk.crash(.seconds(Int64(seconds)))
    default: desk.reboot(.seconds(Int64(seconds)))
    }
    if kind > 0 {
      // Cards are seen when the service comes up, and not acted on.
      for uid in plain.lying { desk.give(.cardsFound("desk", [CardReading(uid: uid)])) }
      plain.leftAt = [:]
    }
    try compare()
  }

  mutating func setClock(by seconds: Int) throws(RandomScripts.Difference) {
    script.append("clock \(seconds)")
    desk.setClock(by: .seconds(Int64(seconds)))
    plain.setClock(by: seconds)
    try compare()
  }

  mutating func ask(_ ask: Intent, isSoft: Bool) throws(RandomScripts.Difference) {
    try compare("\(isSoft ? "soft " : "")\(ask)", .ask(ask, by: isSoft ? .soft : .localUser)) { plain in
      plain.give(ask, by: PlainSession.Speaker(isSoft: isSoft))
    }
  }

  mutating func lay(_ card: CardReading) throws(RandomScripts.Difference) {
    try compare("lay \(card)", .cardsArrived("desk", [card])) { $0.lay(card) }
  }

  mutating func lift() throws(RandomScripts.Difference) {
    try compare("lift", .cardLeft("desk", nil)) { plain in
      plain.lift()
      return .nothing
    }
  }

  mutating func compare(
    _ word: String, _ command: Command, _ body: (inout PlainSession) -> PlainSession.Outcome
  ) throws(RandomScripts.Difference) {
    script.append(word)
    let before = desk.machine
    let answer = desk.give(command)
    let outcome = body(&plain)
    guard agree(answer, outcome) else { throw differ("the machine says \(answer), the plain session \(outcome)") }
    // The books are kept for profiles whose rules are those of `work`.
    _ = before
    try compare()
  }

  private func agree(_ answer: Answer, _ outcome: PlainSession.Outcome) -> Bool {
    switch (answer, outcome) {
    case (.accepted, .yes), (.nothing, .nothing): return true
    case (.refused(let refusal), .no(let rule)): return refusal.rule == rule
    case (.refused(let refusal), .noBreak(let rules)):
      guard case .breaks(let rule, _) = refusal.rule else { return false }
      return rules.contains(rule)
    default: return false
    }
  }

  // MARK: Comparing

  private mutating func compare() throws(RandomScripts.Difference) {
    let status = desk.status
    func check(_ what: String, _ one: Int?, _ other: Int?) throws(RandomScripts.Difference) {
      guard one == other else { throw differ("\(what): \(one ?? -1) against \(other ?? -1)") }
    }
    func wall(_ second: Int?) -> Int? { second.map { $0 + plain.offset } }
    func seconds(_ timestamp: Timestamp?) -> Int? { timestamp.map { Int($0.milliseconds / 1000) } }

    let state: Status.State = !plain.isActive ? .idle : plain.breakEnds == nil ? .focusing : .onBreak
    guard status.state == state else { throw differ("\(status.state) against \(state)") }
    guard status.layers == plain.layers.map({ $0.profile }) else {
      throw differ("\(status.layers) against \(plain.layers)")
    }
    try check("planned end", seconds(status.plannedEnd), wall(plain.plannedEnd))
    try check("question opens", seconds(status.question?.opensAt), wall(plain.questionOpens))
    try check(
      "question closes", seconds(status.question?.closesAt),
      plain.questionOpens == nil ? nil : wall(plain.questionCloses))
    try check("break ends", seconds(status.breakEndsAt), wall(plain.breakEnds))
    try check("exit", seconds(status.exitAt), wall(plain.exitDue))
    try check("attempts", status.attempts, plain.isActive ? plain.attempts : 0)
    try check("focused", Int(status.focused.milliseconds), plain.isActive ? plain.focused * 1000 : 0)
    let told = desk.takeEvents().compactMap { word(of: $0) }
    // Of what is skipped at the same moment only the number is settled, not the order.
    guard told.filter({ $0 != "skipped" }) == plain.journal.filter({ $0 != "skipped" }),
      told.count == plain.journal.count
    else { throw differ("\(told) against \(plain.journal)") }
    plain.journal = []
    let folded = desk.folded
    guard folded.state == desk.machine.state, folded.ledger == desk.machine.ledger else {
      throw differ("the fold is not the state")
    }
  }

  /// The events that the plain session keeps a journal of, in its words.
  private func word(of event: Event) -> String? {
    guard case .recorded(let fact) = event.kind else { return nil }
    switch fact.body {
    case .sessionStarted(let start): return "started \(start.own.policy.profile.text)"
    case .layerAdded(let layer, _): return "layer+ \(layer.policy.profile.text)"
    case .layerRemoved(let profile): return "layer- \(profile.text)"
    case .sessionExtended: return "extended"
    case .questionOpened: return "question"
    case .questionAnswered(let answer, _):
      switch answer {
      case .end: return "answer end"
      case .keep: return "answer keep"
      case .takeBreak: return "answer break"
      case .switchProfile: return "answer switch"
      case .timeout: return "answer timeout"
      }
    case .breakStarted: return "break"
    case .breakEnded(let why):
      switch why {
      case .over: return "break over"
      case .resumed: return "break resumed"
      case .sessionEnded: return "break session-ended"
      }
    case .sessionEnded(let ending):
      let seconds = ending.focused.milliseconds / 1000
      switch ending.why {
      case .completed: return "ended completed \(seconds)"
      case .confirmed: return "ended confirmed \(seconds)"
      case .emergency: return "ended emergency \(seconds)"
      case .switched: return "ended switched \(seconds)"
      }
    case .scheduleSkipped: return "skipped"
    default: return nil
    }
  }

  private func differ(_ what: String) -> RandomScripts.Difference {
    RandomScripts.Difference(what: what, script: script)
  }
}
