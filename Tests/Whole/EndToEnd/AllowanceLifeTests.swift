import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Minutes a day on a site in the live service: when it is blocked and opens, what the person is told, and the pages.
@Suite(.realParts, .serialized, .timeLimit(.minutes(3))) struct AllowanceLifeTests {
  private func state(_ service: RunningService) throws -> String? {
    try JSONDocument(service("allowance", "list", "--json").output).root["state"]?.string
  }

  /// A set, by the request that every mouth of the service sends.
  private func move(_ amount: Int, after earlier: Int, _ service: RunningService, port: UInt16) async throws {
    let link = try service("open", "--print").lines[0]
    let entered = await Browser.get(String(link.dropFirst("http://127.0.0.1:\(port)".count)), port: port)
    let line = try #require(entered.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
    let cookie = String(line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })
    let body = """
      {"command":"moved","kind":"jumping_jack","amount":\(amount),"trust":"measured","after":\(earlier)}
      """
    let answer = await Browser.send(
      "POST /api/v1/commands HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nCookie: \(cookie)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)", to: port)
    #expect(Browser.status(answer) == "200", "\(answer)")
  }

  /// How long after the limit a site was blocked, and how long after the last repetition it opened.
  private struct Delays {
    var shut: Duration
    var open: Duration
  }

  /// Somebody on a site with three seconds left, in two browsers, on a desktop that shows notices.
  private func live() async throws -> Delays {
    let screen = try HiddenScreen()
    let desktop = TemporaryFolder()
    let bus = try PrivateBus(in: desktop)
    let daemon = try DesktopPart("daemon", on: bus, in: desktop)
    let places: [String: String?] = ["DISPLAY": screen.name, "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil]
    let household = try AllowanceHousehold(used: 57, environment: places.merging(bus.variables) { $1 })
    let lines = ["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=\(household.folder.path)", "LANG=C.UTF-8"]
    func start(_ path: String, _ arguments: String...) throws -> ChildProcess {
      try ChildProcess.start(path, arguments, environment: lines, output: .nothing, errors: .nothing, ownSession: true)
    }
    let manager = try start("/usr/bin/openbox")
    var service = try household.service()
    #expect(try await eventually { try service("signals").output.contains("in force (x11)") })
    let window = try start("/usr/bin/xterm", "-class", "Browser", "-e", "sleep", "600")
    defer {
      for child in [window, manager] {
        child.signal(SIGKILL)
        child.wait()
      }
    }
    let environment = TrialEnvironment.lines(household.environment)
    let first = try ExtensionStandIn(household.folder("home"), environment)
    let second = try ExtensionStandIn(household.folder("home"), environment)
    #expect(await eventually { first.hears(#"{"front":true}"#) && second.hears(#"{"front":true}"#) })
    #expect(try await eventually { try service("status", "--json").exitCode == 0 })
    let began = ContinuousClock.now
    try first.say("www.forum.example")
    // Another browser uses up the same minute, on another site of the allowance.
    try second.say("chat.example")
    let shutWords = #""usedUp":true"#
    #expect(await eventually { first.hears(shutWords) && second.hears(shutWords) })
    let shut = try #require(first.hearing(of: shutWords))
    #expect(shut - began > .milliseconds(2990))
    try await checkCheats(&service, household)

    let moved = ContinuousClock.now
    try await move(10, after: 0, service, port: household.port)
    #expect(await eventually { first.hearing(of: #"{"shield":null}"#, after: moved) != nil })
    let open = try #require(first.hearing(of: #"{"shield":null}"#, after: moved))
    #expect(try state(service) == "open")
    try await move(10, after: 10, service, port: household.port)
    try await checkNotices(daemon)
    return Delays(shut: shut - began - .seconds(3), open: open - moved)
  }

  /// What gives no minute: a limit that is raised, an allowance that is removed, another service, a restart.
  private func checkCheats(_ service: inout RunningService, _ household: AllowanceHousehold) async throws {
    #expect(try service("allowance", "edit", "social", "--minutes", "60").exitCode == 1)
    #expect(try service("allowance", "remove", "social").exitCode == 1)
    // The same person, logged in a second time: the one service of the home goes on.
    let again = try BuiltProgram.focuskey("serve", "--home", household.folder("home"))
    #expect(again.exitCode != 0)
    #expect(try state(service) == "shut")
    service.kill()
    service = try household.service()
    #expect(try state(service) == "shut")
  }

  /// Each notice came once, with its own words, in the order of what happened.
  private func checkNotices(_ daemon: DesktopPart) async throws {
    func told() -> [String] {
      daemon.lines.compactMap { line in
        guard let shown = try? JSONDocument(line).root, shown["event"]?.string == "notify" else { return nil }
        return "\(shown["title"]?.string ?? "") | \(shown["text"]?.string ?? "")"
      }.filter { notice in
        // What the cheats were answered is another matter.
        (notice.contains("social") || notice.contains("challenge")) && !notice.hasPrefix("Not now")
      }
    }
    #expect(await eventually { told().count >= 5 }, "\(told())")
    let notices = told()
    try #require(notices.count == 5, "\(notices)")
    #expect(notices[0].hasSuffix(" s of social left today | "), "\(notices)")
    #expect(notices[1].hasPrefix("social is used up for today | 10 jumping jacks open this for 30 minutes.\n"))
    #expect(notices[1].contains("It opens again at "))
    #expect(notices[2] == "social is open again | 30 min left today.")
    #expect(notices[3] == "Today\u{2019}s challenge is met | 20 repetitions of 20.")
    #expect(notices[4] == "Achievement: The first daily challenge met | 5 points.")
  }

  @Test("A site is blocked within a second of its limit and opens within 0.3 s of the last repetition")
  func limitsAreHeldInTime() async throws {
    var best = try await live()
    // The best of three: a busy machine is late with everything.
    for _ in 0..<2 where best.shut > .seconds(1) || best.open > .milliseconds(300) {
      let next = try await live()
      best = Delays(shut: min(best.shut, next.shut), open: min(best.open, next.open))
    }
    #expect(best.shut <= .seconds(1), "blocked \(best.shut) after the limit")
    #expect(best.open <= .milliseconds(300), "opened \(best.open) after the last repetition")
  }

  @Test("In a session the pages say what opens a site that an allowance blocks, too or alone")
  func pagesOfASessionNameTheWays() async throws {
    let household = try AllowanceHousehold(used: 60)
    let service = try household.service()
    #expect(try state(service) == "shut")
    func page(_ site: String) async -> String { await Browser.get("/shield?site=\(site)", port: household.port) }
    let way = "10 jumping jacks open this for 30 minutes."
    #expect(await eventually { await page("m.chat.example").contains(way) })
    #expect(try service("start", "deep").exitCode == 0)
    // Both block it.
    #expect(await eventually { await page("www.forum.example").contains("is blocked while you focus.") })
    let both = await page("www.forum.example")
    #expect(both.contains("Today&#39;s minutes of social are used up too, so it stays blocked after the session."))
    #expect(both.contains(way) && both.contains("<code>focuskey move jumping_jack --reps 10</code>"))
    // Only the session blocks this one, and only the allowance that one.
    let own = await page("news.example")
    #expect(own.contains("is blocked while you focus.") && !own.contains("social") && !own.contains(way))
    let alone = await page("m.chat.example")
    #expect(alone.contains("today&#39;s minutes of social are used up.") && alone.contains(way))
    #expect(!alone.contains("while you focus"))
    try await checkNote(household, way)
  }

  /// What the extension's page shows comes with the order, and the extension tells both cases apart by it.
  private func checkNote(_ household: AllowanceHousehold, _ way: String) async throws {
    let browser = try ExtensionStandIn(household.folder("home"), TrialEnvironment.lines(household.environment))
    #expect(await eventually { browser.hears(#""ways":{"social":["\#(way)"]}"#) })
    #expect(browser.hears(#""allowance":"social""#) && !browser.hears(#""usedUp":true"#))
    let rules = String(
      decoding: try Files.read(Repository.path("Sources/Assets/BrowserExtension/rules.js")), as: UTF8.self)
    let chromium = try Chromium()
    let told = try await chromium.page().evaluate(
      """
      import(URL.createObjectURL(new Blob([\(JSONValue.string(rules).text)], { type: "text/javascript" })))
        .then(({ allowanceOf, indexed }) => {
          const order = indexed({ sections: [
            { allow: false, sites: ["forum.example", "news.example"], exceptions: [] },
            { allowance: "social", allow: false, sites: ["forum.example", "chat.example"], exceptions: [] } ] });
          return JSON.stringify(["www.forum.example", "news.example", "m.chat.example", "free.example"]
            .map((host) => allowanceOf(order, "https://" + host + "/")));
        })
      """)
    #expect(told?.string == #"[{"name":"social","alone":false},null,{"name":"social","alone":true},null]"#)
  }
}
