import FocusSession
import Guarding
import SessionRehearsal
import Testing

/// How guards live in sessions and nights: what is told, what a crash leaves.
@Suite struct GuardedSessions {
  private func desk(_ change: (inout Policy) -> Void = { _ in }) -> Desk {
    var policy = Policy(profile: "work", apps: ["editor"])
    change(&policy)
    var desk = Desk(
      Settings(
        profiles: [Profile(policy: policy)], keys: [Key(id: "desk", uid: CardUID([4, 1]), ask: .focus("work"))],
        bedtime: Bedtime(from: TimeOfDay(hour: 23, minute: 0)!, to: TimeOfDay(hour: 7, minute: 0)!)))
    desk.start("work")
    _ = desk.takeEvents()
    return desk
  }

  private func front(_ app: String, _ site: String? = nil) -> Command {
    .signal(.front(Front(app: [app], site: site)))
  }

  private func strays(_ desk: Desk) -> [Stray] {
    desk.log.compactMap { fact in if case .guard(.strayEnded(let stray)) = fact.body { stray } else { nil } }
  }

  @Test("what was strayed, and since when, is on disk before it is told, and the fold knows it")
  func recorded() {
    var desk = desk()
    desk.give(front("game"))
    desk.pass(.seconds(21))
    #expect(desk.status.guarding?.state == .straying)
    #expect(desk.status.guarding?.length == .seconds(21))
    #expect(desk.folded.state == desk.machine.state)
    desk.give(front("editor"))
    desk.pass(.seconds(11))
    #expect(strays(desk).map { $0.ended - $0.began } == [.seconds(21)])
    #expect(strays(desk).first?.rings == 1)
    #expect(desk.status.guarding?.state == .attentive)
  }

  @Test("without work apps nothing in front is held against anybody")
  func unknown() {
    var desk = desk { $0.apps = [] }
    desk.give(front("game"))
    desk.pass(.minutes(10))
    #expect(told(desk.events) == [])
  }

  @Test("a browser for work strays with a site that the profile does not allow")
  func sites() {
    var desk = desk { policy in
      policy.apps = ["firefox.desktop"]
      policy.blocks = Blocks(mode: .allow, sites: ["swift.org", "!forums.swift.org"])
    }
    for site in ["swift.org", "www.swift.org", nil] {
      desk.give(front("firefox", site))
      desk.pass(.minutes(1))
    }
    #expect(told(desk.events) == [])
    desk.give(front("firefox", "forums.swift.org"))
    desk.pass(.seconds(25))
    desk.give(.excuse)
    desk.give(front("firefox", "swift.org"))
    desk.give(front("firefox", "forums.swift.org"))
    desk.pass(.minutes(1))
    #expect(strays(desk).map { $0.why } == [.excused])
    desk.give(front("firefox", "news.example"))
    desk.pass(.seconds(21))
    #expect(desk.status.guarding?.state == .straying)
  }

  @Test("what was excused is work for the rest of the session, also after a crash, and in no other session")
  func excusedApp() {
    var desk = desk()
    desk.give(front("game"))
    desk.pass(.seconds(30))
    #expect(desk.give(.excuse) == .accepted)
    desk.crash(.seconds(5))
    desk.give(front("game"))
    desk.pass(.minutes(5))
    #expect(strays(desk).count == 1)
    desk.end()
    desk.start("work")
    desk.pass(.seconds(30))
    #expect(desk.status.guarding?.state == .straying)
  }

  @Test("an episode that is open when the service dies ends with its last sign of life, with its causes and rings")
  func crash() {
    var desk = desk()
    desk.give(front("game"))
    desk.pass(.seconds(50))
    desk.give(.signal(.cardThere(false)))
    desk.crash(.minutes(3))
    let stray = strays(desk).first
    #expect(stray?.why == .serviceStopped)
    #expect(stray.map { $0.ended - $0.began } == .seconds(50))
    #expect(stray?.rings == 2)
    // Nobody watched meanwhile: what is true is judged from the start of the service on.
    desk.give(front("game"))
    desk.pass(.seconds(20))
    #expect(desk.machine.watch.episode == nil)
    desk.pass(.seconds(1))
    #expect(desk.machine.watch.episode?.began == desk.machine.tick(at: desk.now) - .seconds(21))
  }

  @Test("the snoozes and the hush of a session survive a crash")
  func quiet() {
    var desk = desk()
    desk.give(front("game"))
    desk.pass(.seconds(21))
    #expect(desk.give(.snooze) == .accepted)
    #expect(desk.give(.snooze).rule == .snooze(left: 2))
    desk.give(.hush)
    desk.crash()
    #expect(desk.status.guarding?.isHushed == true)
    #expect(desk.status.guarding?.snoozesLeft == 2)
    desk.give(front("game"))
    desk.pass(.minutes(5))
    #expect(!told(desk.takeEvents()).contains("ring 2"))
  }

  @Test("excuse and snooze need something to speak of; a session is needed for all of them")
  func refusals() {
    var desk = desk()
    #expect(desk.give(.excuse).rule == .notStraying)
    #expect(desk.give(.snooze).rule == .snooze(left: 3))
    #expect(desk.give(.hush) == .accepted)
    #expect(desk.give(.hush) == .nothing)
    desk.end()
    for command in [Command.excuse, .snooze, .hush] { #expect(desk.give(command).rule == .notActive) }
  }

  @Test(
    "what was work can be said for an hour after it is over, also in the next session, and it is asked for a minute")
  func excusedLater() {
    var desk = desk()
    desk.give(front("game"))
    desk.pass(.seconds(30))
    desk.give(front("editor"))
    desk.pass(.seconds(11))
    #expect(desk.status.guarding?.asked?.length == .seconds(30))
    desk.pass(.minutes(2))
    #expect(desk.status.guarding?.asked == nil)
    #expect(desk.give(.ask(.excuse, by: .soft)) == .refused(Refusal(.soft)))
    #expect(desk.give(.excuse) == .accepted)
    let excused = desk.log.compactMap { fact -> Tick? in
      if case .guard(.strayExcused(let began)) = fact.body { began } else { nil }
    }
    #expect(excused == strays(desk).map { $0.began })
    #expect(desk.folded.ledger == desk.machine.ledger && desk.folded.lastStray == desk.machine.lastStray)
    #expect(strays(desk).count == 1 && desk.give(.excuse).rule == .notStraying)
    desk.crash(.seconds(5))
    desk.give(front("chess"))
    desk.pass(.seconds(30))
    desk.end()
    #expect(desk.give(.excuse) == .accepted, "without a session")
    desk.start("work")
    desk.give(front("chess"))
    desk.pass(.seconds(30))
    desk.give(front("editor"))
    desk.pass(.minutes(70))
    #expect(desk.give(.excuse).rule == .notStraying)
  }

  @Test("a profile with presence misses the card that began the session, and no other")
  func card() {
    var desk = desk { $0.presence = true }
    desk.end()
    desk.lay([4, 1])
    desk.pass(.minutes(1))
    #expect(strays(desk).isEmpty && desk.machine.watch.episode == nil)
    desk.lift()
    desk.pass(.seconds(16))
    #expect(desk.machine.watch.episode?.causes == [.presence])
    desk.lay([4, 1])
    desk.give(.keep)
    desk.pass(.seconds(11))
    #expect(strays(desk).map { $0.causes } == [[.presence]])
  }

  @Test("nothing is watched in a break")
  func breaks() {
    var desk = desk()
    desk.give(front("game"))
    desk.pass(.seconds(30))
    desk.ask(.takeBreak(minutes: 5))
    desk.pass(.minutes(4))
    #expect(strays(desk).map { $0.why } == [.onBreak])
    #expect(desk.status.guarding?.state == .resting)
    desk.pass(.seconds(81))
    #expect(desk.machine.watch.episode.map { $0.began } == desk.machine.tick(at: desk.now) - .seconds(21))
  }
}
