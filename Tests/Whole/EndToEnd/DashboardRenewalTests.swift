import Foundation
import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// A tab that stays open while the service behind it is renewed.
extension DashboardTests {
  @Test func anOldTabRenewsItselfWithANewService() async throws {
    try await visiting { desk, page in
      var desk = desk
      // The next version: the same program, but one of its pages says something else.
      let (old, new) = (Array("Ready when you are".utf8), Array("Set when you are so".utf8.prefix(18)))
      var program = try Files.read(BuiltProgram.focuskey.path, limit: 1 << 30)
      // The catalogues have its English text, too.
      var places: [Range<Int>] = []
      while let place = Data(program).range(of: Data(old), in: (places.last?.upperBound ?? 0)..<program.count) {
        places.append(place)
      }
      try #require(!places.isEmpty)
      for place in places { program.replaceSubrange(place, with: new) }
      try Files.replace(desk.home("focuskey"), with: program, mode: 0o755)

      #expect(await page.waits(for: "document.querySelector('h1').textContent === 'Ready when you are'"))
      try await page.evaluate("window.isOld = true")
      desk.service.stop()
      #expect(await page.waits(for: "document.querySelector('#notices .bad')"))
      desk.service = try RunningService(home: desk.home.path, program: BuiltProgram(at: desk.home("focuskey")))
      #expect(
        await page.waits(for: "document.querySelector('h1')?.textContent === '\(String(decoding: new, as: UTF8.self))'")
      )
      #expect(try await page.evaluate("window.isOld === undefined")?.bool == true)
      // It says so, once, and goes on: this browser is still let in.
      #expect(await page.waits(for: "document.getElementById('toasts').textContent.includes('was updated')"))
      try await page.evaluate("document.getElementById('start').click()")
      #expect(await page.waits(for: "document.querySelector('.ring')"))
      try await page.reload()
      #expect(await page.waits(for: "document.querySelector('.ring') && window.isOld === undefined"))
      #expect(try await page.evaluate("document.getElementById('toasts').textContent")?.string == "")
    }
  }

  /// Without its settings the page has nothing to show; an answer that was lost is asked for again.
  @Test func aLostAnswerIsAskedForAgain() async throws {
    try await visiting { _, page in
      try await page.replace("/api/v1/settings", with: #"{"ok": false, "error": {"message": "lost"}}"#)
      try await page.reload()
      #expect(
        await page.waits(
          for:
            "document.querySelector('main').textContent.includes('One moment') && performance.getEntriesByType('resource').some((one) => one.name.endsWith('/settings') && one.responseEnd)"
        ))
      try await page.call("Fetch.disable")
      #expect(await page.waits(for: "document.getElementById('start')"))
    }
  }
}
