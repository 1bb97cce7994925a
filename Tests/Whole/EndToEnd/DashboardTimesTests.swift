import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// What passes on the page: the question's wait and the break's ring.
extension DashboardDaysTests {
  /// Five seconds are five seconds: from the moment at which the question shows until its answer can be given.
  @Test func theQuestionsWaitIsAsLongAsTheProfileSays() async throws {
    try await visiting { desk, page in
      #expect(try desk.service("start", "work").exitCode == 0)
      #expect(await page.waits(for: "document.getElementById('end')"))
      var waits: [Double] = []
      for _ in 0..<3 {
        try await page.evaluate(
          """
          globalThis.waited = null;
          (() => {
            let asked = null;
            const watch = new MutationObserver(() => {
              const answer = document.getElementById('confirm');
              if (answer && asked === null) asked = performance.now();
              if (answer && !answer.disabled) { globalThis.waited = performance.now() - asked; watch.disconnect(); }
            });
            watch.observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
            document.getElementById('end').click();
          })()
          """)
        #expect(await page.waits(for: "globalThis.waited !== null"))
        waits.append((try await page.evaluate("globalThis.waited")?.number) ?? 0)
        // It opened no sooner than the service allows.
        try await page.evaluate("document.getElementById('confirm').click()")
        #expect(await eventually { await self.state(desk) == "idle" })
        #expect(try desk.service("start", "work").exitCode == 0)
        #expect(await page.waits(for: "document.getElementById('end')"))
      }
      #expect(waits.allSatisfy { (4900...5300).contains($0) }, "\(waits)")
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
