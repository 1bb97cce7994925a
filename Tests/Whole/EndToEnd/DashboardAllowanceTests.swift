import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// A limit that is reached, as Now shows it: what lifts it, step by step.
extension DashboardDaysTests {
  /// What opens a limit by movement is shown with what begins it, and a set is counted there as it is done.
  @Test func aSetIsCountedWhereItOpensALimit() async throws {
    var desk = try DashboardAPITests.Desk()
    let lift = #", "lift": {"by": ["move"], "trust": "measured", "pointsPerMinute": 5, "most": 60}"#
    try Self.usedUp("[]", lift: lift, for: &desk)
    try await visiting(at: desk) { desk, page in
      let way = "document.querySelector('.limit .way')"
      #expect(await page.waits(for: "\(way)?.textContent.includes('10 jumping jacks open this for 30 minutes.')"))
      let order = "focuskey move jumping_jack --reps 10"
      #expect(try await page.evaluate("\(way).querySelector('code').textContent === '\(order)'")?.bool == true)
      #expect(try await page.evaluate("document.querySelector('.score')")?.isNull == true)
      let cookie = try await desk.cookie()
      func hand(_ amount: Int, _ kind: String = "jumping_jack", after earlier: Int) async {
        let words = #""kind":"\#(kind)","amount":\#(amount),"trust":"measured","after":\#(earlier)"#
        let answer = await desk.command("{\"command\":\"moved\",\(words)}", cookie: cookie)
        #expect(answer.body?["ok"]?.bool == true, "\(answer)")
      }
      func tells(_ words: String) async -> Bool {
        await page.waits(for: "document.querySelector('.set .score')?.textContent === '\(words)'")
      }
      // As `focuskey move` hands them in before a camera: three at first, then each.
      await hand(3, after: 0)
      #expect(await tells("3 of 10"))
      // Some of it opened the limit for some minutes already; the set goes on.
      #expect(await page.waits(for: "!\(way)"))
      for done in 3..<6 { await hand(1, after: done) }
      #expect(await tells("6 of 10"))
      try await onEveryScreen(page, "a set")
      // Another exercise is another set, and nothing was asked of it.
      await hand(3, "squat", after: 0)
      #expect(await tells("3"))
      await hand(12, after: 0)
      #expect(await tells("12 of 10"))
    }
  }

  @Test func aLimitThatIsReachedIsLiftedStepByStep() async throws {
    var desk = try DashboardAPITests.Desk()
    try Self.importDeck("Spanish", of: 3, to: desk)
    try Self.usedUp(
      #"[{"name": "ill", "perMonth": 2, "wait": "3s", "gate": [{"learn": 1}, {"type": "I am ill."}]}]"#, for: &desk)
    try await visiting(at: desk) { desk, page in
      let limit = "document.querySelector('.limit')"
      // What there will be to do is said before anybody asks.
      #expect(await page.waits(for: "\(limit)?.textContent.includes('Social networks: used up for today')"))
      let said = "\u{201C}ill\u{201D} lifts the limit: learn 1 card, type \u{201C}I am ill.\u{201D}, wait 3 s."
      #expect(try await page.evaluate("\(limit).textContent.includes('\(said)')")?.bool == true)
      try await page.evaluate("document.getElementById('lift-social-ill').click()")
      let open = "\(limit).querySelectorAll('.steps li[data-state=open]').length"
      #expect(await page.waits(for: "\(open) >= 2 && document.getElementById('lift-social-ill').disabled"))
      #expect(try await page.evaluate("document.querySelectorAll('.toast').length")?.integer == 0)
      try await onEveryScreen(page, "a limit")
      // The steps are there without scrolling.
      try await page.resize(1440, 900)
      #expect(await page.waits(for: "document.documentElement.scrollHeight <= innerHeight"))
      // By keys: the sentence is typed in place, the card is learned where its button leads.
      try await page.evaluate("\(limit).querySelector('form input').focus()")
      try await page.type("I am ill.")
      try await page.press("Enter", code: 13, text: "\r")
      #expect(await page.waits(for: "!\(limit).querySelector('form')"))
      try await page.evaluate("\(limit).querySelector('a.button').click()")
      #expect(await page.waits(for: "document.getElementById('turn')"))
      try await page.evaluate("document.getElementById('turn').click()")
      try await page.press("3", code: 51, text: "3")
      #expect(await eventually { await desk.get("decks").body?["reviews"]?.integer == 1 })
      try await page.evaluate("location.hash = 'now'")
      #expect(await page.waits(for: "document.getElementById('lift-social-ill')?.disabled === false"))
      try await page.evaluate("document.getElementById('lift-social-ill').click()")
      #expect(await page.waits(for: "!\(limit)"))
      #expect(
        await eventually { await desk.get("status").body?["allowances"]?.array?.first?["state"]?.string == "open" })
    }
  }

  /// A condition without steps counts down where it was asked for, and what is spent says so.
  @Test func whatOnlyWaitsCountsDown() async throws {
    var desk = try DashboardAPITests.Desk()
    try Self.usedUp(#"[{"name": "ill", "perMonth": 1, "wait": "10m"}]"#, for: &desk)
    try await visiting(at: desk) { desk, page in
      #expect(await page.waits(for: "document.getElementById('lift-social-ill')"))
      try await page.evaluate("document.getElementById('lift-social-ill').click()")
      let counts =
        "/lifts the limit in (10:00|0?9:\\d\\d)\\.$/.test(document.querySelector('.limit .waits')?.textContent)"
      #expect(await page.waits(for: counts))
      #expect(try desk.service("allowance", "list").output.contains("  ill: lifts the limit in "))
      let left = await desk.get("status").body?["allowances"]?.array?.first?["granted"]?.array?.first?["left_seconds"]
      #expect((500...600).contains(left?.integer ?? 0))
    }
  }
}

extension DashboardVisits {
  /// A home in which half an hour of social networks was used up just now.
  static func usedUp(
    _ overrides: String, lift: String = "", camera: String = "/bin/true", for desk: inout DashboardAPITests.Desk
  ) throws {
    let now = (Int(try BuiltProgram(at: "/bin/date").run(["+%s"]).lines[0]) ?? 0) * 1000
    func fact(_ at: Int, _ rest: String) -> (at: Int, line: String) {
      (at, #"{"at":\#(at),"boot":"b","steady":\#(at),"tick":\#(at),"v":4,\#(rest),"allowance":"social"}"#)
    }
    let began = now - 31 * 60_000
    let facts = [
      fact(began, #""fact":"allowance-day","day":"2026-11-23","ends":\#(now + 6 * 3_600_000)"#),
      fact(began, #""fact":"allowance-use""#),
      fact(began + 30 * 60_000, #""fact":"allowance-use-ended","ended":\#(began + 30 * 60_000)"#),
      fact(began + 30 * 60_000, #""fact":"allowance-reached""#),
    ]
    let allowance = """
      {"id": "social", "blocks": {"categories": ["social"]}, "minutesPerDay": 30, "overrides": \(overrides)\(lift)}
      """
    try replaceLog(
      of: &desk, by: facts, settings: #"{"profiles":[{"id":"work","name":"Work"}],"allowances":[\#(allowance)]}"#,
      // A set can be done where there is a program that sees one.
      environment: lift.isEmpty ? [:] : ["FOCUSKEY_CAMERA": camera])
  }
}
