import BareLog
import FocusWire
import Glibc
import LinuxRuntime
import SQLiteLog
import SystemClock
import TestSupport

/// What thirty years of heavy use cost: a million sessions in the log, asked by programs as people run them; and what
/// one fact costs beside a bare insert.
func sessionBenchmarks(_ run: BenchmarkRun) throws {
  try commitBenchmark(run)
  let folder = TemporaryFolder()
  let path = folder("focuskey.sqlite")
  let years = ManyYears(sessions: run.isSmoke ? 2000 : 1_000_000, endingAt: SystemTime.wall())
  let facts = try years.record(at: path)
  let name = "\(years.sessions) sessions"
  run.report("\(name), facts", Double(facts), "facts")
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { return run.fail("no log at \(path)") }
  run.report("\(name), file", Double(status.st_size) / 1_048_576, "MiB")
  try Files.replace(folder("config.json5"), with: Array("{port: 0}".utf8))
  // The first start finds what a service that ran leaves; the following ones are what people wait for.
  try RunningService(home: folder.path).stop()
  var starts: [Double] = []
  for _ in 0..<(run.isSmoke ? 2 : 21) {
    var service: RunningService?
    starts.append(try milliseconds { service = try RunningService(home: folder.path) })
    service?.stop()
  }
  run.promise("\(name), start to ready, process, median", percentile(starts, 50), atMost: 150, "ms")
  let service = try RunningService(home: folder.path)
  for (words, bound) in [(["status", "--json"], 5.0), (["stats"], 60), (["history", "--since", "30d"], 25)] {
    for form in words == ["history", "--since", "30d"] ? [[], ["--json"]] : [[]] {
      try askBenchmark(run, service, words + form, name, atMost: bound)
    }
  }
  run.report(
    "\(name), resident memory of the service", Double(try field("VmRSS", in: "/proc/\(service.id)/status")) / 1024,
    "MiB")
  service.stop()
}

private func askBenchmark(
  _ run: BenchmarkRun, _ service: RunningService, _ words: [String], _ name: String, atMost bound: Double
) throws {
  var times: [Double] = []
  for _ in 0..<(run.isSmoke ? 2 : 51) {
    times.append(
      try milliseconds {
        let arguments = words + ["--home", service.home]
        try ChildProcess.start(service.program.path, arguments, output: .nothing).wait()
      })
  }
  let what = "\(name), \(words.joined(separator: " ")), process"
  run.promise("\(what), median", percentile(times, 50), atMost: bound, "ms")
  run.report("\(what), p95", percentile(times, 95), "ms")
}

/// One fact through the log beside one row through SQLite alone, by turns, so that both meet the same disk.
private func commitBenchmark(_ run: BenchmarkRun) throws {
  let folder = TemporaryFolder()
  guard let bare = BareLog(folder("bare.sqlite")) else { return run.fail("no bare log can be opened") }
  let rounds = run.isSmoke ? 20 : 4000
  var years = ManyYears(sessions: rounds, endingAt: SystemTime.wall())
  let facts = years.next() ?? []
  let path = folder("ours.sqlite")
  // What is in the row is the same; the text is made outside the peer's time, as the peer is given it.
  let bodies = facts.prefix(rounds).map { $0.json.text }
  let times = try waitFor { () async throws -> (ours: [Double], bare: [Double]) in
    let log = try SQLiteLog(path: path) { _ in .fault("no links here") }
    // As the service does.
    await log.beginTending()
    var times: (ours: [Double], bare: [Double]) = ([], [])
    for (fact, body) in zip(facts, bodies) {
      let wall = fact.stamp.moment.wall.milliseconds
      let before = ContinuousClock.now
      try await log.record([fact], settings: nil, at: fact.stamp.moment)
      let between = ContinuousClock.now
      guard bare.add(wall, fact.name, body) else { throw SystemError("bare insert", EIO) }
      times.ours.append(microseconds(between - before))
      times.bare.append(microseconds(ContinuousClock.now - between))
    }
    return times
  }
  for percent in [50, 99] {
    let (ours, theirs) = (percentile(times.ours, percent), percentile(times.bare, percent))
    run.report("commit of one fact, p\(percent)", ours, "µs")
    run.report("bare SQLite insert, p\(percent)", theirs, "µs")
    run.promise("commit of one fact / bare SQLite insert, p\(percent)", ours / theirs, atMost: 1.2, "ratio")
  }
}

/// The peer: SQLite alone, in C.
///
/// Unchecked: one task uses it, and it is closed after that task's end.
@safe private final class BareLog: @unchecked Sendable {
  private let log: OpaquePointer

  init?(_ path: String) {
    guard let log = unsafe bare_log_open(path) else { return nil }
    unsafe self.log = log
  }

  func add(_ wall: Int64, _ kind: String, _ body: String) -> Bool { unsafe bare_log_add(log, wall, kind, body) == 0 }

  deinit { unsafe bare_log_close(log) }
}

private func microseconds(_ time: Duration) -> Double {
  Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12
}
