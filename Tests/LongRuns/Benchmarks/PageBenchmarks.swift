import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import TestSupport

/// How long it takes until a person sees it: the page in a real browser.
func tapOnPageBenchmark(_ run: BenchmarkRun, _ service: RunningService, _ port: UInt16) throws {
  let profile = "\(service.home)/page.json5"
  try Files.replace(profile, with: Array("{ profiles: [{ id: 'work', name: 'Work' }] }".utf8))
  _ = try service("profile", "import", profile)
  let count = run.isSmoke ? 4 : 50
  let socket = "\(service.home)/control.sock"
  let figures = try waiting {
    let browser = try Chromium()
    let page = try await browser.page()
    try await page.open("http://127.0.0.1:\(port)/#now")
    guard await page.waits(for: "document.querySelector('main').dataset.state") else {
      throw Chromium.Unseen(description: "the page shows no state")
    }
    // The moment when what is shown has changed, and that of the frame that shows it, by the clock of this computer.
    try await page.evaluate(
      """
      window.seen = [];
      (() => {
        const main = document.querySelector('main');
        const now = () => performance.timeOrigin + performance.now();
        let last = main.dataset.state;
        new MutationObserver(() => {
          if (main.dataset.state === last) return;
          last = main.dataset.state;
          const changed = now();
          requestAnimationFrame(() => requestAnimationFrame(() => window.seen.push([changed, now()])));
        }).observe(main, { attributes: true });
      })()
      """)
    var client = try ControlClient(path: socket)
    var figures: [(changed: Double, shown: Double)] = []
    for number in 0...count {
      // A card nobody has had before, so that none is too soon. The first begins the session and is not counted.
      let path = number == 0 ? "start?profile=work" : number % 2 == 1 ? "break" : "resume"
      let uid = "04A1B2C3D4E5" + (number < 16 ? "0" : "") + String(number, radix: 16, uppercase: true)
      let request: JSONValue = ["command": "tap", "link": "https://focuskey.app/\(path)", "uid": .string(uid)]
      let began = milliseconds()
      let answer = try client.ask(request.octets)
      guard try JSONDocument(answer).root["ok"]?.bool == true, await page.waits(for: "window.seen.length > \(number)"),
        let seen = try await page.evaluate("window.seen[\(number)]")?.array, let changed = seen[0].number,
        let shown = seen[1].number
      else { throw Chromium.Unseen(description: "tap \(number): \(String(decoding: answer, as: UTF8.self))") }
      if number > 0 { figures.append((changed - began, shown - began)) }
      // As a person would: not at the moment when the last frame was made.
      try await Task.sleep(for: .milliseconds(Int64.random(in: 40...90)))
    }
    await page.close()
    return figures
  }
  let (changed, shown) = (figures.map(\.changed), figures.map(\.shown))
  run.report("a tap given to the service to the page changed in Chromium, of \(count), median", median(changed), "ms")
  run.report("a tap given to the service to the page changed in Chromium, p95", percentile(changed, 95), "ms")
  run.report("a tap given to the service to its frame in Chromium, median", median(shown), "ms")
  run.promise("a tap given to the service to its frame in Chromium, p95", percentile(shown, 95), atMost: 100, "ms")
}

/// A very long history in a real browser: opened, and scrolled to its next sessions.
func longHistoryOnPageBenchmark(_ run: BenchmarkRun, _ port: UInt16, _ count: Int) throws {
  let rounds = run.isSmoke ? 3 : 50
  let figures = try waiting {
    let browser = try Chromium()
    let page = try await browser.page()
    // The browser itself is awake.
    try await page.open("http://127.0.0.1:\(port)/#promise")
    _ = await page.waits(for: "document.querySelector('main h1')")
    let start = milliseconds()
    try await page.evaluate("location.hash = 'history'")
    let isShown = "document.querySelector('.rows button') && document.querySelector('.chart [role=group]')"
    guard await page.waits(for: isShown)
    else { throw Chromium.Unseen(description: "the history shows nothing") }
    let opening = milliseconds() - start
    var scrolls: [Double] = []
    for _ in 0..<rounds {
      let time = try await page.evaluate(
        """
        new Promise((done, fail) => {
          const [list, rows] = [document.querySelector('.list'), document.querySelector('.rows')];
          const [start, height] = [performance.now(), rows.clientHeight];
          list.scrollTop = height;
          const look = () => {
            const last = rows.querySelector('li:last-child button');
            const isThere = rows.clientHeight > height && last && Number(last.dataset.index) * 64 > list.scrollTop;
            if (isThere) done(performance.now() - start);
            else if (performance.now() - start > 5000) fail(new Error('nothing more comes'));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        })
        """)
      scrolls.append(time?.number ?? 0)
    }
    // However far it went, the page holds what is seen of it.
    let held = try await page.evaluate("document.querySelectorAll('.rows li').length")?.integer ?? 0
    await page.close()
    return (opening, scrolls, Double(held))
  }
  run.promise("history of \(count) sessions, opened and drawn in Chromium", figures.0, atMost: 1000, "ms")
  run.promise(
    "the following 200 of \(count) sessions, scrolled to and drawn, median", median(figures.1), atMost: 200, "ms")
  run.promise("rows in the page after all that", figures.2, atMost: 60, "rows")
}

extension Chromium {
  /// What was to be seen, and was not.
  struct Unseen: Error, CustomStringConvertible {
    let description: String
  }
}

/// The clock of this computer, in milliseconds since 1970.
private func milliseconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
}

/// What something that waits comes to, for a thread that has nothing else to do.
private func waiting<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let outcome = Locked<Result<Value, any Error>?>(nil)
  Task {
    let result: Result<Value, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.withLock { $0 = result }
  }
  while true {
    if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
    usleep(1000)
  }
}
