import FocusSession
import SessionRehearsal
import Testing

/// Product.md 4: "Nothing may be loosened while active".
@Suite struct SettingsSentences {
  private typealias Change = (inout Settings) -> Void

  private func changed(_ change: Change) -> Settings {
    var settings = settings(schedules: [Schedule(id: "early", days: .everyDay, start: clock(5), end: clock(6))])
    change(&settings)
    return settings
  }

  private func answer(_ change: Change, active: Bool = true) -> (Answer, Desk) {
    var desk = Desk(changed { _ in })
    if active { desk.start("work") }
    return (desk.give(.configure(changed(change))), desk)
  }

  @Test("profile settings that are in use are locked, and the refusal says so")
  func profilesInUse() {
    let looser: [Change] = [
      { $0.profiles[0].policy.blocks.sites = [] },
      { $0.profiles[0].policy.blocks.sites.append("!reddit.com") },
      { $0.profiles[0].policy.blocks.mode = .allow },
      { $0.profiles[0].policy.breaks.length = .minutes(60) },
      { $0.profiles[0].policy.end = .key },
      { $0.profiles[0].policy.question.wait = .zero },
      { $0.profiles[0].policy.switchTo = ["study"] },
      { $0.profiles.removeFirst() },
    ]
    for change in looser { #expect(answer(change).0.rule == .locked(.profile("work"))) }
    for change in looser { #expect(answer(change, active: false).0 == .accepted) }
  }

  @Test("schedule settings that are in use are locked")
  func schedulesInUse() {
    #expect(answer { $0.profiles[0].schedules = [] }.0.rule == .locked(.schedule("work", "early")))
    #expect(answer { $0.profiles[0].schedules[0].isOn = false }.0.rule == .locked(.schedule("work", "early")))
    #expect(answer { $0.profiles[0].schedules[0].end = clock(5, 30) }.0.rule == .locked(.schedule("work", "early")))
  }

  @Test("key settings that are in use are locked")
  func keysInUse() {
    #expect(answer { $0.keys.removeFirst() }.0.rule == .locked(.key("stop")))
    #expect(answer { $0.keys[1].may = .all }.0.rule == .locked(.key("start")))
    #expect(answer { $0.keys.append(Key(id: "new", uid: CardUID([8]))) }.0.rule == .locked(.key("new")))
    #expect(answer { $0.keys.append(Key(id: "new", uid: CardUID([8]), may: RoleSet([.start]))) }.0 == .accepted)
  }

  @Test("a category that a profile in force names can only be tightened")
  func categoriesInUse() {
    let own = Category(id: "social", sites: ["a.example", "!b.example"], apps: ["c", "!d"])
    func answer(_ change: (inout Category) -> Void, mode: Blocks.Mode = .block, active: Bool = true) -> Answer {
      var settings = changed { _ in }
      settings.profiles[0].policy.blocks = Blocks(mode: mode, categories: ["social"])
      settings.categories = [own]
      var desk = Desk(settings)
      if active { desk.start("work") }
      change(&settings.categories[0])
      return desk.give(.configure(settings))
    }
    let more: [(inout Category) -> Void] = [
      { $0.sites.append("x.example") }, { $0.apps.append("x") }, { $0.sites.removeLast() }, { $0.apps.removeLast() },
    ]
    let less: [(inout Category) -> Void] = [
      { $0.sites.removeFirst() }, { $0.apps.removeFirst() }, { $0.sites.append("!x.example") },
      { $0.apps.append("!x") },
    ]
    for change in more {
      #expect(answer(change) == .accepted)
      #expect(answer(change, mode: .allow).rule == .locked(.category("social")))
    }
    for change in less {
      #expect(answer(change).rule == .locked(.category("social")))
      #expect(answer(change, mode: .allow) == .accepted)
      #expect(answer(change, active: false) == .accepted)
    }
    #expect(answer { $0.id = "other" }.rule == .locked(.category("social")))
  }

  @Test("what a person changed about a category goes to the shield, and more of it at once")
  func categoriesInForce() {
    var settings = changed { _ in }
    settings.profiles[0].policy.blocks = Blocks(categories: ["social"])
    settings.categories = [Category(id: "social", sites: ["a.example"]), Category(id: "unused", sites: ["b.example"])]
    var desk = Desk(settings)
    desk.start("work")
    #expect(desk.machine.shield?.categories == [settings.categories[0]])
    settings.categories[0].sites.append("c.example")
    settings.categories[1].sites = []
    desk.give(.configure(settings))
    #expect(desk.machine.shield?.categories.first?.sites == ["a.example", "c.example"])
  }

  @Test("the ways out and the time between taps are locked")
  func waysOut() {
    #expect(answer { $0.emergency.count = 100 }.0.rule == .locked(.emergency))
    #expect(answer { $0.awayTime = .zero }.0.rule == .locked(.awayTime))
  }

  @Test("adding blocks is always allowed, and is in force at once")
  func addingBlocks() {
    let (answer, desk) = answer { $0.profiles[0].policy.blocks.sites.append("x.example") }
    #expect(answer == .accepted)
    #expect(desk.machine.shield?.blocks[0].sites == ["reddit.com", "x.example"])
    #expect(told(desk.events).last == "blocks+ work")
    #expect(desk.folded.state == desk.machine.state)
  }

  @Test("what is not in use can be changed")
  func notInUse() {
    #expect(answer { $0.profiles[1].policy.blocks.sites = [] }.0 == .accepted)
    #expect(answer { $0.profiles.remove(at: 2) }.0 == .accepted)
    #expect(answer { $0.promise = "the thesis" }.0 == .accepted)
    #expect(answer { $0.profiles[0].policy.name = "Deep work" }.0 == .accepted)
    #expect(answer { _ in }.0 == .nothing)
  }

  @Test(
    "in allow mode more is held when less is named",
    arguments: [
      (["a.example"], true), (["a.example", "b.example"], true), (["a.example", "b.example", "c.example"], false),
    ])
  func allowMode(sites: [String], holds: Bool) {
    let before = Blocks(mode: .allow, sites: ["a.example", "b.example"])
    #expect(Blocks(mode: .allow, sites: sites).holdsAll(of: before) == holds)
  }

  @Test("later settings never change what was: the fold stays")
  func foldStays() {
    var desk = Desk(changed { _ in })
    desk.start("study")
    desk.end()
    let state = desk.machine
    desk.give(.configure(changed { $0.profiles = [] }))
    #expect(desk.folded.state == state.state)
    #expect(desk.folded.ledger == state.ledger)
  }
}
