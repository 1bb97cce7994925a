import FocusSession
import SessionRehearsal
import Testing

/// Product.md 4, sentence by sentence: start, stop, planned end, the ways of ending.
@Suite struct SessionSentences {
  var desk = Desk(settings(switchTo: ["study"]))

  @Test(
    "States: idle · focusing · on a break; over either of the last two may lie *an open question* (\"end, break, or go on?\")"
  )
  mutating func states() {
    func now() -> String { "\(desk.status.state)\(desk.status.question == nil ? "" : "?")" }
    var seen = [now()]
    #expect(desk.ask(.stop).rule == .notActive)
    for ask in [Intent.start(StartRequest(profile: "work")), .stop, .takeBreak(minutes: 10), .stop] {
      desk.ask(ask)
      desk.pass(.seconds(5))
      seen.append(now())
    }
    desk.give(.keep)
    seen.append(now())
    desk.end()
    seen.append(now())
    #expect(seen == ["idle", "focusing", "focusing?", "onBreak", "onBreak?", "onBreak", "idle"])
  }

  @Test("Start when idle: the session begins, is on disk, the shield is up, then it is announced.")
  mutating func start() {
    let decision = desk.machine.decide(
      .ask(.start(StartRequest(profile: "work", task: "thesis")), by: .localUser), at: desk.now,
      entropy: Entropy(high: 1, low: 2))
    #expect(decision.facts.count == 1)
    #expect(decision.after.shield?.profiles == ["work"])
    #expect(told(decision.events) == ["started work"])
    #expect(decision.after.status(at: desk.now).task == "thesis")
    // Nothing has happened before the engine takes it.
    #expect(desk.status.state == .idle)
    #expect(desk.machine.shield == nil)
  }

  @Test("start that profile, or the last used one")
  mutating func lastUsed() {
    desk.start("study")
    desk.end()
    desk.start(nil)
    #expect(desk.status.profile == "study")
  }

  @Test("`minutes` sets a planned end.")
  mutating func plannedEnd() {
    desk.start("work", minutes: 50)
    #expect(desk.status.plannedEnd == time("2026-11-23T09:50:00Z"))
    desk.pass(.minutes(49))
    #expect(desk.status.remaining == .minutes(1))
  }

  @Test("open-ended without `minutes`")
  mutating func openEnded() {
    desk.start("work")
    desk.pass(.days(3))
    #expect(desk.status.state == .focusing)
    #expect(desk.status.plannedEnd == nil)
  }

  @Test(
    "Start or focus tap while active: the question opens.",
    arguments: [
      CardLink.ours(.start(StartRequest(profile: "work"))), .ours(.focus("work")), .ours(.start(StartRequest())),
    ])
  func tapWhileActive(link: CardLink) {
    var desk = Desk(settings())
    desk.start("work")
    desk.tap([1, 2, 3, 4], link)
    #expect(desk.status.question?.switchTo == nil)
    #expect(desk.status.question != nil)
  }

  @Test("Another profile's start offers \"switch\" when this profile allows switching to it")
  mutating func offersSwitch() {
    desk.start("work", minutes: 30)
    desk.pass(.minutes(10))
    desk.start("study", minutes: 20)
    #expect(desk.status.question?.switchTo == "study")
    #expect(desk.status.profile == "work")
    #expect(desk.give(.confirm).rule == .wait)
    desk.pass(.seconds(5))
    #expect(desk.give(.confirm) == .accepted)
    #expect(desk.status.profile == "study")
    #expect(desk.status.remaining == .minutes(20))
    #expect(told(desk.events).suffix(3) == ["answer switchProfile", "ended switched", "started study"])
  }

  @Test("else adds the other profile's blocks on top (tightening is always allowed)")
  mutating func addsBlocks() {
    desk.start("study")
    #expect(desk.start("work") == .accepted)
    #expect(desk.status.layers == ["study", "work"])
    #expect(desk.machine.shield?.blocks.map { $0.sites } == [["news.example"], ["reddit.com"]])
    #expect(desk.status.question == nil)
    #expect(desk.start("work") == .nothing)
  }

  @Test("a second tap of the switching card switches")
  mutating func switchByTap() {
    desk.tap(deskKey)
    desk.tap(deskKey, .ours(.focus("study")))
    #expect(desk.status.question?.switchTo == "study")
    desk.pass(.seconds(6))
    desk.tap(deskKey, .ours(.focus("study")))
    #expect(desk.status.profile == "study")
  }

  @Test("a key that may not switch adds instead")
  mutating func mayNotSwitch() {
    desk.tap(startKey)
    desk.tap(startKey, .ours(.start(StartRequest(profile: "study"))))
    #expect(desk.status.layers == ["work", "study"])
  }

  @Test("Stop: the question opens with a wait (default 5 s) before it may be answered with *end*")
  mutating func waitBeforeEnd() {
    desk.start("work")
    desk.ask(.stop)
    #expect(desk.status.question?.opensAt == time("2026-11-23T09:00:05Z"))
    desk.pass(.milliseconds(4999))
    let early = desk.give(.confirm)
    #expect(early.rule == .wait)
    #expect(early.nextAt == time("2026-11-23T09:00:05Z"))
    desk.pass(.milliseconds(1))
    #expect(desk.give(.confirm) == .accepted)
    #expect(desk.status.state == .idle)
  }

  @Test("and closes by itself after 30 s as *go on*")
  mutating func closesByItself() {
    desk.start("work")
    desk.ask(.stop)
    #expect(desk.status.question?.closesAt == time("2026-11-23T09:00:30Z"))
    desk.pass(.milliseconds(29_999))
    #expect(desk.status.question != nil)
    desk.pass(.milliseconds(1))
    #expect(desk.status.question == nil)
    #expect(desk.status.state == .focusing)
    #expect(told(desk.events).last == "answer timeout")
  }

  @Test(
    "an answer closes the question, and the session is as it says",
    arguments: [Command.confirm, .keep, .ask(.takeBreak(minutes: 5), by: .localUser)])
  func answers(command: Command) {
    var desk = Desk(settings())
    desk.start("work")
    desk.ask(.stop)
    desk.pass(.seconds(5))
    #expect(desk.give(command) == .accepted)
    #expect(desk.status.question == nil)
    let states: [Status.State] = [.idle, .focusing, .onBreak]
    #expect(states.contains(desk.status.state))
    #expect(told(desk.events).contains { $0.hasPrefix("answer ") })
  }

  @Test("or a second tap of a stop-capable key after the wait")
  mutating func secondTap() {
    desk.tap(deskKey)
    desk.pass(.minutes(10))
    desk.tap(deskKey)
    desk.pass(.seconds(3))
    desk.tap(deskKey)
    #expect(desk.status.state == .idle)
    #expect(told(desk.events).suffix(2) == ["answer end", "ended confirmed"])
  }

  @Test("the second tap may be another stop-capable key's")
  mutating func anotherKey() {
    desk.tap(deskKey)
    desk.ask(.stop)
    desk.pass(.seconds(5))
    desk.tap(stopKey)
    #expect(desk.status.state == .idle)
  }

  @Test("a key that may not stop does not answer", arguments: [startKey, breakKey])
  func notStopCapable(key: [UInt8]) {
    var desk = Desk(settings(breaks: BreakRules(perSession: 0)))
    desk.start("work")
    desk.ask(.stop)
    desk.pass(.seconds(6))
    desk.tap(key)
    #expect(desk.status.state == .focusing)
    #expect(desk.status.question != nil)
  }

  @Test("tapping early restarts the wait")
  mutating func earlyTap() {
    desk.tap(deskKey)
    desk.tap(deskKey)
    desk.pass(.seconds(1))
    let early = desk.tap(deskKey)
    #expect(early.rule == .wait)
    #expect(early.nextAt == time("2026-11-23T09:00:10Z"))
    #expect(desk.status.question?.opensAt == time("2026-11-23T09:00:10Z"))
    // Five seconds after the first ask is too early now.
    desk.tap(deskKey)
    #expect(desk.status.state == .focusing)
    #expect(desk.status.question?.opensAt == time("2026-11-23T09:00:12Z"))
    desk.pass(.seconds(5))
    desk.tap(deskKey)
    #expect(desk.status.state == .idle)
  }

  @Test("No answer means the focus goes on.")
  mutating func noAnswer() {
    desk.start("work", minutes: 60)
    desk.ask(.stop)
    desk.pass(.minutes(5))
    #expect(desk.status.state == .focusing)
    #expect(desk.status.focused == .minutes(5))
  }
}
