import BareLog
import FocusSession
import FocusWire
import Glibc
import JSONText
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
  let facts = try waitFor { () async throws -> Int in
    let log = try SQLiteLog(path: path) { _ in .fault("no links here") }
    var years = years
    var count = 0
    while let portion = years.next() {
      try await log.record(portion, settings: nil, at: portion[portion.count - 1].stamp.moment)
      count += portion.count
    }
    try await log.noteStop(at: years.now)
    return count
  }
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

/// Somebody who uses everything every day for thirty years: each session has an end, every other a question, every
/// third a break, every fourth an attempt.
private struct ManyYears: Sendable {
  let sessions: Int
  private let spacing: Int64
  private let policy: Policy
  private let boot = BootID("7b0a8a3e-6a3a-4a5e-9e5a-1d2c3b4a5f60")
  private var made = 0
  private let first: Int64
  /// When the last fact was recorded.
  private(set) var now: Moment

  init(sessions: Int, endingAt wall: Timestamp) {
    self.sessions = sessions
    // A million sessions in thirty years are one in a quarter of an hour, day and night.
    spacing = 30 * 365 * 86_400_000 / 1_000_000
    first = wall.milliseconds - spacing * Int64(sessions + 4)
    policy = Settings.shipped.profiles[0].policy
    now = Moment(wall: Timestamp(milliseconds: first), steady: 0, boot: boot)
  }

  /// The facts of the next sessions; `nil` after the last one.
  mutating func next() -> [Fact]? {
    guard made < sessions else { return nil }
    var facts: [Fact] = []
    facts.reserveCapacity(25_000)
    for _ in 0..<min(5000, sessions - made) { addSession(to: &facts) }
    return facts
  }

  private mutating func addSession(to facts: inout [Fact]) {
    let start = first + spacing * Int64(made)
    let number = made
    made += 1
    func stamp(_ seconds: Int64) -> Stamp {
      let wall = start + seconds * 1000
      return Stamp(
        moment: Moment(wall: Timestamp(milliseconds: wall), steady: wall - first, boot: boot),
        tick: Tick(milliseconds: wall))
    }
    func add(_ seconds: Int64, _ body: Fact.Body) { facts.append(Fact(stamp: stamp(seconds), body: body)) }
    let began = stamp(0)
    let id = SessionID(startedAt: began.moment.wall, entropy: Entropy(high: 1, low: UInt64(number) << 8), count: 0)
    let end = began.tick + .minutes(14)
    let periods = BudgetPeriods(dayEnds: began.tick + .days(1), weekEnds: began.tick + .days(7))
    add(
      0,
      .sessionStarted(
        SessionStart(
          id: id, own: Layer(policy: policy, began: began.tick, until: nil, trigger: .command),
          plannedEnd: number % 2 == 0 ? nil : end, task: number % 5 == 0 ? "chapter \(number)" : nil,
          trigger: .command, periods: periods)))
    var focused: Int64 = 600
    if number % 4 == 0 { add(60, .attempted(Attempt(kind: .site, name: "reddit.com"))) }
    if number % 3 == 0 {
      add(120, .breakStarted(ends: stamp(240).tick, periods, by: .command))
      add(240, .breakEnded(.over))
      focused -= 120
    }
    if number % 2 == 0 {
      let question = Question(kind: .end, opens: stamp(595).tick, closes: stamp(620).tick, asked: .command)
      add(590, .questionOpened(question))
      add(600, .questionAnswered(.end, by: .command))
    }
    let why: SessionEnd = number % 2 == 0 ? .confirmed : .completed
    add(600, .sessionEnded(SessionEnding(id: id, profile: policy.profile, why: why, focused: .seconds(focused))))
    now = facts[facts.count - 1].stamp.moment
  }
}

/// Runs something that waits, from where nothing may.
private func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
  let outcome = LinuxRuntime.Locked<Result<Value, any Error>?>(nil)
  Task {
    do {
      let value = try await body()
      outcome.withLock { $0 = .success(value) }
    } catch {
      outcome.withLock { $0 = .failure(error) }
    }
  }
  while true {
    if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
    usleep(2000)
  }
}

private func microseconds(_ time: Duration) -> Double {
  Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12
}
