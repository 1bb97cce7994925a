import FocusWire
import Glibc
import LinuxRuntime
import SQLiteLog
import SystemClock

extension ManyYears {
  /// Writes all of it into a log, as a service that ran for so long would have.
  ///
  /// - Returns: how many facts that are.
  func record(at path: String) throws -> Int {
    try waitFor { () async throws -> Int in
      let log = try SQLiteLog(path: path) { _ in .fault("no links here") }
      var years = self
      var count = 0
      while let portion = years.next() {
        try await log.record(portion, settings: nil, at: portion[portion.count - 1].stamp.moment)
        count += portion.count
      }
      try await log.noteStop(at: years.now)
      return count
    }
  }
}

/// Somebody who uses everything every day for thirty years: each session has an end, every other a question, every
/// third a break, every fourth an attempt.
struct ManyYears: Sendable {
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
func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
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
