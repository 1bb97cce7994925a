import FocusSession
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Suites that visit the dashboard in a real browser of their own, one test after the other.
protocol DashboardVisits: Sendable {
  /// The browser; each test has a context of its own in it.
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

  /// Sets fields by their labels, as a person finds them.
  static func fillIn(_ values: KeyValuePairs<String, String>) -> String {
    let pairs = values.map { "[\(JSONValue.string($0.key).text), \(JSONValue.string($0.value).text)]" }
    return """
      for (const [name, value] of [\(pairs.joined(separator: ", "))]) {
        const place = document.querySelector('dialog[open]') ?? document.querySelector('main');
        const label = [...place.querySelectorAll('label')].find(one => one.textContent === name);
        const control = document.getElementById(label.htmlFor);
        control.value = value;
        control.dispatchEvent(new Event('input', { bubbles: true }));
        control.dispatchEvent(new Event('change', { bubbles: true }));
      }
      """
  }

  /// Puts a deck into a home: `word 1`, `word 2` and so on.
  static func importDeck(
    _ name: String, of count: Int, to desk: DashboardAPITests.Desk, content: String = "an explanation"
  ) throws {
    let cards = (1...count).map { number -> JSONValue in
      [
        "id": .string("c\(number)"), "title": .string("word \(number)"), "content": .string(content),
        "category": "Words",
      ]
    }
    try Files.replace(desk.home("\(name).json"), with: (["cards": .array(cards)] as JSONValue).octets)
    // Whose service it is may be another one's than the test's.
    #expect(unsafe chmod(desk.home("\(name).json"), 0o644) == 0)
    let outcome = try desk.service("deck", "import", desk.home("\(name).json"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  /// Puts these facts and settings into a home, in place of what was there.
  static func replaceLog(
    of desk: inout DashboardAPITests.Desk, by facts: [(at: Int, line: String)], settings: String,
    environment: [String: String?] = [:]
  ) throws {
    let head = [#"{"export":"focuskey","v":1}"#, #"{"at":1700000000000,"settings":\#(settings)}"#]
    let lines = head + facts.map { $0.line } + [#"{"end":{"facts":\#(facts.count),"settings":1}}"#]
    desk.service.stop()
    try Files.replace(desk.home("log.jsonl"), with: Array(lines.joined(separator: "\n").utf8) + [0x0A])
    let outcome = try BuiltProgram.focuskey("import", "--replace", desk.home("log.jsonl"), "--home", desk.home.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    desk.service = try RunningService(home: desk.home.path, environment: environment.merging(["TZ": "UTC"]) { $1 })
  }
}
