import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// How soon the page is there, and how soon it shows a tap: also the first after a start of the service.
extension DashboardTests {
  /// How many times slower this machine counts than the one on which the limits were set, at least once: a busy or
  /// small computer is given as much more time.
  private func slowness(_ page: ChromiumPage) async throws -> Double {
    let loop = """
      (() => { const began = performance.now(); let sum = 0; for (let i = 0; i < 3e6; i += 1) sum = (sum * 31 + i) % 65521; return performance.now() - began + sum * 0; })()
      """
    var best = Double.infinity
    for _ in 0..<5 { best = min(best, try await page.evaluate(loop)?.number ?? .infinity) }
    return max(1, best / 12)
  }

  @Test func theFirstViewAndTheFirstTapAreThereAtOnce() async throws {
    // In milliseconds, as they would be on a computer that is not busy.
    var (views, taps): ([Double], [Double]) = ([], [])
    let desk = try DashboardAPITests.Desk()
    try await visiting(at: desk) { desk, page in
      try await desk.configure(
        #"{"profiles": [{"id": "work", "name": "Work", "question": {"wait": "1s", "closes": "30s"}}], "keys": [{"id": "desk", "uid": "04A1B2C3D4E580", "may": ["start"], "link": "https://focuskey.app/focus/work"}]}"#
      )
    }
    var after = desk
    func isAtOnce(_ times: [Double], _ limit: Double) -> Bool { times.min().map { $0 <= limit } ?? false }
    // What else the computer does delays single rounds; a page that is slow by itself is so in each.
    for round in 0..<9 where round < 3 || !isAtOnce(views, 200) || !isAtOnce(taps, 100) {
      after.service.stop()
      after.service = try RunningService(home: desk.home.path)
      try await visiting(at: after) { desk, page in
        let slow = try await slowness(page)
        // The whole page from the wire, as a newcomer gets it; until its first view is painted.
        try await page.call("Network.clearBrowserCache")
        try await page.reload(ignoresCache: true)
        #expect(await page.waits(for: "document.getElementById('start')"))
        let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        #expect(await page.waits(for: paint))
        views.append((try await page.evaluate(paint)?.number ?? .infinity) / slow)
        // From the tap to the frame after the one that shows the session.
        try await page.evaluate(
          """
          globalThis.shown = null;
          (() => {
            const began = performance.now();
            new MutationObserver((_, watch) => {
              if (document.querySelector('main').dataset.state !== 'focusing') return;
              watch.disconnect();
              requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.shown = performance.now() - began; }));
            }).observe(document.querySelector('main'), { attributes: true });
            fetch('/api/v1/commands', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"command":"tap","key":"desk"}' });
          })()
          """)
        #expect(await page.waits(for: "globalThis.shown !== null"))
        taps.append((try await page.evaluate("globalThis.shown")?.number ?? .infinity) / slow)
        #expect(try desk.service("tap", "--lift").exitCode == 0)
        #expect(try desk.service("stop").exitCode == 0)
        #expect(try await eventually(within: .seconds(20)) { try desk.service("confirm").exitCode == 0 })
      }
    }
    #expect(isAtOnce(views, 200), "\(views)")
    #expect(isAtOnce(taps, 100), "\(taps)")
  }
}
