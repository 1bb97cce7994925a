import FocusSession
import Gates
import SessionRehearsal
import SiteRules
import Testing

/// Product.md 4, "Visits".
@Suite struct VisitSentences {
  private func desk(
    _ visits: VisitRules? = VisitRules(), gate: [GateStep] = [], side: VisitRules? = nil, zone: CivilZone = .utc,
    at wall: String = "2026-11-23T09:00:00Z"
  ) -> Desk {
    let work = Policy(
      profile: "work", blocks: Blocks(sites: ["reddit.com", "!np.reddit.com"], apps: ["org.example.App"]),
      visits: visits, gate: GateRules(visit: gate))
    let other = Policy(profile: "side", blocks: Blocks(sites: ["reddit.com"]), visits: side)
    var settings = Settings(profiles: [Profile(policy: work), Profile(policy: other)], zone: zone)
    settings.keys = [
      Key(id: "door", uid: CardUID([4, 1]), may: RoleSet([.visit])),
      Key(id: "stop", uid: CardUID([4, 2]), may: RoleSet([.start, .stop, .takeBreak, .switchProfile])),
    ]
    return Desk(settings, at: wall)
  }

  private func visit(_ what: String = "reddit.com", _ minutes: Int? = nil) -> Intent {
    .visit(VisitRequest(what: what, minutes: minutes))
  }

  private func rule(_ answer: Answer) -> VisitRule? { if case .visits(let rule) = answer.rule { rule } else { nil } }

  @Test("one thing opens for its minutes, and shuts again by itself")
  func opensAndShuts() {
    var desk = desk()
    desk.start("work", minutes: 60)
    #expect(desk.ask(visit("old.reddit.com")) == .accepted)
    let wanted = desk.machine.shield
    #expect(wanted?.visit?.thing == VisitThing(kind: .site, name: "old.reddit.com") && wanted?.visit?.places == [0])
    desk.pass(.seconds(299))
    #expect(desk.status.visit?.left == .seconds(1) && desk.status.state == .focusing)
    desk.pass(.seconds(1))
    #expect(desk.status.visit == nil && desk.machine.shield?.visit == nil)
    #expect(desk.status.focused == .zero)
    #expect(desk.status.visits?.left == 2 && desk.status.visits?.leftToday == .minutes(10))
  }

  @Test("rules are asked in their order, and each is told")
  func order() {
    var desk = desk(VisitRules(perSession: 2, minutes: 5, minutesPerDay: 6, of: ["reddit.com"]))
    #expect(rule(desk.ask(visit())) == .noSession)
    desk.start("work")
    #expect(rule(desk.ask(visit("free.example"))) == .notBlocked)
    #expect(rule(desk.ask(visit("np.reddit.com"))) == .notBlocked)
    #expect(rule(desk.ask(visit("org.example.App"))) == .notVisitable)
    #expect(rule(desk.ask(visit("reddit.com", 6))) == .minutes(atMost: 5))
    #expect(desk.ask(visit("reddit.com", 0)).rule == .minutes(allowed: 1...60))
    #expect(desk.ask(visit("reddit.com", 5)) == .accepted)
    #expect(rule(desk.ask(visit("free.example"))) == .underWay)
    desk.pass(.minutes(5))
    #expect(rule(desk.ask(visit("reddit.com", 2))) == .perDay(left: .minutes(1)))
    #expect(desk.ask(visit()) == .accepted)
    #expect(desk.status.visit?.left == .minutes(1))
    desk.pass(.minutes(1))
    #expect(rule(desk.ask(visit())) == .perSession)
    #expect(rule(desk.give(.endVisit)) == .noVisit)
    desk.ask(.takeBreak(minutes: 5))
    #expect(rule(desk.ask(visit())) == .notBlocked)
  }

  @Test("a profile without visits has none, and one of none")
  func none() {
    for rules in [nil, VisitRules(perSession: 0)] {
      var desk = desk(rules)
      desk.start("work")
      #expect(rule(desk.ask(visit())) == .noVisits)
      #expect(desk.status.visits == nil)
    }
  }

  @Test("a part of a blocked site is visited alone, as an entry names it or below one")
  func parts() {
    func answer(_ what: String, _ sites: [String], seen: Bool = true, mode: Blocks.Mode = .block) -> Answer {
      let work = Policy(profile: "work", blocks: Blocks(mode: mode, sites: sites), visits: VisitRules())
      var desk = Desk(Settings(profiles: [Profile(policy: work)]), lists: Browsers(seesParts: seen))
      desk.start("work")
      return desk.ask(visit(what))
    }
    let sites = ["a.example/x", "!a.example/x/y", "b.example"]
    for open in ["a.example/x/1", "A.example/x/1/", "b.example/z", "m.b.example/z", "a.example/x"] {
      #expect(answer(open, sites) == .accepted, "\(open)")
    }
    #expect(answer("c.example/x", ["a.example"], mode: .allow) == .accepted)
    for free in ["a.example/q", "a.example/x/y", "a.example/x/y/1", "!a.example/x", "c.example/x"] {
      #expect(rule(answer(free, sites)) == .notBlocked, "\(free)")
    }
    for slip in ["b.example/x?y=1", "b.example/#x", "b.example/../x", "b.example/", "b.example//x"] {
      #expect(rule(answer(slip, sites)) == .unreadable, "\(slip)")
    }
    // Without a browser that sees parts nothing would open; what an entry names is open there anyway, or the site is
    // shut as a whole.
    for hidden in ["a.example/x/1", "b.example/z"] { #expect(rule(answer(hidden, sites, seen: false)) == .unseen) }
    #expect(answer("a.example/x", sites, seen: false) == .accepted)
  }

  @Test("what may be visited of a site is said by its parts, too")
  func partsThatMay() {
    var desk = desk(VisitRules(of: ["reddit.com/r/work"]))
    desk.start("work")
    #expect(rule(desk.ask(visit())) == .notVisitable)
    #expect(rule(desk.ask(visit("reddit.com/r/fun"))) == .notVisitable)
    #expect(desk.ask(visit("old.reddit.com/r/work/new")) == .accepted)
    #expect(desk.status.visit?.thing == VisitThing(kind: .site, name: "old.reddit.com/r/work/new"))
    #expect(desk.status.visit?.thing.covers(Attempt(kind: .site, name: "old.reddit.com/r/work/new/1")) == true)
    #expect(desk.status.visit?.thing.covers(Attempt(kind: .site, name: "old.reddit.com/r/work")) == false)
  }

  @Test("what a profile excepts from its lists is not blocked")
  func exceptedFromList() {
    func answer(_ what: String, _ sites: [String], mode: Blocks.Mode = .block) -> Answer {
      let blocks = Blocks(mode: mode, sites: sites, categories: ["social"])
      let work = Policy(profile: "work", blocks: blocks, visits: VisitRules())
      var desk = Desk(Settings(profiles: [Profile(policy: work)]), lists: Social())
      desk.start("work")
      return desk.ask(visit(what))
    }
    #expect(answer("old.reddit.com", []) == .accepted)
    #expect(rule(answer("old.reddit.com", ["!reddit.com"])) == .notBlocked)
    #expect(answer("old.reddit.com", ["!reddit.com", "reddit.com"]) == .accepted)
    #expect(answer("old.reddit.com", ["!reddit.com", "old.reddit.com"]) == .accepted)
    #expect(rule(answer("reddit.com", [], mode: .allow)) == .notBlocked)
    #expect(answer("reddit.com", ["!reddit.com"], mode: .allow) == .accepted)
  }

  @Test("two layers that block it must both allow it, by the stricter numbers")
  func layers() {
    var refusing = desk()
    refusing.start("work")
    refusing.start("side")
    #expect(rule(refusing.ask(visit())) == .notVisitable)
    #expect(refusing.ask(visit("org.example.App")) == .accepted)
    var allowing = desk(VisitRules(minutes: 9), side: VisitRules(perSession: 1, minutes: 2))
    allowing.start("work")
    allowing.start("side")
    #expect(allowing.ask(visit()) == .accepted)
    #expect(allowing.machine.shield?.visit?.places == [0, 1] && allowing.status.visit?.left == .minutes(2))
    allowing.pass(.minutes(2))
    #expect(rule(allowing.ask(visit())) == .perSession)
  }

  @Test("what comes on top during a visit shuts what it blocks")
  func tightening() {
    var desk = desk(side: VisitRules())
    desk.start("work")
    desk.ask(visit())
    desk.start("side")
    #expect(desk.machine.shield?.visit?.places == [0] && desk.machine.shield?.blocks.count == 2)
  }

  @Test("a break, the planned end and closing it end a visit, each with its reason")
  func ends() {
    func why(_ act: (inout Desk) -> Void) -> [VisitEnd] {
      var desk = desk()
      desk.start("work", minutes: 10)
      desk.pass(.minutes(7))
      desk.ask(visit())
      act(&desk)
      return desk.events.compactMap { event in
        guard case .recorded(let fact) = event.kind, case .visit(.ended(_, let why)) = fact.body else { return nil }
        return why
      }
    }
    #expect(why { $0.ask(.takeBreak(minutes: 1)) } == [.onBreak])
    #expect(why { $0.pass(.minutes(3)) } == [.sessionEnded])
    #expect(why { $0.give(.endVisit) } == [.early])
    #expect(why { $0.give(.rehearseEnd) } == [.sessionEnded])
    #expect(why { $0.crash(.minutes(30)) } == [.sessionEnded])
    #expect(why { $0.setClock(by: .hours(-5)) } == [])
  }

  @Test("each civil day pays its own minutes")
  func midnight() {
    var desk = desk(VisitRules(minutes: 10, minutesPerDay: 10), at: "2026-11-23T23:56:00Z")
    desk.start("work")
    #expect(desk.ask(visit("reddit.com", 10)) == .accepted)
    desk.pass(.minutes(10))
    #expect(desk.status.visits?.leftToday == .minutes(4))
  }

  @Test("only a key with the role opens by its card, and its second tap closes")
  func cards() {
    var desk = desk()
    desk.start("work")
    #expect(desk.tap([4, 2], .ours(visit())).rule == .mayNot(.visit))
    #expect(desk.tap([7, 7], .ours(visit())).rule == .mayNot(.visit))
    #expect(desk.open(visit()).rule == .soft)
    #expect(desk.tap([4, 1], .ours(visit("reddit.com", 3))) == .accepted)
    #expect(desk.status.visit?.thing.name == "reddit.com")
    #expect(desk.tap([4, 1], .ours(visit("org.example.App"))).rule == .visits(.underWay))
    #expect(desk.tap([4, 1], .ours(visit("reddit.com", 3))) == .accepted)
    #expect(desk.status.visit == nil && desk.status.visits?.left == 2)
  }

  @Test("a gate is passed before a visit, and each deed counts once")
  func gate() {
    var desk = desk(gate: [.wait(.seconds(5)), .type("I mean it."), .learn(2)])
    desk.start("work")
    #expect(desk.ask(visit()).rule?.isGate == true)
    desk.give(.type("I mean it."))
    desk.give(.cardsLearned(3))
    #expect(desk.ask(visit()).nextAt != nil)
    desk.pass(.seconds(5))
    #expect(desk.ask(visit()) == .accepted)
    desk.give(.endVisit)
    desk.ask(visit())
    desk.pass(.seconds(5))
    desk.give(.type("I mean it."))
    #expect(desk.ask(visit()).rule?.isGate == true)
  }

  @Test("rules in use can be made narrower, never wider")
  func loosening() {
    var desk = desk(VisitRules(of: ["reddit.com"]))
    desk.start("work")
    func with(_ change: (inout VisitRules) -> Void) -> Command {
      var settings = desk.machine.settings
      var rules = settings.profiles[0].policy.visits ?? VisitRules()
      change(&rules)
      settings.profiles[0].policy.visits = rules
      return .configure(settings)
    }
    let wider: [Command] = [
      with { $0.perSession = 4 }, with { $0.minutes = 6 }, with { $0.minutesPerDay = 16 }, with { $0.of = [] },
      with { $0.of.append("org.example.App") },
    ]
    for command in wider { #expect(desk.give(command).rule == .locked(.profile("work"))) }
    let narrower: [(inout VisitRules) -> Void] = [
      { $0.minutes = 4 }, { $0.of = ["old.reddit.com"] }, { $0.perSession = 0 },
    ]
    for change in narrower { #expect(desk.give(with(change)) == .accepted) }
  }

  @Test("the minutes of a visit on another device are spent here too, once")
  func elsewhere() {
    var desk = desk()
    desk.start("work")
    let source = SyncSource(device: "ab", number: 9)
    for _ in 0..<2 { desk.give(.device(DeviceAsk(source: source, age: .zero, what: .visitEnded(.minutes(12))))) }
    #expect(desk.status.visits?.leftToday == .minutes(3) && desk.status.visit == nil)
  }
}

/// A list, `social`, with one site on it.
private struct Social: ListBook {
  func ships(_ list: String) -> Bool { list == "social" }
  func entry(for host: SiteName, in list: String, _ changes: FocusSession.Category?) -> ListEntry? {
    list == "social" && ("." + host.text).hasSuffix(".reddit.com")
      ? ListEntry(length: 10, isNamed: true) : nil
  }
  func hasApp(_ app: String, in list: String, _ changes: FocusSession.Category?) -> Bool { false }
  func isInstalled(_ app: String) -> Bool { false }
}

/// No lists, and browsers that see parts of sites or do not.
private struct Browsers: ListBook {
  let seesParts: Bool

  func ships(_ list: String) -> Bool { false }
  func entry(for host: SiteName, in list: String, _ changes: FocusSession.Category?) -> ListEntry? { nil }
  func hasApp(_ app: String, in list: String, _ changes: FocusSession.Category?) -> Bool { false }
  func isInstalled(_ app: String) -> Bool { false }
}

extension Rule {
  fileprivate var isGate: Bool { if case .gate(.visit, _) = self { true } else { false } }
}
