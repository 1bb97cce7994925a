import FocusSession
import SessionRehearsal
import Testing

extension SessionSentences {
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
    // A card that nobody registered is not a key, whatever its link says.
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
