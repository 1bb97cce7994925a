import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Now is one instrument: all of it on one screen in each state, its ring as long as the time that is left.
extension DashboardTests {
  private static let profiles = """
    {"profiles": [
       {"id": "deep", "name": "Deep work", "blocks": {"categories": ["social", "video", "news", "games", "shopping"]},
        "breaks": {"minutes": 2}, "question": {"wait": "2s", "closes": "30s"}},
       {"id": "study", "name": "Study"}, {"id": "sleep", "name": "Sleep"}],
     "promise": "I promised myself the thesis draft by December. Not perfect, but whole."}
    """

  private func state(_ name: String, on page: ChromiumPage) async {
    #expect(await page.waits(for: "document.querySelector('main').dataset.state === '\(name)'"), "\(name)")
  }

  /// What has to be scrolled at both sizes, and what of it cannot be seen.
  private func expectOneScreen(_ page: ChromiumPage, _ place: String) async throws {
    for (width, height) in [(1440, 900), (390, 844)] {
      try await page.resize(width, height)
      try await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
      let tall = try await page.evaluate("document.documentElement.scrollHeight - innerHeight")?.number
      #expect(tall == 0, "\(place) at \(width)")
      let hidden = try await page.evaluate(
        """
        (() => {
          const floor = innerWidth < 768 ? document.querySelector('.bar').getBoundingClientRect().top : innerHeight;
          return [...document.querySelectorAll('main button, main input, main .ring, main h1, main h2, main blockquote')]
            .filter(one => one.checkVisibility() && !one.closest('.sr, .choice, .sheet, .popup'))
            .filter(one => { const box = one.getBoundingClientRect(); return box.top < 0 || box.bottom > floor + 0.5 || box.left < 0 || box.right > innerWidth; })
            .map(one => one.id || one.className || one.tagName);
        })()
        """)
      #expect(hidden?.array?.compactMap { $0.string } == [], "\(place) at \(width)")
    }
  }

  @Test func nowIsOneScreenInEachState() async throws {
    try await visiting { desk, page in
      try await desk.configure(Self.profiles)
      #expect(await page.waits(for: "document.querySelector('[value=deep]')"))
      await state("idle", on: page)
      try await expectOneScreen(page, "idle")
      #expect(
        try desk.service("start", "deep", "--minutes", "50", "--task", "Thesis, chapter 3").exitCode == 0)
      await state("focusing", on: page)
      try await expectOneScreen(page, "focusing")
      #expect(try desk.service("break").exitCode == 0)
      await state("break", on: page)
      try await expectOneScreen(page, "break")
      #expect(try desk.service("stop").exitCode == 0)
      await state("question", on: page)
      try await expectOneScreen(page, "question")
      #expect(await page.waits(for: "!document.getElementById('confirm').disabled"))
      try await page.evaluate("document.getElementById('confirm').click()")
      await state("ended", on: page)
      #expect(await page.waits(for: "document.querySelector('.figures').textContent.startsWith('1 break')"))
      try await expectOneScreen(page, "ended")
      // What is written there is kept, also when the next session begins at once.
      try await page.evaluate("document.getElementById('note').focus()")
      try await page.type("the outline first")
      // The details lie over the page, and the page stays where it is.
      try await page.evaluate("document.getElementById('again').click()")
      #expect(
        await eventually {
          let newest = try? desk.service("history", "--json").lines.first
          return newest.flatMap { try? JSONDocument($0).root["note"]?.string } == "the outline first"
        })
      await state("focusing", on: page)
      try await page.evaluate("document.getElementById('ways-summary').click()")
      #expect(await page.waits(for: "document.querySelector('.sheet').checkVisibility()"))
      try await expectOneScreen(page, "details")
      try await page.evaluate("document.getElementById('ways-summary').focus()")
      try await page.press("Escape", code: 27)
      #expect(await page.waits(for: "!document.querySelector('.sheet').checkVisibility()"))
    }
  }

  /// How much of the ring is drawn, as the browser computes it, and how much of the time is left by the service.
  @Test func theRingIsAsLongAsTheTimeLeft() async throws {
    try await visiting { desk, page in
      try await desk.configure(Self.profiles)
      func drawn() async throws -> Double {
        try await page.evaluate(
          """
          (() => {
            const arc = document.querySelector('.ring .arc');
            const [style, around] = [getComputedStyle(arc), arc.getTotalLength()];
            if (Math.abs(parseFloat(style.strokeDasharray) - around) > 1) return -1;
            return 1 - parseFloat(style.strokeDashoffset) / around;
          })()
          """)?.number ?? -2
      }
      #expect(try desk.service("start", "deep", "--minutes", "2").exitCode == 0)
      await state("focusing", on: page)
      let left = "Number(document.querySelector('.time').textContent.split(':')[1])"
      #expect(await page.waits(for: "\(left) > 0 && \(left) < 56"))
      let status = await desk.get("status").body
      let focus = try #require(status?["remaining_seconds"]?.number)
      #expect(abs(try await drawn() - focus / 120) <= 0.01 + 1 / 120)
      // A break that was asked to be shorter than the profile's begins with a whole ring as well.
      #expect(try desk.service("break", "1").exitCode == 0)
      await state("break", on: page)
      #expect(await page.waits(for: "\(left) > 0 && \(left) <= 55"))
      let rest = try #require(await desk.get("status").body?["break"]?["remaining_seconds"]?.number)
      #expect(abs(try await drawn() - rest / 60) <= 0.01 + 1 / 60)
    }
  }

  /// What only a mouse that waits can read is not said by a title alone.
  @Test func noTitleStandsAlone() async throws {
    try await visiting { desk, page in
      try await desk.configure(Self.profiles)
      #expect(try desk.service("start", "deep", "--minutes", "50").exitCode == 0)
      for view in Self.views {
        try await page.evaluate("location.hash = '\(view)'")
        #expect(await page.waits(for: "document.querySelector('main').dataset.view === '\(view)'"))
        let alone = try await page.evaluate(
          """
          [...document.querySelectorAll('[title]')].filter(one => one.title && !one.ariaLabel && !one.textContent.trim())
            .map(one => `${one.tagName} ${one.title}`)
          """)
        #expect(alone?.array?.compactMap { $0.string } == [], "\(view)")
      }
    }
  }

  @Test func theChosenTabIsSeenWhereAllHaveNoRoom() async throws {
    try await visiting("signals") { _, page in
      let isSeen = """
        (() => { const box = document.getElementById('places').getBoundingClientRect();
        const tab = document.querySelector('#places [aria-current]').getBoundingClientRect();
        return tab.left >= box.left && tab.right <= box.right; })()
        """
      // Also when the window becomes narrow while the page is open.
      for width in [1440, 390] {
        try await page.resize(width, 844)
        #expect(await page.waits(for: isSeen), "\(width)")
      }
      try await page.evaluate("location.hash = 'links'")
      #expect(await page.waits(for: "document.querySelector('main').dataset.view === 'links' && \(isSeen)"))
      try await page.evaluate("location.hash = 'profiles'")
      #expect(await page.waits(for: "document.querySelector('main').dataset.view === 'profiles' && \(isSeen)"))
    }
  }
}
