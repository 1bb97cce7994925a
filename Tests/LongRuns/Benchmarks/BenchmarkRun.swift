import AllocationCount
import Glibc
import LinuxRuntime

/// Measures, prints one line per figure, and remembers whether a promise was broken.
final class BenchmarkRun {
  /// Whether this is only to see that everything works: short, and without judging figures.
  let isSmoke: Bool
  private var failures = 0

  init(isSmoke: Bool) {
    self.isSmoke = isSmoke
  }

  /// The median time of one call in nanoseconds.
  ///
  /// The work is repeated until one sample takes about 2 ms, so that the clock's own cost does not count; several
  /// samples, the middle one.
  func nanoseconds(samples: Int = 31, _ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    var repeats = 1
    while !isSmoke {
      let time = try clock.measure { for _ in 0..<repeats { try work() } }
      if time >= .milliseconds(2) || repeats >= 1 << 24 { break }
      repeats *= 2
    }
    var times: [Double] = []
    for _ in 0..<(isSmoke ? 1 : samples) {
      let time = try clock.measure { for _ in 0..<repeats { try work() } }
      times.append(Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9)
    }
    times.sort()
    return times[times.count / 2] / Double(repeats)
  }

  /// How often `work` asks the system for memory, on average over many calls.
  func allocations(_ work: () throws -> Void) rethrows -> Double {
    try work()
    let rounds = 1000
    let before = focuskey_allocations()
    for _ in 0..<rounds { try work() }
    return Double(focuskey_allocations() - before) / Double(rounds)
  }

  /// Prints a figure.
  func report(_ name: String, _ value: Double, _ unit: String) {
    write(#"{"name":"\#(name)","value":\#(rounded(value)),"unit":"\#(unit)"}"#)
  }

  /// Prints a figure with what it may be at most; a broken promise fails the run, unless it is a smoke run.
  func promise(_ name: String, _ value: Double, atMost bound: Double, _ unit: String) {
    let holds = value <= bound
    write(
      #"{"name":"\#(name)","value":\#(rounded(value)),"unit":"\#(unit)","at_most":\#(rounded(bound)),"holds":\#(holds)}"#
    )
    if !holds, !isSmoke { failures += 1 }
  }

  /// Prints a figure with what it must be at least.
  func promise(_ name: String, _ value: Double, atLeast bound: Double, _ unit: String) {
    let holds = value >= bound
    write(
      #"{"name":"\#(name)","value":\#(rounded(value)),"unit":"\#(unit)","at_least":\#(rounded(bound)),"holds":\#(holds)}"#
    )
    if !holds, !isSmoke { failures += 1 }
  }

  /// Says on standard error how far a long measurement is, and what it saw last.
  func progress(_ name: String, _ done: Int, of all: Int, _ words: String) {
    try? Files.write("\(name): \(done) of \(all), \(words)\n".utf8, to: 2)
  }

  /// Something could not be measured at all.
  func fail(_ message: String) {
    write(#"{"failed":"\#(message)"}"#)
    failures += 1
  }

  /// Says that a comparison is left out, and why: a peer that is not installed is not a failure.
  func skip(_ name: String, because reason: String) {
    write(#"{"name":"\#(name)","skipped":"\#(reason)"}"#)
  }

  /// Ends the program: 1 if a promise was broken.
  func finish() -> Never {
    exit(failures == 0 ? 0 : 1)
  }

  private func write(_ line: String) {
    // At once, also into a file: a figure that was measured is not lost with a run that is ended.
    do { try Files.write("\(line)\n".utf8, to: 1) } catch { failures += 1 }
  }

  private func rounded(_ value: Double) -> Double {
    (value * 1000).rounded() / 1000
  }
}

/// Keeps a value alive that nobody reads, so that the work that made it is not optimised away.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}
