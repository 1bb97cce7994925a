import JSONText
import TestSupport
import Testing

/// The minutes of a limit on the page: by day, by week, carried over, and what never counts.
extension DashboardDaysTests {
  @Test func minutesAreSetAsPeopleCountThem() async throws {
    let (desk, folder) = try Self.deskWithApps()
    defer { withExtendedLifetime(folder) {} }
    try await visiting("limits", at: desk) { desk, page in
      func limit() async -> JSONNode? {
        await desk.get("settings").body?["settings"]?["allowances"]?.array?.first
      }
      try await page.evaluate("document.getElementById('new-limit').click()")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(
        Self.fillIn([
          "What you call it": "videos", "Minutes a day": "", "Sites": "https://video.example/watch?v=1",
        ]))
      // A limit counts whole sites, and offers nothing that it would refuse.
      let said = "document.querySelector('dialog').textContent"
      #expect(await page.waits(for: "\(said).includes('counts whole sites') && !\(said).includes('A path is')"))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      let wrong = "document.querySelector('dialog .wrong')?.textContent"
      #expect(await page.waits(for: "\(wrong).includes('how many minutes')"))
      try await page.evaluate(
        Self.fillIn([
          "Minutes a day": "30", "Weekends": "60", "Sunday": "0", "Minutes a week": "200", "Carry over at most": "15",
          "Never count": "docs.video.example",
        ]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let made = await limit()
      #expect(made?["blocks"]?["sites"]?.array?.map(\.string) == ["video.example"])
      let minutes = made?["minutesPerDay"]
      #expect(minutes?["default"]?.integer == 30 && minutes?["weekend"]?.integer == 60)
      #expect(minutes?["sun"]?.integer == 0)
      #expect(made?["minutesPerWeek"]?.integer == 200 && made?["rollOver"]?["most"]?.integer == 15)
      #expect(made?["except"]?.array?.first?.string == "docs.video.example")
      let card = "document.querySelector('.card').textContent"
      #expect(await page.waits(for: "\(card).includes('3 h 20 min a week.') && \(card).includes('this week.')"))
      // What is there is shown again, with what few need open.
      try await page.evaluate(press("Edit the limit videos"))
      #expect(await page.waits(for: "document.querySelector('dialog details[open]')"))
      try await page.evaluate(
        Self.fillIn([
          "Weekends": "", "Sunday": "", "Minutes a week": "", "Carry over at most": "", "Never count": "a/b",
        ]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "\(wrong).includes('path')"))
      #expect(await limit()?["minutesPerWeek"]?.integer == 200)
    }
  }
}
