import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// The drawing of a profile, chosen by command and on the page.
extension DashboardTests {
  @Test func aProfilesIconIsChosenAndShown() async throws {
    try await visiting("profiles") { desk, page in
      try await desk.configure(#"{"profiles": [{"id": "work", "name": "Work"}, {"id": "quiet", "name": "Quiet"}]}"#)
      #expect(try desk.service("profile", "edit", "quiet", "--icon", "music").exitCode == 0)
      for (wrong, code) in [(["--icon", "wine"], 64), (["--set", "{icon: 'wine'}"], 65)] {
        let refused = try desk.service.program.run(["profile", "edit", "quiet"] + wrong + ["--home", desk.home.path])
        #expect(refused.exitCode == Int32(code), "\(refused.errors)")
      }
      func drawn(_ place: String) async throws -> String? {
        try await page.evaluate("\(place)?.querySelector('.icon path').getAttribute('d')")?.string
      }
      // The form has what was chosen, by keys another is, and what the form does not touch stays.
      let edit = "document.querySelector('[aria-label=\"Edit Quiet\"]')"
      #expect(await page.waits(for: edit))
      try await page.evaluate("\(edit).click()")
      #expect(await page.waits(for: "document.querySelector('.icons :checked')?.value === 'music'"))
      try await onEveryScreen(page, "icons")
      let music = try await drawn("document.querySelector('.icons .choice:has(:checked)')")
      try await page.evaluate("document.querySelector('.icons :checked').focus()")
      try await page.press("ArrowRight", code: 39)
      #expect(await page.waits(for: "document.querySelector('.icons :checked').value === 'mail'"))
      let mail = try await drawn("document.querySelector('.icons .choice:has(:checked)')")
      #expect(mail != nil && mail != music)
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let kept = await desk.get("profiles").body?["profiles"]?.array?.map { $0["icon"]?.string }
      #expect(kept == [nil, "mail"])
      #expect(await page.waits(for: "document.querySelectorAll('.card')[1]?.querySelector('h2 .icon')"))
      // On the tile of Now, and in History's legend.
      try await page.evaluate("location.hash = 'now'")
      let tile = "document.querySelector('.tile:has([value=quiet])')"
      #expect(await page.waits(for: tile))
      #expect(try await drawn(tile) == mail)
      #expect(try desk.service("start", "quiet").exitCode == 0)
      try await page.evaluate("location.hash = 'history'")
      let key = "document.querySelector('.key [data-accent]')"
      #expect(await page.waits(for: "\(key)?.textContent === 'Quiet'"))
      #expect(try await drawn(key) == mail)
      // What is in use is drawn as the person likes, too: that loosens nothing.
      #expect(try desk.service("profile", "edit", "quiet", "--icon", "heart").exitCode == 0)
      // The list shows what is chosen elsewhere, and the window what the list shows.
      try await page.evaluate("location.hash = 'profiles'")
      let work = "document.querySelector('.card:has([aria-label=\"Edit Work\"]) h2 .icon')"
      #expect(await page.waits(for: work))
      try await page.evaluate("void (window.before = \(work).outerHTML)")
      #expect(try desk.service("profile", "edit", "work", "--icon", "sport").exitCode == 0)
      #expect(await page.waits(for: "\(work) && \(work).outerHTML !== window.before"))
      try await page.evaluate("document.querySelector('[aria-label=\"Edit Work\"]').click()")
      #expect(await page.waits(for: "document.querySelector('.icons :checked')?.value === 'sport'"))
      // By its name again.
      try await page.evaluate("document.querySelector('.icons input').click()")
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(await desk.get("profiles").body?["profiles"]?.array?.first?["icon"] == nil)
    }
  }
}
