import FocusSession
import SessionRehearsal
import Testing

/// PRODUCT.md 4, sentence by sentence: start, stop, planned end, the ways of ending.
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

  @Test("Planned end: the session completes by itself.")
  mutating func completes() {
    desk.start("work", minutes: 25)
    desk.pass(.minutes(25))
    #expect(desk.status.state == .idle)
    guard case .recorded(let fact) = desk.events.last?.kind, case .sessionEnded(let ending) = fact.body else {
      Issue.record("no end")
      return
    }
    #expect(ending.why == .completed)
    #expect(ending.focused == .minutes(25))
    #expect(fact.stamp.moment.wall == time("2026-11-23T09:25:00Z"))
  }

  @Test("**Extend** and adding blocks are always allowed.")
  mutating func extend() {
    desk.start("work", minutes: 25)
    #expect(desk.give(.extend(minutes: 10)) == .accepted)
    #expect(desk.status.remaining == .minutes(35))
    desk.ask(.takeBreak(minutes: 5))
    #expect(desk.give(.extend(minutes: 10)) == .accepted)
    #expect(desk.give(.extend(minutes: 0)).rule == .minutes(allowed: Limits.minutes))
    #expect(desk.give(.extend(minutes: -5)).rule == .minutes(allowed: Limits.minutes))
    #expect(desk.status.remaining == .minutes(45))
  }

  @Test("`confirm` (anyone at this computer, with the question)")
  mutating func endConfirm() {
    desk.start("work")
    #expect(desk.give(.confirm).rule == .noQuestion)
    desk.end()
    #expect(desk.status.state == .idle)
  }

  @Test("`key` (only a proven stop key; the question too)")
  mutating func endKey() {
    desk.tap(stopKey)
    desk.start("exam")
    desk.pass(.minutes(5))
    desk.ask(.stop)
    desk.pass(.seconds(5))
    #expect(desk.give(.confirm).rule == .endKey)
    // A card that nobody registered is no key, whatever its link says.
    #expect(desk.tap([7, 7, 7, 7], .ours(.stop)).rule == .endKey)
    #expect(desk.tap(stopKey) == .accepted)
    #expect(desk.status.state == .idle)
  }

  @Test("`timer` (only the planned end)")
  mutating func endTimer() {
    desk.tap(stopKey)
    #expect(desk.start("sprint").rule == .needsPlannedEnd)
    desk.start("sprint", minutes: 20)
    let answer = desk.ask(.stop)
    #expect(answer.rule == .endTimer)
    #expect(answer.nextAt == time("2026-11-23T09:20:02Z"))
    #expect(desk.tap(stopKey).rule == .endTimer)
    #expect(desk.give(.confirm).rule == .noQuestion)
    desk.pass(.minutes(20))
    #expect(desk.status.state == .idle)
  }

  @Test(
    "A profile with `key` or `timer` cannot start before a stop key was tapped successfully once",
    arguments: ["exam", "sprint"] as [ProfileID])
  func unproven(profile: ProfileID) {
    var desk = Desk(settings())
    #expect(desk.start(profile, minutes: 20).rule == .unproven)
    // A key that may not stop proves nothing.
    desk.tap(breakKey)
    #expect(desk.start(profile, minutes: 20).rule == .unproven)
    desk.tap(stopKey)
    #expect(told(desk.events).contains("proven stop"))
    #expect(desk.start(profile, minutes: 20) == .accepted)
  }

  @Test("and a printed recovery code", arguments: ["work", "exam", "sprint"] as [ProfileID])
  func recoveryCode(profile: ProfileID) {
    for breaks in [false, true] {
      var desk = Desk(settings())
      desk.give(.recoveryCodeMade(digest: [1, 2, 3]))
      desk.start(profile, minutes: 600)
      if breaks { desk.ask(.takeBreak(minutes: 5)) }
      desk.ask(.stop)
      #expect(desk.give(.recover(digest: [1, 2])).rule == .wrongCode)
      #expect(desk.give(.recover(digest: [1, 2, 3])) == .accepted)
      #expect(desk.status.state == .idle)
      #expect(desk.machine.shield == nil)
    }
  }

  @Test(
    "nobody is locked out of their machine", arguments: ["work", "exam", "sprint", "vault"] as [ProfileID],
    [false, true])
  func nobodyIsLockedOut(profile: ProfileID, byCode: Bool) {
    let key = profile == "vault" ? signedKey : stopKey
    /// The key that was proven, tapped as often as it takes.
    func tapOut(_ desk: inout Desk) {
      for _ in 0..<3 where desk.status.state != .idle {
        desk.pass(.seconds(4))
        desk.tap(key, proof: .sun)
      }
    }
    // Whatever is tried first, a session that could be started can be ended.
    for exitsSpent in [0, 3] {
      var desk = Desk(settings())
      if byCode {
        desk.give(.recoveryCodeMade(digest: [9]))
      } else {
        desk.tap(key, proof: .sun)
        tapOut(&desk)
      }
      #expect(desk.status.state == .idle)
      let sentence = desk.machine.settings.emergency.sentence
      for _ in 0..<exitsSpent {
        desk.start("work")
        desk.give(.emergency(sentence: sentence))
        desk.pass(.minutes(15))
      }
      #expect(desk.start(profile, minutes: 60) == .accepted)
      desk.give(.configure(Settings(profiles: [], keys: [])))
      desk.ask(.takeBreak(minutes: 5))
      desk.ask(.stop)
      desk.crash(.seconds(5))
      if exitsSpent == 0 {
        #expect(desk.give(.emergency(sentence: sentence)) == .accepted)
        desk.pass(.minutes(1))
      } else if byCode {
        #expect(desk.give(.recover(digest: [9])) == .accepted)
      } else if profile == "sprint" {
        desk.pass(.minutes(60))
      } else {
        tapOut(&desk)
      }
      #expect(desk.status.state == .idle, "\(exitsSpent) exits spent")
      #expect(desk.machine.shield == nil)
    }
  }

  @Test("or a recovery code was made")
  mutating func recoveryCodeProves() {
    #expect(desk.start("exam").rule == .unproven)
    desk.give(.recoveryCodeMade(digest: [1, 2, 3]))
    #expect(desk.start("exam") == .accepted)
    #expect(desk.give(.recover(digest: [9])).rule == .wrongCode)
    #expect(desk.give(.recover(digest: [1, 2, 3])) == .accepted)
    #expect(desk.status.state == .idle)
    // A code counts once.
    #expect(desk.start("exam").rule == .unproven)
  }

  @Test("nobody can make themselves a way out during a session")
  mutating func noCodeDuringSession() {
    desk.start("work")
    #expect(desk.give(.recoveryCodeMade(digest: [1])).rule == .locked(.emergency))
  }

  @Test("**emergency exit**, a few per rolling month (default 3), with a growing wait and a typed sentence")
  mutating func emergency() {
    let sentence = desk.machine.settings.emergency.sentence
    var waits: [Lapse] = []
    for _ in 0..<3 {
      desk.start("work")
      #expect(desk.give(.emergency(sentence: nil)).rule == .sentence(sentence))
      #expect(desk.give(.emergency(sentence: "let me out")).rule == .sentence(sentence))
      #expect(desk.give(.emergency(sentence: sentence)) == .accepted)
      #expect(desk.give(.emergency(sentence: sentence)).rule == .emergencyWaits)
      waits.append(desk.status.exitAt! - desk.now.wall)
      desk.pass(waits.last! - .milliseconds(1))
      #expect(desk.status.state == .focusing)
      desk.pass(.milliseconds(1))
      #expect(desk.status.state == .idle)
      desk.pass(.days(1))
    }
    #expect(waits == [.minutes(1), .minutes(5), .minutes(15)])
    desk.start("work")
    let spent = desk.give(.emergency(sentence: sentence))
    #expect(spent.rule == .emergencySpent)
    // The first of the three falls out of the month thirty days after it was used.
    #expect(spent.nextAt == time("2026-12-23T09:01:00Z"))
    desk.pass(.days(27))
    #expect(desk.give(.emergency(sentence: sentence)) == .accepted)
  }

  @Test("an emergency exit that was taken back is not used up")
  mutating func emergencyTakenBack() {
    let sentence = desk.machine.settings.emergency.sentence
    desk.start("work")
    for _ in 0..<5 {
      #expect(desk.give(.emergency(sentence: sentence)) == .accepted)
      desk.pass(.seconds(30))
      #expect(desk.give(.keep) == .accepted)
    }
    desk.pass(.hours(1))
    #expect(desk.status.state == .focusing)
  }

  @Test("Whatever the profile, there is a way out", arguments: ["work", "exam", "sprint", "vault"] as [ProfileID])
  func wayOut(profile: ProfileID) {
    var desk = Desk(settings())
    desk.tap(signedKey, .ours(.stop), proof: .sun)
    #expect(desk.start(profile, minutes: 600) == .accepted)
    desk.give(.emergency(sentence: desk.machine.settings.emergency.sentence))
    desk.pass(.minutes(1))
    #expect(desk.status.state == .idle)
  }
}
