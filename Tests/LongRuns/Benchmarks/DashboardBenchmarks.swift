import Glibc
import LinuxRuntime
import TestSupport

/// What the dashboard costs: how fast it opens, what very many listeners take, and how a long history is looked
/// through.
func dashboardBenchmarks(_ run: BenchmarkRun) throws {
  let folder = TemporaryFolder()
  let port = try FreePort.take()
  try Files.replace(folder("config.json5"), with: Array("{ port: \(port) }".utf8))
  let service = try RunningService(home: folder.path)
  try firstViewBenchmark(run, port)
  try tapOnPageBenchmark(run, service, port)
  service.stop()
  // Beside a service that had a browser: what listeners take is counted from a service that had none.
  let fresh = TemporaryFolder()
  try Files.replace(fresh("config.json5"), with: Array("{ port: \(port) }".utf8))
  let quiet = try RunningService(home: fresh.path)
  try listenersBenchmark(run, quiet, port)
  quiet.stop()
  try historyBenchmark(run, folder, port)
}

/// Everything that the first view of *Now* fetches, packed as browsers take it, one after the other, as slowly as a
/// browser never would.
private func firstViewBenchmark(_ run: BenchmarkRun, _ port: UInt16) throws {
  let files =
    ["/", "/tokens.css", "/dashboard/dashboard.css", "/dashboard/icon.svg"]
    + (try modules(of: ["app.js", "now.js"], port)).map { "/dashboard/\($0)" }
  var times: [Double] = []
  var (size, heads) = (0, 0)
  for _ in 0..<(run.isSmoke ? 3 : 51) {
    (size, heads) = (0, 0)
    times.append(
      try milliseconds {
        for file in files {
          let answer = try fetch(file, port, "Accept-Encoding: gzip\r\n")
          let end = Array("\r\n\r\n".utf8)
          let head = answer.indices.first { answer[$0...].starts(with: end) }.map { $0 + end.count } ?? 0
          heads += head
          size += answer.count - head
        }
        for answer in ["status", "settings", "stats"] { _ = try fetch("/api/v1/\(answer)", port) }
      })
  }
  run.promise("first view, every file and answer one after the other", median(times), atMost: 200, "ms")
  run.report("first view, files", Double(files.count), "files")
  run.promise("first view in all, packed", Double(size) / 1000, atMost: 60, "kB")
  run.report("its headers", Double(heads) / 1000, "kB")
}

/// The modules themselves and all that they ask for before they run.
private func modules(of first: [String], _ port: UInt16) throws -> [String] {
  var found = first
  var next = 0
  while next < found.count {
    var text = Substring(String(decoding: try fetch("/dashboard/\(found[next])", port), as: UTF8.self))
    next += 1
    while let start = text.firstRange(of: "from \"./") {
      text = text[start.upperBound...]
      let name = String(text.prefix { $0 != "\"" })
      if !found.contains(name) { found.append(name) }
    }
  }
  return found
}

private func listenersBenchmark(_ run: BenchmarkRun, _ service: RunningService, _ port: UInt16) throws {
  let memory = "/proc/\(service.id)/status"
  let count = 500
  let before = try field("VmRSS", in: memory)
  var listeners: [Int32] = []
  for _ in 0..<count { listeners.append(try ask("/api/v1/events", port)) }
  try waits(for: listeners, until: "event: status")
  let grown = Double(try field("VmRSS", in: memory) - before) / 1024
  run.promise("\(count) listeners, resident memory beside none", grown, atMost: 30, "MB")
  // Each command takes the service's own time as well: a process starts, the log is synced.
  var times: [Double] = []
  for word in (run.isSmoke ? [["start", "work"]] : [["start", "work"], ["stop"], ["keep"], ["stop"], ["keep"]]) {
    let event = ["start": "session-started", "stop": "question-opened", "keep": "question-answered"][word[0]] ?? ""
    times.append(
      try milliseconds {
        _ = try service.program.run(word + ["--home", service.home])
        try waits(for: listeners, until: "\"event\":\"\(event)\"")
      })
  }
  run.promise("a command, and all \(count) listeners have heard of it", median(times), atMost: 250, "ms")
  for listener in listeners { close(listener) }
  sleep(1)
  run.report(
    "after they left, resident memory beside none", Double(try field("VmRSS", in: memory) - before) / 1024, "MB")
}

private func historyBenchmark(_ run: BenchmarkRun, _ folder: TemporaryFolder, _ port: UInt16) throws {
  let count = run.isSmoke ? 20_000 : 1_000_000
  // Twenty minutes each, half an hour apart, up to a few days ago.
  let script = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO sessions (id, profile, task, started, ended, why, focused, breaks, attempts)
    SELECT printf('01HISTORY%017d', i), CASE i % 3 WHEN 0 THEN 'study' ELSE 'work' END, 'thesis',
      1790000000000 - i * 1800000, 1790000000000 - i * 1800000 + 1200000, 'completed', 1200000, 0, 0 FROM n;
    INSERT INTO days (day, focused, sessions) SELECT started / 86400000, sum(focused), count(*) FROM sessions GROUP BY 1
    ON CONFLICT (day) DO UPDATE SET focused = focused + excluded.focused;
    """
  let outcome = try BuiltProgram(at: "/usr/bin/sqlite3").run([folder("focuskey.sqlite"), script])
  guard outcome.exitCode == 0 else { return run.fail("sqlite3: \(outcome.errors)") }
  let service = try RunningService(home: folder.path)
  var place = ""
  let opening = try milliseconds {
    for target in ["/api/v1/stats", "/api/v1/days?since=2026-09-14&until=2026-09-20"] { _ = try fetch(target, port) }
    place = try next(in: fetch("/api/v1/sessions?limit=200", port))
  }
  run.promise("history of \(count) sessions, everything that opening it asks", opening, atMost: 1000, "ms")
  var times: [Double] = []
  for _ in 0..<(run.isSmoke ? 5 : 50) {
    times.append(
      try milliseconds { place = try next(in: fetch("/api/v1/sessions?limit=200&before=\(place)", port)) })
  }
  run.promise("the following 200 of \(count) sessions", median(times), atMost: 50, "ms")
  let deep = try milliseconds {
    _ = try fetch("/api/v1/sessions?limit=200&before=\(1_790_000_000_000 - count * 1_700_000).0", port)
  }
  run.promise("200 sessions from the depth of \(count)", deep, atMost: 50, "ms")
  try longHistoryOnPageBenchmark(run, port, count)
  service.stop()
}

/// The place from which the next page goes on.
private func next(in answer: [UInt8]) throws -> String {
  let text = String(decoding: answer, as: UTF8.self)
  guard let start = text.firstRange(of: "\"next\":\"") else { throw SystemError("next", ENOENT) }
  return String(text[start.upperBound...].prefix { $0 != "\"" })
}

/// A whole answer.
func fetch(_ target: String, _ port: UInt16, _ fields: String = "") throws -> [UInt8] {
  try Files.read(Descriptor(owning: try ask(target, port, fields)), named: target)
}

/// Sends a request.
private func ask(_ target: String, _ port: UInt16, _ fields: String = "") throws -> Int32 {
  let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard number >= 0 else { throw SystemError.last("socket") }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let connected = unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard connected == 0 else { throw SystemError.last("connect") }
  let head = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(fields)\r\n"
  try Files.write(head.utf8, to: number)
  return number
}

/// The service ended a listener's connection.
private struct Ended: Error {
  /// The end of what it had heard.
  let heard: String
  let awaited: String
}

/// Reads from everybody until each has got those words, and fails where one of them does not keep up.
private func waits(for listeners: [Int32], until words: String) throws {
  var chunk = [UInt8](repeating: 0, count: 64 << 10)
  for listener in listeners {
    var heard: [UInt8] = []
    while !String(decoding: heard, as: UTF8.self).contains(words) {
      let count = unsafe recv(listener, &chunk, chunk.count, 0)
      if count == 0 { throw Ended(heard: String(decoding: heard.suffix(200), as: UTF8.self), awaited: words) }
      guard count > 0 else { throw SystemError.last("recv") }
      heard += chunk[..<count]
    }
  }
}
