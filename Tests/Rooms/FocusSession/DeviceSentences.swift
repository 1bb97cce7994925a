import FocusSession
import SessionRehearsal
import Testing

/// Product.md, "Several devices": what another device did, judged here.
@Suite struct DeviceSentences {
  private var desk = Desk(settings())
  private let laptop = DeviceName("11112222333344445555666677778888")
  private let tablet = DeviceName("99992222333344445555666677778888")
  private let session = SessionID("01LAPTOP")

  private func elsewhere(
    _ profile: ProfileID = "work", sites: [String] = ["reddit.com"], left: Lapse? = .minutes(30),
    end: EndRule = .confirm,
    added: [(policy: Policy, left: Lapse?)] = [], mayStart: Bool = true
  ) -> SessionElsewhere {
    SessionElsewhere(
      id: session, own: Policy(profile: profile, blocks: Blocks(sites: sites), end: end), added: added, left: left,
      task: "thesis", mayStart: mayStart)
  }

  @discardableResult
  private mutating func hear(
    _ what: DeviceAsk.What, _ number: UInt64 = 1, age: Lapse = .zero, by device: DeviceName? = nil
  ) -> Answer {
    desk.give(.device(DeviceAsk(source: SyncSource(device: device ?? laptop, number: number), age: age, what: what)))
  }

  private var sites: [String] { desk.machine.shield?.blocks.flatMap { $0.sites } ?? [] }
  private var words: [String] { told(desk.events) }

  // MARK: Here idle

  @Test("A session elsewhere begins here under the same name, for as long as it has left there.")
  mutating func follows() {
    #expect(hear(.session(elsewhere()), age: .minutes(9)) == .accepted)
    guard case .focusing(let focus) = desk.machine.state else { return #expect(Bool(false), "no session") }
    #expect(focus.id == session && focus.trigger == .device(laptop) && focus.task == "thesis")
    #expect(sites == ["reddit.com"])
    desk.pass(.minutes(30))
    #expect(desk.machine.state == .idle && words.last == "ended completed")
  }

  @Test("Without *follow* nothing begins, nor by old news, nor when the planned end is over.")
  mutating func startsNothing() {
    #expect(hear(.session(elsewhere(mayStart: false))) == .nothing)
    #expect(hear(.session(elsewhere()), age: .minutes(10) + .seconds(1)) == .nothing)
    #expect(hear(.session(elsewhere(left: .zero))) == .nothing)
    #expect(desk.machine.state == .idle)
  }

  @Test("A profile that only a key ends is followed for the planned time only where there is no way out here.")
  mutating func wayOut() {
    #expect(hear(.session(elsewhere("exam", left: nil, end: .key))) == .refused(Refusal(.unproven)))
    #expect(hear(.session(elsewhere("exam", left: .minutes(5), end: .key))) == .accepted)
    desk.pass(.minutes(5))
    #expect(desk.machine.state == .idle)
    desk.give(.recoveryCodeMade(digest: [1]))
    #expect(hear(.session(elsewhere("exam", left: nil, end: .key))) == .nothing, "the same session never begins again")
  }

  @Test("What the profile of that name demands here counts for its end; the other device's blocks count.")
  mutating func rulesOfHere() {
    desk.give(.recoveryCodeMade(digest: [1]))
    hear(.session(elsewhere("exam", sites: ["x.example"], left: nil)))
    #expect(sites == ["x.example"])
    #expect(hear(.ended(session, .confirmed, EndProof())) == .refused(Refusal(.proof(needed: .uid))))
    #expect(hear(.ended(session, .confirmed, EndProof(told: .uid))) == .accepted)
    #expect(desk.machine.state == .idle)
  }

  @Test("Breaks and ends of sessions that are not here do nothing when idle.")
  mutating func idle() {
    #expect(hear(.breakBegan(session, left: .minutes(5))) == .nothing)
    #expect(hear(.ended(session, .confirmed, EndProof(told: .sun))) == .nothing)
    #expect(desk.machine.state == .idle)
  }

  // MARK: Here in a session that the other device began

  @Test("It tightens with the session: more sites, another profile on top, a later end; never the other way round.")
  mutating func tightens() {
    hear(.session(elsewhere()))
    let study = Policy(profile: "study", blocks: Blocks(sites: ["news.example"]))
    hear(
      .session(elsewhere(sites: ["reddit.com", "a.example"], left: .minutes(60), added: [(study, .minutes(20))])), 2)
    #expect(sites == ["reddit.com", "a.example", "news.example"])
    #expect(words.suffix(3) == ["blocks+ work", "extended", "layer+ study"])
    #expect(hear(.session(elsewhere(sites: [], left: .minutes(1))), 3) == .nothing)
    #expect(sites == ["reddit.com", "a.example", "news.example"])
    desk.pass(.minutes(20))
    #expect(words.last == "layer- study")
    desk.pass(.minutes(39))
    #expect(desk.machine.state != .idle)
    desk.pass(.minutes(1))
    #expect(desk.machine.state == .idle)
  }

  @Test("Its break is a break here, as far as the budget here allows, and ends with it.")
  mutating func followsBreaks() {
    desk = Desk(settings(breaks: BreakRules(length: .minutes(5), dayBudget: .minutes(6))))
    hear(.session(elsewhere(left: nil)))
    desk.pass(.minutes(10))
    #expect(hear(.breakBegan(session, left: .minutes(8)), 2) == .accepted)
    guard case .onBreak(_, let pause) = desk.machine.state else { return #expect(Bool(false), "no break") }
    #expect(pause.ends - pause.began == .minutes(5))
    desk.pass(.minutes(4))
    let other = BreakElsewhere(session: session, began: 2, took: .minutes(4), profiles: ["work"])
    #expect(hear(.breakEnded(other), 3) == .accepted)
    #expect(desk.machine.ledger.spending(of: "work").today == .minutes(4), "what was taken together is spent once")
    #expect(hear(.breakBegan(session, left: .minutes(8)), 4) == .accepted)
    guard case .onBreak(_, let rest) = desk.machine.state else { return #expect(Bool(false), "no second break") }
    #expect(rest.ends - rest.began == .minutes(2))
    desk.pass(.minutes(3))
    #expect(hear(.breakBegan(session, left: .minutes(8)), 5).rule == .breaks(.dayBudget, atMost: nil))
  }

  @Test("Only the session's own device takes a break of it here, and never while a question is open here.")
  mutating func strangersBreaks() {
    hear(.session(elsewhere(left: nil)))
    desk.pass(.minutes(10))
    #expect(hear(.breakBegan(session, left: .minutes(5)), 2, by: tablet) == .nothing)
    desk.ask(.stop)
    #expect(hear(.breakBegan(session, left: .minutes(5)), 2).rule == .questionOpen)
  }

  @Test("A confirmed end ends it, a completed one leaves the time to run here, an emergency exit leaves it as it is.")
  mutating func ends() {
    hear(.session(elsewhere()))
    #expect(hear(.ended(session, .emergency, EndProof()), 2) == .nothing)
    #expect(hear(.ended(session, .completed, EndProof()), 2) == .nothing)
    #expect(hear(.ended(session, .confirmed, EndProof(told: .sun)), 2, by: tablet) == .nothing)
    #expect(desk.machine.state != .idle)
    #expect(hear(.ended(session, .confirmed, EndProof()), 2, age: .hours(5)) == .accepted)
    #expect(desk.machine.state == .idle)
    #expect(
      desk.log.last?.stamp.tick == desk.machine.tick(at: desk.now), "late news ends it now, nothing is back-dated")
  }

  @Test("What only its planned end ends is not ended from afar.")
  mutating func timer() {
    hear(.session(elsewhere("sprint", end: .timer)))
    #expect(hear(.ended(session, .confirmed, EndProof(told: .sun)), 2).rule == .endTimer)
  }

  // MARK: Here in one's own session

  @Test("Its blocks come on top for as long as it lasts, and only they come off.")
  mutating func comesOnTop() {
    desk.start("study", minutes: 60)
    #expect(hear(.session(elsewhere(mayStart: false))) == .accepted)
    #expect(sites == ["news.example", "reddit.com"])
    #expect(desk.machine.shield?.profiles == ["study", "work@11112222"])
    #expect(hear(.ended(session, .emergency, EndProof()), 2) == .nothing)
    #expect(hear(.ended(session, .confirmed, EndProof(told: .sun)), 2) == .accepted)
    #expect(sites == ["news.example"])
    hear(.session(elsewhere()), 3)
    desk.pass(.minutes(30))
    #expect(sites == ["news.example"])
  }

  @Test("The same profile is one session: it lasts until the later end.")
  mutating func sameProfile() {
    desk.start("work", minutes: 10)
    hear(.session(elsewhere(left: .minutes(30))))
    #expect(desk.machine.shield?.profiles == ["work"])
    hear(.ended(session, .confirmed, EndProof()), 2)
    desk.pass(.minutes(29))
    #expect(sites == ["reddit.com"])
    desk.pass(.minutes(1))
    #expect(desk.machine.state == .idle)
  }

  @Test("When the own session is over, what was on top does not go on by itself.")
  mutating func doesNotGoOn() {
    desk.start("study", minutes: 10)
    hear(.session(elsewhere(left: .minutes(30))))
    desk.pass(.minutes(10))
    #expect(desk.machine.state == .idle)
  }

  @Test("No break and no question of another device touches it.")
  mutating func ownSessionIsOwn() {
    desk.start("study")
    hear(.session(elsewhere()))
    let before = desk.machine.shield
    #expect(hear(.breakBegan(session, left: .minutes(5)), 2) == .nothing)
    #expect(desk.machine.shield == before)
  }

  @Test("A card that signed the tap ends it too, if the person chose that, and only with a counter that rose.")
  mutating func oneCardEndsAll() {
    desk.start("study")
    let signed = EndProof(told: .sun, signed: CardCounter(card: CardUID(signedKey), highest: 7))
    #expect(hear(.ended(session, .confirmed, EndProof(told: .sun)), 1) == .nothing)
    #expect(hear(.ended(session, .confirmed, signed), 2) == .accepted)
    #expect(desk.machine.state == .idle)
    desk.start("study")
    #expect(hear(.ended(session, .confirmed, signed), 3) == .nothing, "the counter is old")
    let stranger = EndProof(told: .sun, signed: CardCounter(card: CardUID([9, 9]), highest: 7))
    #expect(hear(.ended(session, .confirmed, stranger), 4) == .nothing)
    let mayNotStop = EndProof(told: .sun, signed: CardCounter(card: CardUID(startKey), highest: 7))
    #expect(hear(.ended(session, .confirmed, mayNotStop), 5) == .nothing)
    #expect(desk.machine.state != .idle)
  }

  // MARK: Sums

  @Test("Breaks elsewhere spend the budget here, each once, and only in the day and week in which they were.")
  mutating func budgets() {
    let other = BreakElsewhere(session: session, began: 1, took: .minutes(4), profiles: ["work"])
    #expect(hear(.breakEnded(other), 2) == .accepted)
    #expect(hear(.breakEnded(other), 2) == .nothing)
    #expect(hear(.breakEnded(other), 3, age: .days(1)) == .accepted)
    #expect(hear(.breakEnded(other), 4, age: .days(9)) == .accepted)
    let spent = desk.machine.ledger.spending(of: "work")
    #expect(spent.today == .minutes(4) && spent.thisWeek == .minutes(4), "yesterday was Sunday, in another week")
    #expect(desk.folded.ledger == desk.machine.ledger)
  }

  @Test("Emergency exits are one count over all devices.")
  mutating func exits() {
    for number: UInt64 in 1...3 { #expect(hear(.exit, number, age: .days(4 - Int64(number))) == .accepted) }
    #expect(hear(.exit, 3) == .nothing)
    desk.start("work")
    #expect(desk.give(.emergency(sentence: EmergencyRules().sentence)).rule == .emergencySpent)
    #expect(desk.machine.ledger.exits == desk.machine.ledger.exits.sorted())
  }

  @Test("After a crash everything is as it was: it is a fold of facts.")
  mutating func crash() {
    hear(.session(elsewhere()))
    hear(.breakBegan(session, left: .minutes(3)), 2)
    let before = desk.machine.state
    desk.crash()
    #expect(desk.machine.state == before)
    #expect(hear(.breakBegan(session, left: .minutes(3)), 2) == .nothing)
    #expect(hear(.session(elsewhere())) == .nothing)
  }
}
