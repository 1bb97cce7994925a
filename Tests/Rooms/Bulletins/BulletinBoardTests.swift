import Bulletins
import FocusPorts
import Gates
import SessionRehearsal
import Testing

/// What a person is shown while they do things, told as one line a change.
@Suite struct BulletinBoardTests {
  /// A desk with someone who looks at the corner of the screen.
  struct Onlooker {
    var desk: Desk

    init(_ settings: Settings = .shipped, at wall: String = "2026-11-23T09:00:00Z") { desk = Desk(settings, at: wall) }

    /// Does something, and says what changed on the screen.
    mutating func sees(_ act: (inout Desk) -> Void) -> [String] {
      act(&desk)
      return desk.takeEvents().flatMap { event in
        BulletinBoard.changes(after: event, desk.status, desk.machine.settings, blocking: .idle(fix: nil))
      }.map(\.line)
    }
  }

  @Test func whatBeganElsewhereSaysWhere() {
    func ask(_ number: UInt64, _ session: SessionID) -> Command {
      var policy = Policy(profile: "work", blocks: Blocks(sites: ["a.example"]))
      policy.name = "Work"
      let other = SessionElsewhere(id: session, own: policy, left: .minutes(30), mayStart: true)
      return .device(
        DeviceAsk(source: SyncSource(device: "laptop", number: number), age: .zero, what: .session(other)))
    }
    var onlooker = Onlooker()
    #expect(
      onlooker.sees { $0.give(ask(1, SessionID("one"))) } == [
        "- schedule", "session: Work began on another device | Until 09:30. [stop End…] low",
      ])
    onlooker = Onlooker()
    _ = onlooker.sees { $0.start("study", minutes: 90) }
    #expect(
      onlooker.sees { $0.give(ask(2, SessionID("two"))) } == [
        "session: Work began on another device | What it blocks is blocked here too. [stop End…] low"
      ])
  }

  @Test func aSessionWithAQuestionAndABreak() {
    var onlooker = Onlooker()
    #expect(
      onlooker.sees { $0.start("work", minutes: 90) } == [
        "- schedule", "session: Focusing on Work | Until 10:30. [stop End…] low",
      ])
    #expect(
      onlooker.sees { $0.ask(.stop) } == [
        "session: End Work? | You can choose “End it” in 5 s. The session continues at 09:00:30 if you do nothing. [keep Keep going] stays"
      ])
    #expect(
      onlooker.sees { $0.give(.confirm) } == [
        "refusal: Not now | You cannot end the session yet; possible in 5 s. low"
      ])
    #expect(
      BulletinBoard.waitOver(onlooker.desk.status, .shipped)?.line
        == "session: End Work? | The session continues at 09:00:30 if you do nothing. [confirm End it] [keep Keep going] stays"
    )
    #expect(onlooker.sees { $0.pass(.minutes(1)) } == ["- session"])
    #expect(BulletinBoard.waitOver(onlooker.desk.status, .shipped) == nil)
    #expect(
      onlooker.sees {
        $0.pass(.minutes(29)); $0.ask(.stop)
      } == [
        "session: End Work? | You can choose “End it” in 5 s. The session continues at 09:30:30 if you do nothing. [keep Keep going] [break Take a break] stays"
      ])
    #expect(
      onlooker.sees { $0.ask(.takeBreak(minutes: nil)) } == [
        "- attempt", "session: Break until 09:35 [resume Resume] low",
      ])
    #expect(
      onlooker.sees { $0.pass(.seconds(270)) } == [
        "session: The break ends in 30 s | Work continues at 09:35. [resume Resume] stays"
      ])
    #expect(onlooker.sees { $0.pass(.seconds(30)) } == ["session: The break is over | Focusing on Work. [stop End…]"])
    #expect(
      onlooker.sees { $0.pass(.minutes(55)) } == [
        "- attempt", "session: The session is complete | Well kept. / 1 h 25 min of focus on Work.",
      ])
  }

  @Test func theQuestionSaysWhichStepsAreMissing() {
    var settings = Settings.shipped
    settings.profiles[0].policy.gate = GateRules(end: [.type("yes")])
    var onlooker = Onlooker(settings)
    _ = onlooker.sees { $0.start("work") }
    #expect(
      onlooker.sees { $0.ask(.stop) } == [
        "session: End Work? | You can choose “End it” in 5 s. The session continues at 09:00:30 if you do nothing. / First type “yes”. [keep Keep going] stays"
      ])
    onlooker.desk.pass(.seconds(6))
    #expect(BulletinBoard.waitOver(onlooker.desk.status, settings)?.line.contains("confirm") == false)
    #expect(
      onlooker.sees { $0.give(.type("yes")) } == [
        "session: End Work? | The session continues at 09:00:30 if you do nothing. [confirm End it] [keep Keep going] stays"
      ])
  }

  @Test func theQuestionOffersThatTheTaskIsDone() {
    var onlooker = Onlooker()
    _ = onlooker.sees {
      $0.ask(.start(StartRequest(profile: "work", work: SessionTask(uid: "one", words: "Write"))))
    }
    _ = onlooker.sees { $0.ask(.stop) }
    onlooker.desk.pass(.seconds(6))
    #expect(
      BulletinBoard.waitOver(onlooker.desk.status, .shipped)?.line.contains(
        "[confirm End it] [done Task done, end] [keep Keep going]") == true)
    #expect(Bulletin.Button.done.command == "focuskey confirm --done")
  }

  @Test func whatIsAnsweredElsewhereIsTakenAway() {
    var onlooker = Onlooker()
    _ = onlooker.sees { $0.start("work") }
    #expect(onlooker.sees { $0.ask(.stop) }.count == 1)
    #expect(onlooker.sees { $0.give(.keep) } == ["- session"])
    _ = onlooker.sees { $0.pass(.minutes(30)) }
    #expect(onlooker.sees { $0.ask(.takeBreak(minutes: 5)) }.count == 2)
    #expect(onlooker.sees { $0.ask(.resume) } == ["- session"])
    #expect(onlooker.sees { $0.end() }.last == "session: The session is over | 30 min of focus on Work. low")
  }

  @Test func whatIsBlockedSaysWhyAndForHowLong() {
    var settings = Settings.shipped
    settings.promise = "The draft by December."
    var onlooker = Onlooker(settings)
    // The person's own words begin it.
    #expect(
      onlooker.sees { $0.start("work", minutes: 50) }.last
        == "session: Focusing on Work | Until 09:50. / “The draft by December.” [stop End…] low")
    #expect(
      onlooker.sees {
        $0.pass(.minutes(26)); $0.give(.attempt(Attempt(kind: .app, name: "org.chess")))
      } == [
        "attempt: org.chess is blocked | Work, 24 min left. / “The draft by December.” [keep-promise I won’t break my promise] [break Take a break]"
      ])
    #expect(
      onlooker.sees { $0.give(.keepPromise(nil)) } == ["attempt: A note to yourself | The draft by December. low"])
    #expect(onlooker.sees { $0.give(.attempt(Attempt(kind: .site, name: "reddit.com"))) } == [])
  }

  @Test func whoMayNotEndItHereIsNotOfferedIt() {
    var settings = Settings.shipped
    settings.profiles[0].policy.end = .key
    settings.keys = [Key(id: "desk", name: "Desk", uid: CardUID([4, 1, 2, 3]), may: .all, proof: .uid)]
    var onlooker = Onlooker(settings)
    _ = onlooker.sees { $0.tap([4, 1, 2, 3], .ours(.stop)) }
    #expect(onlooker.sees { $0.start("work") }.last == "session: Focusing on Work low")
    #expect(
      onlooker.sees { $0.tap([4, 1, 2, 3], .ours(.stop)) }.last
        == "session: End Work? | Tap your stop key in 3 s to end it. [keep Keep going] stays")
  }

  @Test func aStrangersCardIsToldOnceAndAHeldOneNever() {
    var onlooker = Onlooker()
    #expect(
      onlooker.sees { $0.lay([4, 9, 9, 9]) } == [
        "refusal: This tap did nothing | This card is not registered and has no FocusKey link. low"
      ])
    #expect(onlooker.sees { $0.lay([4, 9, 9, 9]) } == [])
  }

  @Test func afterARestartOnlyTheQuestionIsShown() {
    var onlooker = Onlooker()
    _ = onlooker.sees { $0.start("work") }
    #expect(BulletinBoard.standing(onlooker.desk.status, .shipped) == nil)
    _ = onlooker.sees { $0.ask(.stop) }
    #expect(BulletinBoard.standing(onlooker.desk.status, .shipped)?.line.hasPrefix("session: End Work?") == true)
  }
}

extension BulletinBoard.Change {
  /// The change in one line.
  var line: String {
    switch self {
    case .withdraw(let subject): return "- \(subject.rawValue)"
    case .show(let bulletin):
      var line = "\(bulletin.subject.rawValue): \(bulletin.title)"
      if !bulletin.text.isEmpty { line += " | " + bulletin.text.split(separator: "\n").joined(separator: " / ") }
      for button in bulletin.buttons { line += " [\(button.button.rawValue) \(button.words)]" }
      if bulletin.urgency == .low { line += " low" }
      if bulletin.stays { line += " stays" }
      return line
    }
  }
}
