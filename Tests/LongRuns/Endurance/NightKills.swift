import FocusWire
import Glibc
import Guarding
import LinuxRuntime
import SQLiteLog
import TestSupport

/// Kills the engine with its real log at random moments of a night whose hours pass in seconds. The computer also
/// sleeps, loses power for five minutes in the middle of a use, and its clock is set: the report of the morning must be
/// that of a night in which one life saw it all.
func nightKills(_ isShort: Bool) throws -> String {
  let kills = isShort ? 40 : 1000
  var generator = SeededGenerator(seed: 20261124)
  let undisturbed = try NightTrial(isDisturbed: false).run(steps: 0...0, kills: 0, &generator)
  try hold(
    undisturbed.report.times == 3 && undisturbed.report.used == .minutes(110),
    "the undisturbed night is not what it should be: \(undisturbed.report)")
  var done = 0
  var nights = 0
  while done < kills {
    nights += 1
    let night = try NightTrial(isDisturbed: true).run(
      steps: isShort ? 0...70 : 0...3, kills: kills - done, &generator)
    done += night.kills
    try hold(
      night.report == undisturbed.report,
      "night \(nights) after \(done) kills: \(night.report), undisturbed it is \(undisturbed.report)")
  }
  return "\(done) kills in \(nights) nights with sleep, power failure and clocks that are set; each report the same"
}

/// What happens in the night, in seconds since ten to eleven.
enum NightScript {
  /// How far time passes at once.
  static let step = 20
  static let end = 500 * 60
  /// The computer sleeps: nothing runs.
  static let sleep = 60 * 60...110 * 60
  /// Its power fails in the middle of a use.
  static let failure = 150 * 60...155 * 60
  /// Its clock is three quarters of an hour ahead.
  static let wrongClock = 200 * 60...320 * 60

  /// What one source says, and when.
  static let input: [(at: Int, signal: @Sendable (Tick) -> GuardSignal)] = [
    (15 * 60, { .input(since: $0) }), (35 * 60, { .idle(since: $0) }), (130 * 60, { .input(since: $0) }),
    (180 * 60, { .idle(since: $0) }),
    (260 * 60, { .input(since: $0) }), (300 * 60, { .idle(since: $0) }),
  ]
  /// What another says.
  static let sleeping: [(at: Int, signal: @Sendable (Tick) -> GuardSignal)] = [
    (58 * 60, { _ in .asleep(true) }), (112 * 60, { _ in .asleep(false) }),
  ]
}

/// One night in a home of its own.
private final class NightTrial {
  private let folder = TemporaryFolder()
  private let isDisturbed: Bool

  init(isDisturbed: Bool) { self.isDisturbed = isDisturbed }

  /// Lives through the night, one life after another.
  ///
  /// - Parameters:
  ///   - steps: how far a life comes before it is killed, at random.
  ///   - kills: how many are killed at most.
  func run(
    steps: ClosedRange<Int>, kills: Int, _ generator: inout SeededGenerator
  ) throws -> (report: NightReport, kills: Int) {
    var now = 0
    var killed = 0
    while now < NightScript.end {
      let mayKill = isDisturbed && killed < kills
      let life = try NightLife(folder.path, from: now, isDisturbed)
      let last = try life.follow(
        killAfter: mayKill ? Int.random(in: steps, using: &generator) : nil,
        and: UInt32.random(in: 0...3000, using: &generator))
      if last.wasKilled { killed += 1 }
      now = max(now, last.step + NightScript.step)
      if isDisturbed {
        for gap in [NightScript.sleep, NightScript.failure] where gap.contains(now) {
          now = gap.upperBound + NightScript.step
        }
      }
    }
    var reports: [NightReport] = []
    for fact in try LogReader(path: folder("focuskey.sqlite")).facts(of: ["night-report"]) {
      if case .guard(.nightReported(let report)) = fact.body { reports.append(report) }
    }
    guard reports.count == 1 else { throw Broken("\(reports.count) reports of one night") }
    return (reports[0], killed)
  }
}

/// A process in which the engine lives for a part of the night.
private final class NightLife {
  private let child: ChildProcess
  private let output: Descriptor
  private let start: Int

  init(_ home: String, from start: Int, _ isDisturbed: Bool) throws {
    self.start = start
    let pipe = try makePipe()
    output = Descriptor(owning: pipe.reading)
    child = try ChildProcess.start(
      Environment.programPath() ?? "", ["night-life", home, "\(start)", isDisturbed ? "disturbed" : "undisturbed"],
      output: .descriptor(pipe.writing))
    close(pipe.writing)
  }

  /// Reads how far it comes, and kills it a moment after that step.
  func follow(killAfter steps: Int?, and microseconds: UInt32) throws -> (step: Int, wasKilled: Bool) {
    var last = start - NightScript.step
    var count = 0
    var wasKilled = false
    if steps == 0 { kill(after: microseconds, &wasKilled) }
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while unsafe read(output.number, &octet, 1) == 1 {
      guard octet == 0x0A else {
        line.append(octet)
        continue
      }
      last = Int(String(decoding: line, as: UTF8.self)) ?? last
      line = []
      count += 1
      if count == steps { kill(after: microseconds, &wasKilled) }
    }
    let code = child.wait()
    if !wasKilled, code != 0 { throw Broken("a life that began at \(start) s ended by itself with \(code)") }
    return (last, wasKilled)
  }

  private func kill(after microseconds: UInt32, _ wasKilled: inout Bool) {
    usleep(microseconds)
    child.signal(SIGKILL)
    wasKilled = true
  }
}
