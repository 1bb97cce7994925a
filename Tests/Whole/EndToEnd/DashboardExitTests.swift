import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// The ways through a session that ask most of a person: out of it by the emergency exit, and all of it by keys alone.
extension DashboardTests {
  @Test func theEmergencyExitIsTypedAndWaitsLongerEachTime() async throws {
    try await visiting { desk, page in
      try await desk.configure(
        """
        {"emergency": {"count": 2, "waits": ["3s", "4s"], "sentence": "I give in."},
         "profiles": [{"id": "deep", "name": "Deep", "end": "timer"}]}
        """)
      #expect(try desk.service("recovery-code").exitCode == 0)
      for (left, wait) in [("2 emergency exits left", 3), ("1 emergency exit left", 4)] {
        #expect(try desk.service("start", "deep", "--minutes", "50").exitCode == 0)
        #expect(await page.waits(for: "document.getElementById('ways')"))
        // This profile ends by no question.
        #expect(try await page.evaluate("document.getElementById('end') === null")?.bool == true)
        // What it takes is said before it is taken.
        try await page.evaluate(
          "document.getElementById('ways').open || document.getElementById('ways-summary').click()")
        #expect(
          await page.waits(
            for:
              "document.getElementById('ways').textContent.includes('\(left). This one ends the session after \(wait) s')"
          ))
        #expect(
          await page.waits(for: "document.getElementById('ways').textContent.includes('\u{201C}I give in.\u{201D}')"))

        try await page.evaluate("document.getElementById('sentence').focus()")
        try await page.type("I give ")
        // What happens elsewhere takes nothing of it from under the hands that type it.
        #expect(try desk.service("extend", "5").exitCode == 0)
        #expect(await page.waits(for: "document.querySelector('main').textContent.includes('until')"))
        #expect(await eventually { await desk.get("status").body?["remaining_seconds"]?.integer ?? 0 > 3000 })
        #expect(await page.waits(for: "/^5[34]:/.test(document.querySelector('.time').textContent)"))
        #expect(try await page.evaluate("document.activeElement.id")?.string == "sentence")
        try await page.type("up.")
        try await page.press("Enter", code: 13, text: "\r")
        #expect(await page.waits(for: "document.querySelector('.toast.no')?.textContent.includes('I give in.')"))
        #expect(try await page.evaluate("document.getElementById('sentence').value")?.string == "I give up.")
        for _ in 0..<3 { try await page.press("Backspace", code: 8) }
        try await page.type("in.")
        try await page.press("Enter", code: 13, text: "\r")
        #expect(
          await page.waits(for: "/ends in 00:0\\d/.test(document.querySelector('main .notice').textContent)"))
        if wait == 3 { try await cancelExitAndAskAgain(desk, page) }
        #expect(await page.waits(for: "document.getElementById('done')"))
        #expect(await state(desk) == "idle")
        _ = try await page.evaluate("document.getElementById('toasts').replaceChildren()")
      }
      #expect(try desk.service("start", "deep", "--minutes", "50").exitCode == 0)
      #expect(
        await page.waits(
          for:
            "document.getElementById('ways')?.textContent.includes('No emergency exits left') && !document.getElementById('sentence')"
        ))
      // The last way out of all: the code.
      let why = await desk.get("sessions").body?["sessions"]?.array?.compactMap { $0["why"]?.string }
      #expect(why == ["emergency", "emergency"])
    }
  }

  /// Cancelled, an exit costs nothing.
  private func cancelExitAndAskAgain(_ desk: DashboardAPITests.Desk, _ page: ChromiumPage) async throws {
    try await page.evaluate("document.getElementById('take-back').click()")
    #expect(await page.waits(for: "!document.getElementById('take-back') && document.getElementById('sentence')"))
    #expect(await state(desk) == "focusing")
    try await page.evaluate("document.getElementById('sentence').focus()")
    try await page.type("I give in.")
    try await page.press("Enter", code: 13, text: "\r")
  }

  @Test func aRecoveryCodeEndsOneSession() async throws {
    try await visiting("profiles") { desk, page in
      try await page.evaluate(
        "[...document.querySelectorAll('main button')].find(one => one.textContent === 'Create a code').click()")
      #expect(await page.waits(for: "document.querySelector('dialog .code')"))
      let code = try #require(try await page.evaluate("document.querySelector('dialog .code').textContent")?.string)
      try await page.press("Escape", code: 27)
      try await page.evaluate("location.hash = 'now'")
      #expect(try desk.service("start", "work").exitCode == 0)
      #expect(await page.waits(for: "document.getElementById('ways-summary')"))
      try await page.evaluate("document.getElementById('ways-summary').click()")
      for (text, ends) in [("not-a-code", false), (code, true)] {
        try await page.evaluate("(() => { const one = document.getElementById('code'); one.focus(); one.select(); })()")
        try await page.type(text)
        try await page.press("Enter", code: 13, text: "\r")
        #expect(
          await page.waits(for: ends ? "document.getElementById('done')" : "document.querySelector('.toast.no')"))
        #expect(await state(desk) == (ends ? "idle" : "focusing"))
      }
    }
  }

  /// Without a mouse: choose, type, start, rest, come back, end. The focus is never lost on the way.
  @Test func aWholeSessionByKeysAlone() async throws {
    try await visiting { desk, page in
      try await desk.configure(
        #"{"profiles": [{"id": "work", "name": "Work"}, {"id": "play", "name": "Play", "question": {"wait": "1s", "closes": "30s"}}]}"#
      )
      #expect(await page.waits(for: "document.querySelector('[name=profile][value=play]')"))
      /// Goes on by Tab until a control has the focus.
      func go(to id: String) async throws {
        for _ in 0..<25 {
          if try await page.evaluate("document.activeElement.id")?.string == id { return }
          try await page.press("Tab", code: 9)
        }
        Issue.record("no way to \(id) by keys")
      }
      func press() async throws { try await page.press("Enter", code: 13, text: "\r") }
      func isInView(_ place: String) async throws {
        let inside = try await page.evaluate("document.querySelector('main').contains(document.activeElement)")
        #expect(inside?.bool == true, "\(place)")
      }
      try await go(to: "skip")
      try await press()
      try await go(to: "task")
      try await page.type("By keys")
      try await page.press("Tab", code: 9)
      #expect(try await page.evaluate("document.activeElement.value")?.string == "work")
      try await page.press("ArrowDown", code: 40)
      #expect(await page.waits(for: "document.querySelector('[value=play]').checked"))
      // From anywhere in the invitation.
      try await press()
      #expect(await page.waits(for: "document.querySelector('h1').textContent === 'Play'"))
      try await isInView("after the start")
      try await go(to: "break")
      try await press()
      #expect(await page.waits(for: "document.getElementById('resume')"))
      try await isInView("on the break")
      try await go(to: "resume")
      try await press()
      #expect(await page.waits(for: "document.getElementById('end')"))
      try await isInView("after the break")
      try await go(to: "end")
      try await press()
      #expect(
        await page.waits(for: "document.getElementById('confirm') && !document.getElementById('confirm').disabled"))
      try await isInView("asked")
      try await go(to: "confirm")
      try await press()
      #expect(await page.waits(for: "document.getElementById('done')"))
      try await isInView("at the end")
      try await go(to: "done")
      try await press()
      #expect(await page.waits(for: "document.getElementById('start')"))
      try await isInView("after the end")
      let last = await desk.get("sessions").body?["sessions"]?.array?.first
      #expect(
        last?["profile"]?.string == "play" && last?["task"]?.string == "By keys" && last?["why"]?.string == "confirmed")
    }
  }
}
