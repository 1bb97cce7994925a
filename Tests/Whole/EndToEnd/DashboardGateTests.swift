import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Steps before a break, the end and an allowance's condition: how they are put together on the page, and passed there.
extension DashboardDaysTests {
  private static let keys =
    #""keys": [{"id": "desk", "name": "Desk card", "uid": "04A1B2C3D4E580", "may": []}, {"id": "hall", "uid": "04A1B2C3D4E581", "may": []}]"#

  /// What a script can say of the gate whose title is that.
  private func gate(_ title: String) -> String {
    "[...document.querySelectorAll('dialog .gate')].find(one => one.querySelector('legend').textContent === '\(title)')"
  }

  private func add(_ kind: String, to title: String, on page: ChromiumPage) async throws {
    try await page.evaluate(
      "(() => { const gate = \(gate(title)); gate.querySelector('.row > select').value = '\(kind)'; [...gate.querySelectorAll('button')].at(-1).click(); })()"
    )
  }

  private func edit(_ name: String, on page: ChromiumPage) async throws {
    #expect(await page.waits(for: "document.querySelector('[aria-label=\"\(name)\"]')"))
    try await page.evaluate("document.querySelector('[aria-label=\"\(name)\"]').click()")
    #expect(await page.waits(for: "document.querySelector('dialog .gate')"))
    // The steps are among the rules that most people never open.
    try await page.evaluate("document.querySelectorAll('dialog details').forEach(one => { one.open = true; })")
    // What is folded can be focused once it was drawn, which a busy browser puts off for a page that is not in front.
    try await page.call("Page.bringToFront")
    let drawn = "requestAnimationFrame(() => requestAnimationFrame(() => done(true)))"
    try await page.evaluate("new Promise(done => { \(drawn); setTimeout(() => done(false), 5000); })")
  }

  private func profile(_ desk: DashboardAPITests.Desk) async -> JSONNode? {
    await desk.get("profiles").body?["profiles"]?.array?.first
  }

  @Test func stepsOfAGateAreAddedOrderedAndRemovedByKeys() async throws {
    // A form offers the keys that the page knows when it opens.
    let desk = try DashboardAPITests.Desk()
    try await desk.configure("{\(Self.keys)}")
    try await visiting("profiles", at: desk) { desk, page in
      try await edit("Edit Work", on: page)
      let steps = "\(gate("Steps before a break")).querySelectorAll('.gatesteps li')"
      for kind in ["type", "wait", "tap"] { try await add(kind, to: "Steps before a break", on: page) }
      // The focus is in the step that is new; a wait can be there once.
      #expect(await page.waits(for: "\(steps).length === 3 && \(steps)[2].contains(document.activeElement)"))
      let kinds = "[...\(gate("Steps before a break")).querySelectorAll('.row > select option')].map(one => one.value)"
      #expect(try await page.evaluate("\(kinds).includes('wait')")?.bool == false)
      #expect(try await page.evaluate("\(kinds).includes('tap')")?.bool == true)
      try await page.evaluate(Self.fillIn(["Tap a key": "desk", "Type a sentence": "I mean it."]))
      // Up by a key, twice: the focus goes along, and it is said where the step is now.
      try await page.evaluate("\(steps)[2].querySelector('button').focus()")
      try await page.press("Enter", code: 13, text: "\r")
      #expect(
        await page.waits(
          for:
            "\(gate("Steps before a break")).querySelector('[role=status]').textContent === 'tap Desk card, now step 2 of 3'"
        ))
      try await page.press("Enter", code: 13, text: "\r")
      #expect(
        await page.waits(
          for:
            "\(steps)[0].querySelector('select')?.value === 'desk' && document.activeElement.ariaLabel === 'Move down: tap Desk card'"
        ))
      try await page.evaluate("\(steps)[2].querySelector('.close').focus()")
      try await page.press("Enter", code: 13, text: "\r")
      #expect(
        await page.waits(for: "\(steps).length === 2 && document.activeElement.ariaLabel?.startsWith('Remove: ')"))
      try await add("scan", to: "Steps before the end", on: page)
      try await page.evaluate(Self.fillIn(["Scan a key in another room": "hall"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(
        await profile(desk)?["gate"]?.value.text
          == #"{"break":[{"tap":"desk"},{"type":"I mean it."}],"end":[{"scan":"hall"}]}"#)
      // It is said before the choice, and what the form shows is what is there.
      #expect(
        await page.waits(for: "document.querySelector('.card').textContent.includes('Before a break: tap Desk card')"))
      try await edit("Edit Work", on: page)
      #expect(await page.waits(for: "\(steps).length === 2"))
    }
  }

  @Test func whatNobodyCouldPassIsSaidAtItsStep() async throws {
    try await visiting("profiles") { desk, page in
      try await edit("Edit Work", on: page)
      try await add("wait", to: "Steps before the end", on: page)
      try await add("learn", to: "Steps before the end", on: page)
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      let wrong = "document.querySelector('.gatesteps [aria-invalid]')"
      #expect(await page.waits(for: "\(wrong)?.value === '5' && document.activeElement === \(wrong)"))
      let said = "document.getElementById(\(wrong).getAttribute('aria-describedby')).textContent"
      #expect(try await page.evaluate(said)?.string?.contains("there are no cards to learn") == true)
      #expect(try await page.evaluate("document.querySelectorAll('.toast.no').length")?.integer == 0)
      #expect(await profile(desk)?["gate"] == nil)
      // With cards it can be passed.
      try Self.importDeck("Spanish", of: 9, to: desk)
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(await profile(desk)?["gate"]?.value.text == #"{"end":[{"wait":"30s"},{"learn":5}]}"#)
    }
  }

  @Test func theStepsOfAnAllowancesConditionAreEdited() async throws {
    try await visiting("limits") { desk, page in
      try await desk.configure(
        #"{"allowances": [{"id": "social", "blocks": {"categories": ["social"]}, "minutesPerDay": 30, "overrides": [{"name": "ill", "perMonth": 2, "wait": "1m"}]}]}"#
      )
      try await edit("Steps of ill", on: page)
      let title = "Before \u{201C}ill\u{201D} lifts the limit"
      try await add("type", to: title, on: page)
      try await page.evaluate(Self.fillIn(["Type a sentence": "I am ill."]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let settings = await desk.get("settings").body?["settings"]
      let rule = settings?["allowances"]?.array?.first?["overrides"]?.array?.first
      #expect(rule?["gate"]?.value.text == #"[{"type":"I am ill."}]"# && rule?["wait"]?.string == "1m")
      #expect(
        await page.waits(for: "document.querySelector('main').textContent.includes('type \u{201C}I am ill.\u{201D}')"))
    }
  }

  @Test func aGateIsPassedStepByStep() async throws {
    try await visiting { desk, page in
      try Self.importDeck("Spanish", of: 3, to: desk)
      try await desk.configure(
        #"{\#(Self.keys), "profiles": [{"id": "work", "name": "Work", "gate": {"break": [{"wait": "1s"}, {"tap": "desk"}, {"type": "I mean it."}, {"learn": 1}, {"scan": "hall"}]}}]}"#
      )
      _ = try desk.service("start", "work")
      #expect(await page.waits(for: "document.querySelectorAll('.steps li').length === 5"))
      // In advance nothing loosens; asking is what the wait and the tap need.
      try await page.evaluate("document.getElementById('break').click()")
      #expect(await page.waits(for: "document.querySelector('.toast.no').textContent.includes('learn')"))
      let open = "document.querySelectorAll('.steps li[data-state=open]').length"
      #expect(await page.waits(for: "\(open) === 4"))
      try await page.evaluate("document.getElementById('sentence-of-step').focus()")
      try await page.type("I mean it.")
      try await page.press("Enter", code: 13, text: "\r")
      #expect(await page.waits(for: "\(open) === 3"))
      #expect(try desk.service("tap", "desk").exitCode == 0)
      #expect(await page.waits(for: "\(open) === 2"))
      #expect(try desk.service("tap", "hall").exitCode == 0)
      #expect(await page.waits(for: "\(open) === 1"))
      #expect(await state(desk) == "focusing")
      try await page.evaluate("location.hash = 'learn'")
      #expect(await page.waits(for: "document.getElementById('turn')"))
      try await page.evaluate("document.getElementById('turn').click()")
      try await page.press("3", code: 51, text: "3")
      #expect(await eventually { await desk.get("decks").body?["reviews"]?.integer == 1 })
      try await page.evaluate("location.hash = 'now'")
      #expect(await page.waits(for: "document.getElementById('break') && \(open) === 0"))
      try await page.evaluate("document.getElementById('break').click()")
      #expect(await eventually { await state(desk) == "break" })
    }
  }
}
