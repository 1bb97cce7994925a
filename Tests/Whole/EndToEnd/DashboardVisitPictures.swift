import LinuxRuntime
import TestSupport
import Testing

/// The pictures of a visit: the page in a blocked site's place with one on offer, in use and used up, and Now
/// meanwhile.
extension DashboardTests {
  @Test(.enabled(if: wantsPictures)) func picturesOfThePageInVisits() async throws {
    try mustHaveLetters()
    // A shield without a helper, and a desktop of its own, which is none.
    let folder = TemporaryFolder()
    let desk = try DashboardAPITests.Desk(environment: [
      "TZ": "UTC", "FOCUSKEY_SHIELD": folder("no.sock"), "HOME": folder("user"),
      "XDG_DATA_HOME": folder("user/share"),
    ])
    try await visiting(at: desk) { desk, page in
      func say(_ words: String...) throws {
        let outcome = try desk.service.program.run(words + ["--home", desk.home.path])
        #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      }
      try say("promise", "edit", "I promised myself the thesis draft by December. Not perfect, but whole.")
      try say(
        "profile", "edit", "work", "--site", "reddit.com", "--site", "youtube.com/shorts", "--set",
        "{visits: {perSession: 2, minutes: 5}}")
      try say("start", "work", "--minutes", "50")
      let address = "http://127.0.0.1:\(desk.port)/shield?site="
      try await page.open(address + "reddit.com")
      #expect(await page.waits(for: "document.querySelector('[name=visit]')"))
      try await shoot("visit-offer", of: page)
      try await page.evaluate("document.querySelector('[name=visit]').click()")
      #expect(await page.waits(for: "document.querySelector('a[href=\"https://reddit.com/\"]')"))
      try await shoot("visit-open", of: page)
      try await page.open("http://127.0.0.1:\(desk.port)/#now")
      #expect(await page.waits(for: "document.getElementById('visit-end')"))
      try await shoot("visit-now", of: page)
      try say("visit", "--end")
      try await page.open(address + "youtube.com/shorts")
      #expect(await page.waits(for: "document.querySelector('[name=visit]')"))
      try await shoot("visit-part", of: page)
      try await page.evaluate("document.querySelector('[name=visit]').click()")
      #expect(await page.waits(for: "document.querySelector('a[href=\"https://youtube.com/shorts\"]')"))
      try say("visit", "--end")
      try await page.open(address + "reddit.com")
      #expect(await page.waits(for: "document.querySelector('.card') && !document.querySelector('[name=visit]')"))
      try await shoot("visit-gone", of: page)
    }
    try writeContactSheet()
  }

  /// Parts of sites in a profile, and a limit whose minutes are not the same each day.
  @Test(.enabled(if: wantsPictures)) func picturesOfThePagesFormsOfPartsAndMinutes() async throws {
    try mustHaveLetters()
    try await visiting(at: DashboardAPITests.Desk()) { desk, page in
      func say(_ words: String...) throws {
        let outcome = try desk.service.program.run(words + ["--home", desk.home.path])
        #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      }
      try say(
        "profile", "edit", "work", "--site", "reddit.com", "--site", "youtube.com/shorts", "--site",
        "!reddit.com/r/debian")
      try say(
        "allowance", "add", "social", "--category", "social", "--minutes", "30", "--on", "weekend=60", "--on", "fri=45",
        "--week", "200", "--roll-over", "30", "--except", "old.reddit.com")
      try await take("minutes", view: "limits", of: page)
      try await take(
        "minutes-form", view: "limits", of: page, at: "dialog details .grid",
        after: "document.querySelector('.card .actions button').click()")
      try await page.evaluate("document.querySelector('dialog').close()")
      try await take(
        "parts", view: "profiles", of: page, at: "dialog select:has(option[value=whole])",
        after: "document.querySelector('[aria-label*=\"Work\"]').click()")
    }
    try writeContactSheet()
  }
}
