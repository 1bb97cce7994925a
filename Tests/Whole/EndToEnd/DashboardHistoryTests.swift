import FocusWire
import LinuxRuntime
import SessionRehearsal
import TestSupport
import Testing

/// The history of some days in the real browser: filtered, told, drawn, taken along.
extension DashboardDaysTests {
  /// A day that was, as calendars count in UTC: `2026-11-19`.
  private func day(_ ago: Int) throws -> String {
    try BuiltProgram(at: "/bin/date")("-u", "-d", "\(ago) days ago", "+%F").lines[0]
  }

  /// A desk whose person has focused for a while: study three days ago, work twice on the day after.
  private func experienced() throws -> DashboardAPITests.Desk {
    var settings = Settings.shipped
    settings.zone = .utc
    var past = try Desk(settings, at: "\(day(3))T09:00:00Z")
    past.start("study", minutes: 30)
    past.pass(.hours(24))
    past.give(.ask(.start(StartRequest(profile: "work", task: "thesis")), by: .localUser))
    past.pass(.minutes(30))
    past.ask(.takeBreak(minutes: 5))
    past.pass(.minutes(20))
    past.give(.attempt(Attempt(kind: .site, name: "reddit.com")))
    past.end()
    past.pass(.hours(2))
    past.start("work", minutes: 60)
    past.pass(.hours(3))
    var desk = try DashboardAPITests.Desk(environment: ["TZ": "UTC"])
    desk.service.stop()
    try past.moveIn(to: desk.home.path, with: settings)
    desk.service = try RunningService(home: desk.home.path, environment: ["TZ": "UTC"])
    return desk
  }

  private static let rows = "[...document.querySelectorAll('.rows button')]"

  @Test func sitesThatWereTriedAreOffered() async throws {
    try await visiting("profiles", at: experienced()) { desk, page in
      // Blocked and never tried: nobody went there.
      #expect(try desk.service("profile", "edit", "study", "--site", "news.example").exitCode == 0)
      try await page.evaluate(press("New profile"))
      let offered = "[...document.querySelectorAll('dialog .suggested button')].map(one => one.textContent).join()"
      #expect(await page.waits(for: "\(offered) === '+ reddit.com'"))
    }
  }

  @Test func whatIsReachedIsSaidWhereverThePersonIs() async throws {
    try await visiting("plan", at: DashboardAPITests.Desk()) { desk, page in
      for words in ["start", "stop"] { _ = try desk.service(words) }
      #expect(await eventually { (try? desk.service("confirm").exitCode) == 0 })
      let said = "[...document.querySelectorAll('.toast')].map(one => one.textContent).join()"
      #expect(await page.waits(for: "\(said).includes('Achievement: The first session, 5 points')"))
    }
  }

  @Test func theListIsFilteredAndEachSessionTold() async throws {
    try await visiting("history", at: experienced()) { desk, page in
      #expect(await page.waits(for: "\(Self.rows).length === 3"))
      try await page.evaluate(Self.fillIn(["Profile": "study"]))
      #expect(await page.waits(for: "\(Self.rows).length === 1 && \(Self.rows)[0].textContent.includes('Study')"))
      try await page.evaluate(Self.fillIn(["Profile": "", "From": day(2)]))
      #expect(
        await page.waits(
          for: "\(Self.rows).length === 2 && \(Self.rows).every(one => one.textContent.includes('Work'))"))
      try await page.evaluate(Self.fillIn(["From": "", "To": day(4)]))
      #expect(
        await page.waits(
          for:
            "\(Self.rows).length === 0 && document.querySelector('main').textContent.includes('No sessions yet.')"))
      try await page.evaluate(Self.fillIn(["To": ""]))
      #expect(await page.waits(for: "\(Self.rows).length === 3"))

      try await page.evaluate("\(Self.rows).find(one => one.textContent.includes('thesis')).click()")
      #expect(await page.waits(for: "document.querySelector('dialog .story')"))
      let told = try await page.evaluate("[...document.querySelectorAll('dialog li')].map(one => one.textContent)")
      #expect(
        told?.array?.compactMap { $0.string } == [
          "09:00 Started by you, at this computer", "09:30 Break until 09:35",
          "09:50 Asked whether to end: ended it", "09:50 Ended", "reddit.com was opened 1 time (blocked)",
        ])
      let words = try await page.evaluate("document.querySelector('dialog').textContent")?.string ?? ""
      #expect(words.contains("To do: thesis") && words.contains("45 min of focus, 5 min of breaks"))

      // Asked once; who thinks better of it is where it was.
      let buttons = "[...document.querySelectorAll('dialog .forgetting button')]"
      #expect(
        try await page.evaluate("\(buttons).map((one) => one.textContent).join()")?.string == "Forget this session…")
      try await page.evaluate("\(buttons)[0].click()")
      #expect(try await page.evaluate("document.activeElement.textContent")?.string == "Cancel")
      try await page.evaluate("\(buttons)[1].click()")
      #expect(try await page.evaluate("document.activeElement.textContent")?.string == "Forget this session…")
      try await page.evaluate("\(buttons)[0].click()")
      #expect(
        try await page.evaluate("document.querySelector('.forgetting p').textContent")?.string
          == "The session leaves history, statistics and badges for good. Breaks and exits that it used stay used.")
      try await page.evaluate("\(buttons)[0].click()")
      #expect(await page.waits(for: "!document.querySelector('dialog') && \(Self.rows).length === 2"))
      #expect(try desk.service("history", "--json").lines.count == 2)

      // What is forgotten elsewhere goes while somebody looks.
      let line = try #require(try desk.service("history", "--json").lines.first)
      let id = try #require(try JSONDocument(line).root["session"]?.string)
      #expect(try desk.service("forget", "--session", id, "--yes").exitCode == 0)
      #expect(await page.waits(for: "\(Self.rows).length === 1"))
    }
  }

  /// A minute of the page takes a twentieth of a second here.
  @Test func theMinutesOfASessionUnderWayGrow() async throws {
    try await visiting { desk, page in
      try await page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        [
          "source": """
          const [set, get] = [setInterval, fetch];
          window.setInterval = (act, time) => set(act, time === 60000 ? 50 : time);
          window.asked = 0;
          window.fetch = (what, ...rest) => { window.asked += String(what).includes("/days"); return get(what, ...rest); };
          """
        ])
      _ = try desk.service("start", "work")
      try await page.open("http://127.0.0.1:\(desk.port)/#history")
      try await page.reload()
      #expect(await page.waits(for: "document.querySelector('.rows button')"))
      #expect(await page.waits(for: "window.asked > 10"))
      // Only as long as somebody looks.
      try await page.evaluate("location.hash = 'now'")
      #expect(await page.waits(for: "document.querySelector('main').dataset.view === 'now'"))
      let settles =
        "(async () => { const old = window.asked; await new Promise((done) => setTimeout(done, 500)); return window.asked === old; })()"
      #expect(await eventually { (try? await page.evaluate(settles)?.bool) == true })
    }
  }

  @Test func theHistoryIsTakenAlongInThreeForms() async throws {
    let downloads = TemporaryFolder()
    try await visiting("history", at: experienced()) { _, page in
      try await page.saveDownloads(in: downloads.path)
      #expect(await page.waits(for: "\(Self.rows).length === 3"))
      // What is taken along is what the filter leaves.
      try await page.evaluate(Self.fillIn(["Profile": "work"]))
      #expect(await page.waits(for: "\(Self.rows).length === 2"))
      func take(_ name: String, as file: String) async throws -> String {
        try await page.evaluate(
          "[...document.querySelectorAll('a[download]')].find(one => one.textContent === '\(name)').click()")
        // An empty file holds the place until the whole one takes it.
        #expect(await eventually { (try? Files.read(downloads(file)))?.isEmpty == false }, "\(file)")
        return String(decoding: try Files.read(downloads(file)), as: UTF8.self)
      }
      let table = try await take("CSV", as: "focuskey.csv")
      #expect(
        table.split(whereSeparator: \.isNewline).count == 3 && table.contains("thesis") && !table.contains("study"))
      let calendar = try await take("iCalendar", as: "focuskey.ics")
      #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\n") && calendar.hasSuffix("END:VCALENDAR\r\n"))
      #expect(calendar.split(separator: "\r\n").count { $0 == "BEGIN:VEVENT" } == 2)
      let data = try await take("JSON", as: "focuskey.json")
      let whole = try JSONDocument(data).root
      let sessions = whole.array ?? whole["sessions"]?.array
      #expect(sessions?.compactMap { $0["profile"]?.string } == ["work", "work"])
    }
  }

  @Test func theYearIsAHeatMap() async throws {
    try await visiting("history", at: experienced()) { _, page in
      #expect(await page.waits(for: "\(Self.rows).length === 3"))
      try await page.evaluate(
        "[...document.querySelectorAll('.segments button')].find(one => one.textContent === 'Year').click()")
      // A year has a square for each of its days; the more focus, the darker: 30 min, then 1 h 45 min, and a day
      // without any.
      #expect(await page.waits(for: "document.querySelectorAll('.heat [data-step]').length >= 365"))
      let squares = try await page.evaluate(
        """
        ['\(day(3))', '\(day(2))', '\(day(4))'].map(day => {
          const name = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(`${day}T12:00:00Z`));
          const all = [...document.querySelectorAll('.heat [data-day]')].filter(one => one.ariaLabel.startsWith(name));
          return all.map(one => `${one.dataset.step}${one.ariaLabel.slice(name.length)}`).at(-1);
        })
        """)
      #expect(squares?.array?.compactMap { $0.string } == ["1: 30 min", "2: 1 h 45 min", "0: 0 min"])
      let words = try await page.evaluate("document.querySelector('.heat').getAttribute('aria-label')")
      #expect(words?.string?.hasSuffix("2 h 15 min of focus, 5 min of breaks") == true, "\(words?.string ?? "")")
      for (span, drawn) in [
        ("Day", "document.querySelector('.chart .dayline')"),
        ("Week", "document.querySelectorAll('.chart .column').length === 7"),
        ("Month", "document.querySelectorAll('.chart .column').length >= 28"),
      ] {
        try await page.evaluate(
          "[...document.querySelectorAll('.segments button')].find(one => one.textContent === '\(span)').click()")
        #expect(await page.waits(for: drawn), "\(span)")
      }
      // A square for each hour of each weekday.
      #expect(try await page.evaluate("document.querySelectorAll('.when [data-step]').length")?.integer == 168)
    }
  }

  /// The charts have a scale and are walked through by keys; what is chosen is told beside them.
  @Test func theChartsAreWalkedThroughByKeys() async throws {
    try await visiting("history", at: experienced()) { _, page in
      #expect(await page.waits(for: "\(Self.rows).length === 3"))
      try await page.evaluate(
        "[...document.querySelectorAll('.segments button')].find(one => one.textContent === 'Year').click()")
      #expect(await page.waits(for: "document.querySelector('.heat [tabindex=\"0\"]')"))
      try await page.evaluate("document.querySelector('.heat [tabindex=\"0\"]').focus()")
      for _ in 0..<2 { try await page.press("ArrowUp", code: 38) }
      #expect(try await page.evaluate("document.activeElement.dataset.day")?.string == day(2))
      // What a square stands for is said at it, to eyes as well.
      #expect(
        await page.waits(
          for: "document.querySelector('.tip:not([hidden])')?.textContent === document.activeElement.ariaLabel"))
      try await page.press("Enter", code: 13, text: "\r")
      #expect(await page.waits(for: "document.querySelector('.inspector h2').textContent.endsWith('1 h 45 min')"))
      #expect(
        await page.waits(
          for: "document.querySelector('.inspector .day').textContent.includes('1 break \u{B7} 1 resisted')"))
      #expect(
        await page.waits(for: "document.querySelector('.tried').textContent === 'reddit.com1'"))
      // The month shows both days on a scale of hours, each in the colours of its profiles.
      try await page.evaluate(
        "[...document.querySelectorAll('.segments button')].find(one => one.textContent === 'Month').click()")
      #expect(await page.waits(for: "document.querySelector('.chart .column')"))
      let lines = try await page.evaluate(
        "[...document.querySelectorAll('.chart .gridline')].map(one => one.textContent)")
      #expect(lines?.array?.compactMap { $0.string } == ["0 min", "1 h", "2 h"])
      let worn = try await page.evaluate(
        "[...document.querySelectorAll('.chart .column[data-day=\"\(day(2))\"] b')].map(one => one.dataset.accent)")
      #expect(worn?.array?.compactMap { $0.string } == ["0"])
      try await page.evaluate("document.querySelector('.column[tabindex=\"0\"]').focus()")
      let before = try await page.evaluate("document.activeElement.dataset.day")?.string ?? ""
      try await page.press(before.hasSuffix("-01") ? "ArrowRight" : "ArrowLeft", code: 37)
      #expect(
        await page.waits(
          for: "document.activeElement.dataset.day !== '\(before)' && document.activeElement.ariaPressed === 'true'"))
    }
  }
}
