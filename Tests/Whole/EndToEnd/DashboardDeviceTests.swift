import FocusSession
import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import SessionRehearsal
import TestSupport
import Testing

/// Several computers in the dashboard: whose sessions are shown, and who is in the household.
extension DashboardDaysTests {
  /// A desk with a session of work, and a laptop of the same household with two of study, which is switched off.
  private struct Household {
    let server: PrivatePostgres
    let desk: DashboardAPITests.Desk
    let folder = TemporaryFolder()

    init(at desk: DashboardAPITests.Desk? = nil) throws {
      server = try PrivatePostgres()
      self.desk = try desk ?? Self.desk(with: [("work", 60)])
      // The person of the pictures is not root.
      let socket = String(server.address().split(separator: "=").last ?? "")
      _ = try BuiltProgram(at: "/bin/chmod")("a+x", socket, String(socket.dropLast("/socket".count)))
      try self.run("sync", "init", server.address(), "--name", "desk")
      try add("laptop", with: [("study", 30), ("study", 20)])
      try self.run("sync", "now")
    }

    func run(_ words: String..., home: String? = nil) throws {
      let program = home == nil ? desk.service.program : BuiltProgram.focuskey
      let done = try program.run(words + ["--home", home ?? desk.home.path])
      #expect(done.exitCode == 0, "\(words): \(done.errors)")
    }

    func add(_ name: String, with sessions: [(String, Int)]) throws {
      try Files.makeFolder(folder(name))
      try DashboardDaysTests.past(of: sessions).moveIn(to: folder(name), with: DashboardDaysTests.settingsInUTC)
      let link = try desk.service.program.run(["sync", "invite", "--json", "--home", desk.home.path]).output
      let text = try JSONDocument(link).root["link"]?.string ?? ""
      try run("sync", "join", text, "--name", name, home: folder(name))
    }

    private static func desk(with sessions: [(String, Int)]) throws -> DashboardAPITests.Desk {
      var desk = try DashboardAPITests.Desk(environment: ["TZ": "UTC"])
      desk.service.stop()
      try DashboardDaysTests.past(of: sessions).moveIn(to: desk.home.path, with: DashboardDaysTests.settingsInUTC)
      desk.service = try RunningService(home: desk.home.path, environment: ["TZ": "UTC"])
      return desk
    }
  }

  private static var settingsInUTC: Settings {
    var settings = Settings.shipped
    settings.zone = .utc
    return settings
  }

  /// A day three days ago, with these sessions one after the other.
  private static func past(of sessions: [(String, Int)]) throws -> Desk {
    let day = try BuiltProgram(at: "/bin/date")("-u", "-d", "3 days ago", "+%F").lines[0]
    // Each device begins at another hour, so that nothing overlaps.
    var past = Desk(settingsInUTC, at: "\(day)T0\(sessions.count * 3):00:00Z")
    for (profile, minutes) in sessions {
      past.start(ProfileID(profile), minutes: minutes)
      past.pass(.minutes(Int64(minutes) + 5))
    }
    return past
  }

  private static let rows = "[...document.querySelectorAll('.rows button')]"
  private static let which = "document.querySelector('select[aria-label=Device]')"

  private func choose(_ text: String, on page: ChromiumPage) async throws {
    try await page.evaluate(
      """
      (() => { const box = \(Self.which);
      box.value = [...box.options].find(one => one.textContent === '\(text)').value;
      box.dispatchEvent(new Event('change')); })()
      """)
  }

  private func shows(_ much: String, _ rows: Int, on page: ChromiumPage) async -> Bool {
    await page.waits(
      for: "document.querySelector('.much b')?.textContent === '\(much)' && \(Self.rows).length === \(rows)")
  }

  @Test func theHistoryIsOfAllDevicesOrOfOne() async throws {
    let household = try Household()
    try await visiting("history", at: household.desk) { _, page in
      #expect(await page.waits(for: "document.querySelector('.segments')"))
      try await page.evaluate(
        "[...document.querySelectorAll('.segments button')].find(one => one.textContent === 'Year').click()")
      #expect(await shows("1 h 50 min", 3, on: page))
      let choices = try await page.evaluate("[...\(Self.which).options].map(one => one.textContent)")
      #expect(choices?.array?.compactMap { $0.string } == ["All devices", "This computer (desk)", "laptop"])
      let on = "\(Self.rows).filter(one => one.textContent.includes('on laptop')).length"
      #expect(try await page.evaluate(on)?.integer == 2)

      try await choose("laptop", on: page)
      #expect(await shows("50 min", 2, on: page))
      #expect(await page.waits(for: "document.querySelector('.sums').textContent.includes('50 min')"))
      #expect(
        await page.waits(
          for: "[...document.querySelectorAll('a[download]')].every(one => one.href.includes('device='))"))
      // What was written about a session is its own computer's.
      try await page.evaluate("\(Self.rows)[0].click()")
      #expect(await page.waits(for: "document.querySelector('dialog .story')"))
      let words = try await page.evaluate("document.querySelector('dialog').textContent")?.string ?? ""
      #expect(words.contains("Study") && words.contains("on laptop"))
      #expect(try await page.evaluate("document.getElementById('story-note') === null")?.bool == true)
      try await page.evaluate("document.querySelector('dialog').close()")

      try await choose("This computer (desk)", on: page)
      #expect(await shows("1 h", 1, on: page))
      #expect(try await page.evaluate(on)?.integer == 0)
      try await choose("All devices", on: page)
      #expect(await shows("1 h 50 min", 3, on: page))
      // A phone has room for a device's name.
      try await page.resize(390, 844)
      #expect(await shows("1 h 50 min", 3, on: page))
      let cut = "[...document.querySelectorAll('.rows small')].filter(one => one.scrollWidth > one.clientWidth).length"
      #expect(try await page.evaluate(cut)?.integer == 0)
      try await onEveryScreen(page, "several devices")

      // What another device says while somebody looks is there at once, one that comes new too.
      try household.add("tablet", with: [("work", 25), ("work", 25), ("work", 10)])
      try household.run("sync", "now")
      #expect(await shows("2 h 50 min", 6, on: page))
    }
  }

  @Test func ofOneDeviceThereIsNothingToChoose() async throws {
    try await visiting("keys") { desk, page in
      #expect(
        await page.waits(
          for: "document.querySelector('.devices')?.textContent.includes('focuskey sync init folder:PATH')"))
      #expect(try await page.evaluate("document.querySelectorAll('.devices > *').length")?.integer == 1)
      _ = try desk.service("start", "work")
      try await page.evaluate("location.hash = 'history'")
      #expect(await page.waits(for: "\(Self.rows).length === 1"))
      #expect(try await page.evaluate("\(Self.which).hidden")?.bool == true)
      let text = try await page.evaluate("document.querySelector('main').innerText")?.string ?? ""
      #expect(!text.contains("device") && !text.contains("computer") && !text.contains("ync"), "\(text)")
    }
  }

  @Test func theDevicesAreListedRenamedAndRemoved() async throws {
    let household = try Household()
    let cards = "[...document.querySelectorAll('.devices .card')]"
    try await visiting("keys", at: household.desk) { desk, page in
      #expect(await page.waits(for: "\(cards).length === 2"))
      func card(_ name: String) -> String { "\(cards).find(one => one.querySelector('h3').textContent === '\(name)')" }
      #expect(
        await page.waits(for: "document.querySelector('.standing').textContent === 'Syncing: news arrives at once.'"))
      #expect(try await page.evaluate("\(card("desk")).textContent.includes('This computer')")?.bool == true)
      #expect(try await page.evaluate(#"/Last heard: .*\d\d:\d\d/.test(\#(card("laptop")).textContent)"#)?.bool == true)
      try await onEveryScreen(page, "the devices")

      try await page.evaluate("document.querySelector('[aria-label=\"Rename desk\"]').click()")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["Name": "Tower"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "\(card("Tower"))"))
      let status = try JSONDocument(try desk.service("sync", "status", "--json").output).root
      #expect(status["devices"]?.array?.contains { $0["name"]?.string == "Tower" } == true)

      // Removing asks first.
      try await page.evaluate("document.querySelector('[aria-label=\"Remove laptop\"]').click()")
      #expect(await page.waits(for: "document.querySelector('dialog .danger')"))
      #expect(try household.server.sql("SELECT count(*) FROM focuskey.device WHERE revoked IS NOT NULL") == "0\n")
      try await page.evaluate("document.querySelector('dialog .danger').click()")
      #expect(await page.waits(for: "\(card("laptop"))?.textContent.includes('Removed')"))
      #expect(try household.server.sql("SELECT count(*) FROM focuskey.device WHERE revoked IS NOT NULL") == "1\n")
      #expect(try await page.evaluate("\(card("laptop")).querySelector('button') === null")?.bool == true)

      household.server.stop(SIGQUIT)
      #expect(
        await page.waits(for: #"/^Offline since \d\d:\d\d: ./.test(document.querySelector('.standing').textContent)"#))
    }
  }

  @Test func whoHasNotFollowedAMoveIsNamed() async throws {
    let household = try Household()
    try await visiting("keys", at: household.desk) { _, page in
      #expect(await page.waits(for: "document.querySelectorAll('.devices .card').length === 2"))
      #expect(try await page.evaluate("document.getElementById('awaited') === null")?.bool == true)
      try Files.makeFolder(household.folder("shared"))
      try household.run("sync", "move", "folder:\(household.folder("shared"))")
      let notice = "document.getElementById('awaited')"
      #expect(await page.waits(for: "\(notice)?.textContent.includes('the household moved: laptop.')"))
      let order = "\(notice).querySelector('code').textContent === 'focuskey sync move folder:PATH'"
      #expect(try await page.evaluate(order)?.bool == true)
      try await onEveryScreen(page, "who has not followed")
      try household.run("sync", "now", home: household.folder("laptop"))
      try household.run("sync", "now")
      #expect(await page.waits(for: "\(notice) === null"))
    }
  }

  /// A month at the desk and a day at the laptop, with a tablet that is no longer in.
  @Test(.enabled(if: wantsPictures)) func picturesOfThePageWithSeveralDevices() async throws {
    try mustHaveLetters()
    let blocking = try BlockingForPictures()
    let household = try Household(at: month(blocking))
    try household.add("tablet", with: [("study", 25), ("study", 25), ("study", 10)])
    try household.run("sync", "now")
    try household.run("sync", "revoke", "tablet")
    try await visiting("keys", at: household.desk) { _, page in
      #expect(await page.waits(for: "document.querySelectorAll('.devices .card').length === 3"))
      #expect(await page.waits(for: "document.querySelector('.standing').dataset.state === 'live'"))
      try await take("devices", view: "keys", of: page, at: ".devices")
      try await page.evaluate("location.hash = 'history'")
      #expect(await page.waits(for: "\(Self.rows).length > 3"))
      let day = try BuiltProgram(at: "/bin/date")("-u", "-d", "3 days ago", "+%F").lines[0]
      let column = "document.querySelector('[data-day=\"\(day)\"]')"
      try await page.evaluate("\(column) ?? document.querySelector('[aria-label=Earlier]').click()")
      #expect(await page.waits(for: column))
      try await page.evaluate("\(column).click()")
      try await take("history-devices", view: "history", of: page)
      try await take("history-sessions", view: "history", of: page, at: ".sessions")
    }
    try writeContactSheet()
  }

  @Test func theDevicesAreAskedForAndChangedOverHTTP() async throws {
    let household = try Household()
    let desk = household.desk
    let devices = await desk.get("devices").body
    #expect(devices?["devices"]?.array?.count == 2 && devices?["ok"]?.bool == true)
    #expect(await eventually { await desk.get("devices").body?["state"]?.string == "live" })
    #expect(await desk.get("devices").body?["since"]?.string != nil)
    func sessions(_ query: String) async -> [JSONNode] {
      await desk.get("sessions?\(query)").body?["sessions"]?.array ?? []
    }
    #expect(await sessions("devices=all").count == 3)
    #expect(await sessions("device=laptop").allSatisfy { $0["devices"]?.array?.first?.string == "laptop" })
    #expect(await sessions("device=desk").count == 1)
    #expect(await sessions("devices=all&profile=work").count == 1)
    // A page at a time, each session once.
    var (seen, next): ([String], String?) = ([], nil)
    repeat {
      let before = next.map { "&before=\($0)" } ?? ""
      let page = await desk.get("sessions?devices=all&limit=1\(before)").body
      seen += page?["sessions"]?.array?.compactMap { $0["session"]?.string } ?? []
      next = page?["next"]?.string
    } while next != nil && seen.count < 10
    #expect(seen.count == 3 && Set(seen).count == 3)
    func focus(_ query: String) async -> Int64? {
      await desk.get("days?\(query)").body?["days"]?.array?.reduce(0) { $0 + ($1["focused_seconds"]?.integer ?? 0) }
    }
    #expect(await focus("devices=all") == 6600)
    #expect(await focus("device=laptop") == 3000)
    #expect(await focus("") == 3600)
    #expect(await desk.get("stats?device=laptop").body?["stats"]?["all"]?["sessions"]?.integer == 2)
    for name in ["sessions", "days", "stats", "history"] {
      let refused = await desk.get("\(name)?device=nobody")
      #expect(refused.status == "404" && refused.body?["error"]?["kind"]?.string == "unknown-device", "\(name)")
    }
    #expect(await desk.get("sessions?devices=some").status == "400")
    #expect(await desk.command(#"{"command":"device-revoke","device":"laptop"}"#, cookie: nil).status == "403")
    let cookie = try await desk.cookie()
    for (body, kind) in [
      (#"{"command":"device-revoke","device":"nobody"}"#, "no-device"),
      (#"{"command":"device-revoke","device":"desk"}"#, "this-device"),
      (#"{"command":"device-rename","name":""}"#, "bad-name"), (#"{"command":"device-rename"}"#, "not-a-request"),
    ] {
      let refused = await desk.command(body, cookie: cookie)
      #expect(refused.body?["error"]?["kind"]?.string == kind, "\(body): \(refused)")
    }
  }
}
