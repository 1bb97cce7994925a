import JSONText
import RealParts
import TestSupport
import Testing

/// The dashboard's pages about more than the session at hand: limits, lessons, steps, plans, times, devices, history.
///
/// Beside ``DashboardTests``, with a browser of its own: one after the other, all of them take longer than anything
/// else.
@Suite(.longRealParts, .serialized) struct DashboardDaysTests: DashboardVisits {
  static let browser = Result { try Chromium() }
}

/// A suite that visits the dashboard in a real browser.
protocol DashboardVisits: Sendable {
  static var browser: Result<Chromium, any Error> { get }
}

extension DashboardVisits {
  /// A service, and a page in the browser that `focuskey open` let in.
  func visiting(
    _ view: String = "now", letIn: Bool = true, at desk: DashboardAPITests.Desk? = nil,
    _ body: (DashboardAPITests.Desk, ChromiumPage) async throws -> Void
  ) async throws {
    let desk = try desk ?? DashboardAPITests.Desk()
    let page = try await Self.browser.get().page()
    if letIn { try await page.open("http://127.0.0.1:\(desk.port)\(try desk.target())") }
    try await page.open("http://127.0.0.1:\(desk.port)/#\(view)")
    let isThere = await page.waits(
      for:
        "document.querySelector('main h1') && document.querySelector('main').dataset.view === '\(view)' && !document.querySelector('main').textContent.includes('One moment')"
    )
    if !isThere {
      let sight = try await page.evaluate(
        "[document.hidden, document.readyState, location.href, document.body.innerText.slice(0, 300), ...performance.getEntriesByType('resource').map((one) => `${one.name} ${one.responseStatus} ${one.startTime} ${one.responseEnd}`)].join('\\n')"
      )
      Issue.record("no view: \(sight?.string ?? "") \(page.complaints()) \(desk.log)")
    }
    try await body(desk, page)
    #expect(page.complaints() == [])
    await page.close()
  }

  /// The state as the service tells it.
  func state(_ desk: DashboardAPITests.Desk) async -> String? {
    await desk.get("status").body?["state"]?.string
  }
}
