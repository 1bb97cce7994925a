import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// What passes on the page: the question's wait and the break's ring.
extension DashboardDaysTests {
  /// Five seconds are five seconds: not less from the moment at which the question is asked for until its answer can be
  /// given, and not more from the moment at which it shows.
  @Test func theQuestionsWaitIsAsLongAsTheProfileSays() async throws {
    try await visiting { desk, page in
      #expect(try desk.service("start", "work").exitCode == 0)
      #expect(await page.waits(for: "document.getElementById('end')"))
      var (sinceAsked, sinceShown): ([Double], [Double]) = ([], [])
      for _ in 0..<3 {
        try await page.evaluate(
          """
          globalThis.waited = null;
          (() => {
            const asked = performance.now();
            let shown = null;
            const watch = new MutationObserver(() => {
              const answer = document.getElementById('confirm');
              const now = performance.now();
              if (answer && shown === null) shown = now;
              if (answer && !answer.disabled) { globalThis.waited = [now - asked, now - shown]; watch.disconnect(); }
            });
            watch.observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
            document.getElementById('end').click();
          })()
          """)
        #expect(await page.waits(for: "globalThis.waited !== null"))
        let waited = try await page.evaluate("globalThis.waited")?.array?.compactMap(\.number) ?? []
        try #require(waited.count == 2)
        sinceAsked.append(waited[0])
        sinceShown.append(waited[1])
        // It opened no sooner than the service allows.
        try await page.evaluate("document.getElementById('confirm').click()")
        #expect(await eventually { await self.state(desk) == "idle" })
        #expect(try desk.service("start", "work").exitCode == 0)
        #expect(await page.waits(for: "document.getElementById('end')"))
      }
      #expect(sinceAsked.allSatisfy { $0 >= 4990 }, "\(sinceAsked)")
      #expect(sinceShown.allSatisfy { $0 <= 5300 }, "\(sinceShown)")
    }
  }

  /// The ring shows what is left of the break, as the browser computes it.
  @Test func theBreaksRingDrains() async throws {
    try await visiting { desk, page in
      try await desk.configure(#"{"profiles": [{"id": "short", "name": "Short", "breaks": {"minutes": 1}}]}"#)
      #expect(try desk.service("start", "short").exitCode == 0)
      #expect(try desk.service("break", "1").exitCode == 0)
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'break'"))
      func part() async throws -> Double {
        try await page.evaluate(
          """
          (() => {
            const style = getComputedStyle(document.querySelector('.ring .arc'));
            const around = 2 * Math.PI * document.querySelector('.ring .arc').r.baseVal.value;
            if (Math.abs(parseFloat(style.strokeDasharray) - around) > 1) return -1;
            return 1 - parseFloat(style.strokeDashoffset) / around;
          })()
          """)?.number ?? -2
      }
      let left = "Number(document.querySelector('.time').textContent.split(':')[1])"
      #expect(await page.waits(for: "\(left) > 0 && \(left) <= 55"))
      let shown = try await page.evaluate(left)?.number ?? 0
      let drawn = try await part()
      #expect(abs(drawn - shown / 60) < 0.04, "\(drawn) of the ring for \(shown) s")
      #expect(await page.waits(for: "\(left) <= 50"))
      #expect(try await part() < drawn - 0.03)
    }
  }
}
