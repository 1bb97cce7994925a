import DesktopEntries
import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import SystemShield

@Suite(.realParts) struct ShieldPlanTests {
  let folder = TemporaryFolder()

  func installed() throws -> InstalledApplications {
    let data = folder("share")
    try Files.makeFolder("\(data)/applications/kde")
    try Files.makeFolder(folder("bin"))
    for name in ["chat", "editor"] { try Files.replace(folder("bin/\(name)"), with: Array("x".utf8), mode: 0o755) }
    func write(_ file: String, _ lines: String) throws {
      try Files.replace(
        "\(data)/applications/\(file)", with: Array("[Desktop Entry]\nType=Application\n\(lines)\n".utf8))
    }
    try write("org.example.Chat.desktop", "Name=Chat\nExec=chat %U")
    try write("kde/editor.desktop", "Name=Editor\nExec=editor")
    try write("script.desktop", "Name=Script\nExec=python3 /opt/script.py")
    try write("term.desktop", "Name=Term\nExec=chat\nCategories=System;TerminalEmulator;")
    return InstalledApplications(
      InstalledApplications.Surroundings { name in
        switch name {
        case "HOME": folder("")
        case "XDG_DATA_HOME": data
        case "XDG_DATA_DIRS": data
        case "PATH": folder("bin")
        default: nil
        }
      })
  }

  func plan(_ blocks: Blocks..., categories: [FocusSession.Category] = []) throws -> ShieldPlan {
    ShieldPlan(
      ShieldOrder(profiles: ["work"], blocks: blocks, categories: categories), installed: try installed())
  }

  func lines(_ plan: ShieldPlan) -> [String] {
    String(decoding: plan.lines, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  func visited(_ kind: VisitThing.Kind, _ name: String, _ blocks: Blocks...) throws -> [String] {
    lines(try visitedPlan(kind, name, blocks))
  }

  func visitedPlan(_ kind: VisitThing.Kind, _ name: String, _ blocks: [Blocks]) throws -> ShieldPlan {
    ShieldPlan(
      ShieldOrder(
        profiles: ["work"], blocks: blocks,
        categories: [Category(id: "mine", sites: ["play.example", "www.reddit.com"], apps: ["editor"])],
        visit: .init(thing: VisitThing(kind: kind, name: name), places: [0], ends: 7)),
      installed: try installed())
  }

  @Test("a visit opens exactly its thing, and the order shuts it by itself")
  func visits() throws {
    let blocks = Blocks(
      sites: ["reddit.com", "a.old.reddit.com", "!np.reddit.com"], apps: ["org.example.Chat"], categories: ["mine"])
    let chat = "program org.example.Chat \(folder("bin/chat"))"
    let editor = "program kde-editor \(folder("bin/editor"))"
    #expect(
      try visited(.site, "old.reddit.com", blocks, Blocks(sites: ["reddit.com"])) == [
        "order 30000 -", "section block", "site play.example", "site www.reddit.com", "site reddit.com",
        "except np.reddit.com", "except old.reddit.com", "section block", "site reddit.com", chat, editor, "later 7",
        "section block", "site old.reddit.com", "site a.old.reddit.com", "commit",
      ])
    #expect(
      try visited(.category, "mine", blocks) == [
        "order 30000 -", "section block", "site reddit.com", "site a.old.reddit.com", "except np.reddit.com", chat,
        "later 7", "section block", "site play.example", "site www.reddit.com", "except np.reddit.com", editor,
        "commit",
      ])
    #expect(
      try visited(.app, "org.example.Chat", Blocks(apps: ["org.example.Chat"])) == [
        "order 30000 -", "later 7", chat, "commit",
      ])
    #expect(
      try visited(.site, "b.example", Blocks(mode: .allow, sites: ["a.example"])) == [
        "order 30000 -", "section allow", "site a.example", "site b.example", "later 7", "section allow",
        "site a.example", "commit",
      ])
  }

  @Test func anOrderIsSaidInTheHelpersWords() throws {
    let plan = try plan(
      Blocks(sites: ["Reddit.com", "!old.reddit.com"], apps: ["org.example.Chat"]),
      Blocks(mode: .allow, sites: ["work.example"]))
    #expect(
      lines(plan) == [
        "order 30000 -", "section block", "site reddit.com", "except old.reddit.com", "section allow",
        "site work.example",
        "program org.example.Chat \(folder("bin/chat"))", "commit",
      ])
    #expect(plan.notes.sites.isEmpty && plan.notes.apps.isEmpty)
  }

  /// What the menus say makes an app a member, also one that comes tomorrow; what the person took out stays out.
  @Test func menusMakeMembersOfCategories() throws {
    func game(_ id: String, _ name: String) throws {
      try Files.makeFolder(folder("share/applications"))
      try Files.replace(folder("bin-\(id)"), with: Array("x".utf8), mode: 0o755)
      try Files.replace(
        folder("share/applications/\(id).desktop"),
        with: Array(
          "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(folder("bin-\(id)"))\nCategories=Game;\n".utf8))
    }
    try game("org.example.Rocks", "Rocks")
    let blocks = Blocks(categories: ["games"])
    #expect(try plan(blocks).applications.map(\.id) == ["org.example.Rocks"])
    try game("org.example.New", "New")
    #expect(Set(try plan(blocks).applications.map(\.id)) == ["org.example.Rocks", "org.example.New"])
    let mine = [FocusSession.Category(id: "games", apps: ["!org.example.Rocks"])]
    #expect(try plan(blocks, categories: mine).applications.map(\.id) == ["org.example.New"])
    // Allowed are they likewise: of all apps of the menus, the others are closed.
    let open = try plan(Blocks(mode: .allow, apps: ["org.example.Chat"], categories: ["games"]))
    #expect(Set(open.applications.map(\.id)) == ["kde-editor", "script"])
    let apps = SystemShield.apps(try installed())
    #expect(apps.map(\.name) == ["Chat", "Editor", "New", "Rocks", "Script"])
    #expect(apps.first { $0.name == "New" }?.categories == ["games"])
  }

  @Test func iconsAreFoundByNameAndAreNothingElse() throws {
    let surroundings = InstalledApplications.Surroundings { $0 == "XDG_DATA_DIRS" ? folder("share") : folder("") }
    let icons = AppIcons(surroundings)
    try Files.makeFolder(folder("share/icons/hicolor/scalable/apps"))
    try Files.makeFolder(folder("share/pixmaps"))
    try Files.replace(folder("share/icons/hicolor/scalable/apps/one.svg"), with: Array("<svg/>".utf8))
    try Files.replace(folder("share/pixmaps/two.png"), with: [0x89, 0x50, 0x4E, 0x47, 1])
    try Files.replace(folder("share/pixmaps/three.png"), with: Array("secret".utf8))
    #expect(icons.picture(named: "one")?.type == "image/svg+xml")
    #expect(icons.picture(named: "two.png")?.type == "image/png")
    #expect(icons.picture(named: folder("share/pixmaps/two.png"))?.type == "image/png")
    for name in ["three", "../pixmaps/two", "", "four", folder("share/pixmaps/three.png")] {
      #expect(icons.picture(named: name) == nil, "\(name)")
    }
  }

  @Test func listsAreTheShippedOnesAndTheirOwners() throws {
    let plan = try plan(
      Blocks(sites: ["linkedin.com"], categories: ["mine", "social", "nowhere"]),
      categories: [
        Category(id: "mine", sites: ["mine.example", "not a/name"], apps: ["org.example.Chat"]),
        Category(id: "social", sites: ["more.example", "!facebook.com", "!linkedin.com", "!help.instagram.com"]),
      ])
    let lines = lines(plan)
    for site in ["mine.example", "more.example", "instagram.com"] { #expect(lines.contains("site \(site)")) }
    #expect(!lines.contains("site facebook.com"))
    #expect(lines.contains("except help.instagram.com"))
    // What the profile names itself outweighs what was taken out of a list.
    #expect(lines.contains("site linkedin.com") && !lines.contains("except linkedin.com"))
    #expect(plan.notes.sites == ["“not a/name” is not a site name", "there is no category nowhere"])
    #expect(plan.applications.map(\.id) == ["org.example.Chat"])
    #expect(plan.notes.apps.isEmpty)
  }

  @Test func aCategoryOfAnAllowListKeepsItsApplicationsOpen() throws {
    let own = [FocusSession.Category(id: "mine", apps: ["kde-editor"])]
    let plan = try plan(Blocks(mode: .allow, apps: ["org.example.Chat"], categories: ["mine"]), categories: own)
    #expect(plan.applications.map(\.id) == ["script"])
    // Without an application of the profile's own, an allow-list says nothing about applications.
    #expect(try self.plan(Blocks(mode: .allow, categories: ["mine"]), categories: own).applications.isEmpty)
  }

  @Test func whatCannotBeMeantIsSaidAndTheRestHolds() throws {
    let plan = try plan(Blocks(sites: ["reddit.com/r?all", "ok.example"], apps: ["nothing", "Script", "term"]))
    #expect(lines(plan).contains("site ok.example"))
    #expect(plan.notes.sites == ["“reddit.com/r?all” is not a site name"])
    #expect(
      plan.notes.apps == [
        "nothing is not installed, or is protected", "term is not installed, or is protected",
        "Script cannot be kept from starting",
      ])
  }

  @Test("what a person wants blocked and cannot be is told when it is said")
  func remarksOnApps() throws {
    let words = SystemShield.remarks(
      on: ["nothing", "sudo", "/bin/sh", "term", "Script", "org.example.Chat"], try installed())
    #expect(
      words == [
        "no app called nothing is installed on this computer", "sudo is protected and will not be blocked",
        "/bin/sh is protected and will not be blocked", "term is protected and will not be blocked",
        "Script can still be started in a terminal",
      ])
  }

  @Test func anOrderThatLeavesEncryptedNamesAloneSaysSo() throws {
    let order = ShieldOrder(profiles: ["work"], blocks: [Blocks(sites: ["reddit.com"])])
    let plan = ShieldPlan(order, installed: try installed(), answersECH: false)
    #expect(lines(plan) == ["order 30000 -", "ech pass", "section block", "site reddit.com", "commit"])
  }

  @Test func aSessionThatBeganWithAnAnswerKeepsIt() throws {
    let order = ShieldOrder(profiles: ["work"], blocks: [Blocks(apps: ["Chat"])])
    let other = ShieldOrder(profiles: ["home"], blocks: [Blocks(apps: ["Chat"])])
    var programs = SessionPrograms(in: folder(""))
    #expect(!programs.answersECH(for: order))
    programs.note([SessionPrograms.Program(application: "chat", path: "/opt/chat")], of: order, answersECH: true)
    // Also for the service that is started next.
    let next = SessionPrograms(in: folder(""))
    #expect(next.answersECH(for: order) && next.programs(of: order).count == 1 && !next.answersECH(for: other))
    programs.note([], of: order)
    #expect(!SessionPrograms(in: folder("")).answersECH(for: order))
  }

  @Test func anAllowListOfApplicationsClosesTheOthersButTheProtected() throws {
    let plan = try plan(Blocks(mode: .allow, sites: ["work.example"], apps: ["org.example.Chat"]))
    #expect(plan.applications.map(\.id).sorted() == ["kde-editor", "script"])
  }

  @Test func aProfileOfApplicationsLeavesTheSitesAlone() throws {
    #expect(!lines(try plan(Blocks(apps: ["Chat"]))).contains { $0.hasPrefix("section") })
  }

  @Test func withoutAHelperEveryLayerSaysWhatIsMissing() {
    let layers = HelperLayers.ask(at: folder("none.sock"))
    #expect(layers.map(\.layer) == ["sites", "connections", "ech", "dns", "app-starts"])
    for layer in layers {
      #expect(layer.state == .unavailable)
      #expect(layer.why?.contains("sudo focuskey shield install") == true)
    }
  }

  func options() -> SystemShield.Options {
    var options = SystemShield.Options(runtimeFolder: folder(""), stateFolder: folder(""))
    options.helper = folder("none.sock")
    options.dataFolder = folder("own")
    return options
  }

  @Test func aShieldWithoutAHelperStillAnswersTruthfully() async throws {
    let options = options()
    let shield = SystemShield(options) { try? await Task.sleep(for: $0) }
    await shield.match(ShieldOrder(profiles: ["work"], blocks: [Blocks(sites: ["a.example"])]))
    #expect(shield.report.layers.first { $0.layer == "sites" }?.state == .unavailable)
    #expect(shield.report.summary.word == "none")
    // Asked from outside, nothing is called the work of a helper that is not there.
    #expect(SystemShield.probe(options).allSatisfy { $0.why?.contains("helper is active") != true })
    await shield.rest()
  }

  @Test func aFloodCountsOnceInEachSession() async throws {
    let shield = SystemShield(options()) { try? await Task.sleep(for: $0) }
    let order = ShieldOrder(profiles: ["work"], blocks: [Blocks(sites: ["a.example"])])
    for _ in 0..<2 {
      await shield.match(order)
      for _ in 0..<3 { #expect(shield.note(Attempt(kind: .site, name: "www.a.example"))) }
      await shield.match(nil)
    }
    await shield.rest()
    var told: [ShieldNews] = []
    for await one in shield.news { told.append(one) }
    #expect(told == [ShieldNews](repeating: .attempt(Attempt(kind: .site, name: "a.example")), count: 2))
  }

  @Test func theBrowsersNoteIsNobodysOnceItIsNotTouched() async throws {
    let options = options()
    let shield = SystemShield(options) { try? await Task.sleep(for: $0) }
    let settings = Settings(
      profiles: [Profile(policy: Policy(profile: "rest")), Profile(policy: Policy(profile: "work", name: "Work"))],
      promise: "the thesis")
    await shield.follow { settings }
    let order = ShieldOrder(profiles: ["work"], blocks: [Blocks(sites: ["a.example", "!b.a.example"])])
    await shield.match(order)
    let note = BrowserNote(folder: folder(""))
    let text = String(decoding: try #require(note.current()), as: UTF8.self)
    #expect(
      text
        == #"{"shield":{"place":1,"profile":"Work","promise":"the thesis","sections":[{"allow":false,"#
        + #""exceptions":["b.a.example"],"sites":["a.example"]}]}}"#)
    var old = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
    _ = unsafe utimes(note.path, &old)
    #expect(note.current() == nil)
    #expect(!Files.exists(note.path))
    // The service that only stood still has it back at its next look.
    #expect(await eventually { note.current() == Array(text.utf8) })
    await shield.match(nil)
    #expect(!Files.exists(note.path))
    await shield.rest()
  }

  @Test func theExtensionIsPutInPlaceAndTakenAway() throws {
    let browser = BrowserExtension(
      home: folder("home"), dataFolder: folder("data"), configurationRoot: folder("config"))
    try browser.install(program: "/opt/it's here/focuskey", home: nil)
    #expect(Files.exists("\(browser.folder)/manifest.json"))
    let host = folder("config/chromium/NativeMessagingHosts/app.focuskey.shield.json")
    #expect(
      String(decoding: try Files.read(host), as: UTF8.self).contains("chrome-extension://\(BrowserExtension.id)/"))
    browser.remove()
    #expect(!Files.exists(host) && !Files.exists(browser.folder))
  }
}
