import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// A limit that is reached, as Now shows it: what lifts it, step by step.
extension DashboardTests {
  /// A home in which half an hour of social networks was used up just now.
  static func usedUp(_ overrides: String, for desk: inout DashboardAPITests.Desk) throws {
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
      {"id": "social", "blocks": {"categories": ["social"]}, "minutesPerDay": 30, "overrides": \(overrides)}
      """
    try replaceLog(
      of: &desk, by: facts, settings: #"{"profiles":[{"id":"work","name":"Work"}],"allowances":[\#(allowance)]}"#)
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
