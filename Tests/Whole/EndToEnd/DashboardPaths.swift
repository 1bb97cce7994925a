import JSONText
import TestSupport
import Testing

extension DashboardTests {
  @Test func partsOfSitesSayWhatTheyNeed() async throws {
    try await visiting("profiles") { desk, page in
      try await page.evaluate(
        "[...document.querySelectorAll('main button')].find(one => one.textContent === 'New profile').click()")
      #expect(await page.waits(for: "document.querySelector('dialog[open] form')"))
      let choice = "document.querySelector('dialog option[value=whole]').closest('[hidden]')"
      #expect(await page.waits(for: "\(choice) !== null"))
      // What cannot be compared is refused at its field, with the reason.
      try await page.evaluate(Self.fillIn(["Name": "Parts", "Sites": "youtube.com/watch?v=1"]))
      #expect(await page.waits(for: "\(choice) === null"))
      #expect(
        await page.waits(for: "document.querySelector('dialog').textContent.includes('focuskey shield browser')"))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('dialog .wrong')?.textContent.includes('query')"))

      try await page.evaluate(Self.fillIn(["Sites": "https://www.youtube.com/shorts/\n!reddit.com/r/swift"]))
      try await page.evaluate("document.querySelector('dialog option[value=whole]').selected = true")
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(
        await page.waits(for: "[...document.querySelectorAll('.card h2')].some(one => one.textContent === 'Parts')"))
      let made = await desk.get("profiles").body?["profiles"]?.array?.last
      #expect(
        made?["blocks"]?["sites"]?.array?.compactMap { $0.string } == ["youtube.com/shorts", "!reddit.com/r/swift"])
      #expect(made?["paths"]?.string == "whole")
    }
  }
}
