import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Nights and straying: what the log tells of them, as the page shows it.
extension DashboardTests {
  /// Puts nights into a home.
  static func nights(_ minutes: [Int], for desk: inout DashboardAPITests.Desk) throws {
    let settings = #"{"profiles":[{"id":"work","name":"Work"}],"bedtime":{"from":"23:00","to":"07:00"}}"#
    try replaceLog(of: &desk, by: try factsOfNights(minutes), settings: settings)
  }

  @Test func aBedtimeIsSetWhereThereIsNone() async throws {
    try await visiting("nights") { desk, page in
      #expect(await page.waits(for: "document.querySelector('.tonight img')?.complete"))
      try await page.evaluate("document.querySelector('.tonight form').requestSubmit()")
      #expect(await eventually { await desk.get("settings").body?["settings"]?["bedtime"]?["from"]?.string == "23:00" })
      #expect(await page.waits(for: "!document.querySelector('.tonight form')"))
    }
  }

  @Test func aNightThatHasBegunIsNoticedAtOnce() async throws {
    let screen = try HiddenScreen()
    let desk = try DashboardAPITests.Desk(environment: ["TZ": "UTC", "DISPLAY": screen.name])
    try await visiting("nights", at: desk) { _, page in
      #expect(await page.waits(for: "document.querySelector('.tonight form')"))
      func clock(_ hours: Int) -> String {
        "new Date(Date.now() + \(hours) * 3600000).toISOString().slice(11, 16)"
      }
      for (field, hours) in [("bed-from", -1), ("bed-to", 2)] {
        try await page.evaluate("document.getElementById('\(field)').value = \(clock(hours))")
      }
      try await page.evaluate("document.querySelector('.tonight form').requestSubmit()")
      // What watches for input is there a moment later than the bedtime, and the page hears of it.
      #expect(await page.waits(for: "document.querySelector('.tonight h1').textContent === 'Not used so far'"))
    }
  }

  @Test func eachNightHasItsEyeAndItsReport() async throws {
    var desk = try DashboardAPITests.Desk(environment: ["TZ": "UTC"])
    try Self.nights([90, 60, 45, 0, 30, 20, 15, 12, 10], for: &desk)
    try await visiting("nights", at: desk) { desk, page in
      #expect(await page.waits(for: "document.querySelectorAll('.night[data-night]').length === 9"))
      #expect(
        await page.waits(
          for: "[...document.querySelectorAll('main img')].every(one => one.complete && one.naturalWidth)"))
      // The last night is what is shown; keys walk to the others.
      #expect(await page.waits(for: "document.querySelector('.report .much b').textContent === '10 min'"))
      try await page.evaluate("document.querySelector('.night[aria-pressed=true]').focus()")
      try await page.press("ArrowLeft", code: 37)
      #expect(await page.waits(for: "document.querySelector('.report .much b').textContent === '12 min'"))
      #expect(
        try await page.evaluate(
          "document.activeElement.dataset.night === document.querySelector('.night[aria-pressed=true]').dataset.night")?
          .bool == true)
      try await page.press("Home", code: 36)
      #expect(await page.waits(for: "document.querySelector('.report .much b').textContent === '1 h 30 min'"))
      // Nine nights are too few to speak of a trend, and the page says so.
      #expect(await page.waits(for: "document.querySelector('main').textContent.includes('9 of 10 nights recorded')"))
      // The picture is the command's.
      let night = try #require(await desk.get("nights").body?["nights"]?.array?.first?["night"]?.string)
      let drawn = await Browser.get("/api/v1/eye?minutes=90&night=\(night)", port: desk.port)
      let command = try BuiltProgram.focuskey("night", "eye", "--minutes", "90", "--date", night).output
      #expect(drawn.contains("image/svg+xml") && drawn.hasSuffix(command))
      for wrong in ["eye", "eye?minutes=-1", "eye?minutes=1441", "eye?minutes=5&night=2026-02-30"] {
        #expect(await desk.get(wrong).status == "400", "\(wrong)")
      }
    }
  }

  @Test func tenNightsHaveATrend() async throws {
    var desk = try DashboardAPITests.Desk(environment: ["TZ": "UTC"])
    try Self.nights([40, 38, 36, 34, 32, 30, 28, 26, 24, 22], for: &desk)
    try await visiting("nights", at: desk) { _, page in
      #expect(
        await page.waits(for: "document.querySelector('main').textContent.includes('About 14 min less each week.')"))
    }
  }

  /// The question of the morning, asked on the page that shows it, and led to from Now.
  @Test func theMorningAsksHowTheEyesFeel() async throws {
    let home = try MorningTests.Home()
    var desk = try DashboardAPITests.Desk(environment: ["TZ": home.zone])
    desk.service.stop()
    let log = home.folder("log.jsonl")
    #expect(try BuiltProgram.focuskey("import", "--replace", log, "--home", desk.home.path).exitCode == 0)
    desk.service = try RunningService(home: desk.home.path, environment: ["TZ": home.zone])
    try await visiting(at: desk) { desk, page in
      let link = "document.querySelector('.foot a[href=\"#nights\"]')"
      #expect(await page.waits(for: "\(link)?.textContent === 'How do your eyes feel?'"))
      try await page.evaluate("\(link).click()")
      #expect(await page.waits(for: "document.getElementById('eyes-2')"))
      #expect(
        try await page.evaluate(
          "document.querySelector('.morning').textContent.includes('Last night: 12 min in use.')")?
          .bool == true)
      try await onEveryScreen(page, "the morning")
      try await page.evaluate("document.getElementById('eyes-2').focus()")
      try await page.press("Enter", code: 13, text: "\r")
      #expect(await page.waits(for: "document.getElementById('eyes-2').ariaPressed === 'true'"))
      #expect(try await page.evaluate("document.activeElement.id")?.string == "eyes-2")
      #expect(await page.waits(for: "document.querySelector('.report').textContent.includes('EyesTired')"))
      #expect(await desk.get("status").body?["morning"]?["eyes"]?.integer == 2)
      // Thought again.
      try await page.evaluate("document.getElementById('eyes-0').click()")
      #expect(await page.waits(for: "document.querySelector('.report').textContent.includes('EyesFine')"))
      try await page.evaluate("location.hash = 'now'")
      #expect(await page.waits(for: "document.getElementById('start') && !\(link)"))
    }
  }

  /// The card of the session is taken away: the page says so, and the person can say that it was work.
  @Test func strayingIsToldAndExcused() async throws {
    var desk = try DashboardAPITests.Desk()
    desk.service.stop()
    try Files.replace(desk.home("config.json5"), with: Array("{ port: \(desk.port), signals: { card: true } }".utf8))
    desk.service = try RunningService(home: desk.home.path)
    try await visiting(at: desk) { desk, page in
      try await desk.configure(
        """
        {"profiles": [{"id": "desk", "name": "Desk", "presence": true, "guard": {"presence": {"after": "1s", "does": "count"}}}],
         "keys": [{"id": "card", "name": "Card", "uid": "04A1B2C3D4E580", "may": ["start", "stop"], "link": "https://focuskey.app/focus/desk"}]}
        """)
      #expect(try desk.service("tap", "card").exitCode == 0)
      #expect(await page.waits(for: "document.querySelector('.guard')?.textContent === 'On task'"))
      #expect(try desk.service("tap", "--lift").exitCode == 0)
      #expect(
        await page.waits(for: "/^Strayed \\d\\d:\\d\\d/.test(document.querySelector('.guard.away')?.textContent)"))
      #expect(await page.waits(for: "document.querySelector('.guard.away').textContent.includes('the card is away')"))
      try await page.evaluate("document.getElementById('excuse').click()")
      #expect(await page.waits(for: "!document.querySelector('.guard.away')"))
      #expect(await desk.get("strays").body?["strays"]?.array?.first?["why"]?.string == "excused")
      // An episode that is over is called work as well, and counts nowhere.
      #expect(try desk.service("tap", "card").exitCode == 0)
      // The tap asked whether to end; until that is answered there is only the question.
      #expect(try desk.service("keep").exitCode == 0)
      #expect(try desk.service("tap", "--lift").exitCode == 0)
      #expect(await page.waits(for: "document.querySelector('.guard.away')"))
      #expect(try desk.service("tap", "card").exitCode == 0)
      #expect(await page.waits(for: "!document.querySelector('.guard.away')"))
      #expect(try desk.service("excuse").exitCode == 0)
      let numbers = await desk.get("stats").body?["stats"]?["straying"]
      #expect(numbers?["episodes"]?.integer == 0, "\(String(describing: numbers))")
      // What is noticed here, by what.
      try await page.evaluate("location.hash = 'signals'")
      #expect(
        await page.waits(
          for: "document.querySelector('.signals [data-state=in-force]')?.textContent.includes('Card on the reader')"))
      #expect(await page.waits(for: "document.querySelectorAll('.signals [data-state=off]').length === 6"))
    }
  }

  @Test func theWallShowsWhatWasReachedAndWhatIsNext() async throws {
    try await visiting { desk, page in
      try await desk.configure(
        #"{"profiles": [{"id": "work", "name": "Work", "question": {"wait": "1s", "closes": "30s"}}]}"#)
      _ = try desk.service("start", "work")
      _ = try desk.service("stop")
      #expect(
        await page.waits(for: "!document.getElementById('confirm')?.disabled && document.getElementById('confirm')"))
      try await page.evaluate("document.getElementById('confirm').click()")
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'ended'"))
      try await page.evaluate("location.hash = 'history'")
      let first =
        "[...document.querySelectorAll('.badges button')].find(one => one.ariaLabel === 'The first session: earned')"
      #expect(await page.waits(for: first))
      #expect(await page.waits(for: "document.querySelector('.badges').textContent.includes('1 / 10')"))
      #expect(await page.waits(for: "document.querySelector('.level').textContent.startsWith('Level 1')"))
      // A badge has its details; one that was earned can be shown to others, by pressing for it.
      try await page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
      try await page.evaluate("\(first).click()")
      #expect(await page.waits(for: "document.getElementById('share-badge')"))
      try await page.evaluate("document.getElementById('share-badge').click()")
      #expect(await page.waits(for: "window.copied === 'The first session \u{B7} 5 points \u{B7} FocusKey'"))
      try await page.evaluate("document.querySelector('dialog').close()")
      let earned = "document.querySelectorAll('.badges [data-earned]').length"
      try await page.evaluate("document.querySelector('.chip[data-kind=open]').click()")
      #expect(await page.waits(for: "\(earned) === 0 && document.querySelectorAll('.badges li').length > 20"))
      try await page.evaluate("document.querySelector('.badges button').click()")
      #expect(await page.waits(for: "document.querySelector('dialog')?.textContent.includes('It is worth 10 points.')"))
      #expect(try await page.evaluate("document.getElementById('share-badge') === null")?.bool == true)
      try await page.evaluate("document.querySelector('dialog').close()")
      try await page.evaluate("document.querySelector('.chip[data-kind=earned]').click()")
      #expect(await page.waits(for: "\(earned) === document.querySelectorAll('.badges li').length && \(earned) > 0"))
      // Nothing is claimed of straying that nobody looked for.
      #expect(await page.waits(for: "document.querySelector('.wall a[href=\"#signals\"]')"))
      #expect(try await page.evaluate("document.querySelector('.wall').textContent.includes('%')")?.bool == false)
    }
  }
}

extension DashboardVisits {
  /// The facts of nights, the last one yesterday: how many minutes each had. Each with its moment.
  static func factsOfNights(_ minutes: [Int]) throws -> [(at: Int, line: String)] {
    let date = BuiltProgram(at: "/bin/date")
    func run(_ ago: Int, _ time: String, _ form: String) throws -> String {
      try date.run(["-u", "-d", "\(ago) days ago \(time)", form]).lines[0]
    }
    var facts: [(at: Int, line: String)] = []
    for (index, length) in minutes.enumerated() {
      let ago = minutes.count - index
      let night = try run(ago, "23:00", "+%F")
      let began = (Int(try run(ago, "23:20", "+%s")) ?? 0) * 1000
      let wake = (Int(try run(ago - 1, "07:00", "+%s")) ?? 0) * 1000
      let end = began + length * 60_000
      func fact(_ at: Int, _ rest: String) {
        facts.append((at, #"{"at":\#(at),"boot":"b","steady":\#(at),"tick":\#(at),"v":4,\#(rest)}"#))
      }
      if length > 0 {
        fact(began, #""fact":"awake","began":\#(began),"night":"\#(night)""#)
        fact(end, #""fact":"awake-ended","began":\#(began),"ended":\#(end)"#)
      }
      fact(end, #""fact":"good-night""#)
      let (used, times) = (length * 60_000, length > 0 ? 1 : 0)
      fact(wake, #""fact":"night-report","night":"\#(night)","used":\#(used),"times":\#(times),"longest":\#(used)"#)
    }
    return facts
  }

  /// Puts these facts and settings into a home, in place of what was there.
  static func replaceLog(
    of desk: inout DashboardAPITests.Desk, by facts: [(at: Int, line: String)], settings: String,
    environment: [String: String?] = [:]
  ) throws {
    let head = [#"{"export":"focuskey","v":1}"#, #"{"at":1700000000000,"settings":\#(settings)}"#]
    let lines = head + facts.map { $0.line } + [#"{"end":{"facts":\#(facts.count),"settings":1}}"#]
    desk.service.stop()
    try Files.replace(desk.home("log.jsonl"), with: Array(lines.joined(separator: "\n").utf8) + [0x0A])
    let outcome = try BuiltProgram.focuskey("import", "--replace", desk.home("log.jsonl"), "--home", desk.home.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    desk.service = try RunningService(home: desk.home.path, environment: environment.merging(["TZ": "UTC"]) { $1 })
  }
}
