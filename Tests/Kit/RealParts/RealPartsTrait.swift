#if canImport(Testing)
// A build that links the standard library into its programs runs no tests and has no library for them.
internal import LinuxRuntime
package import Testing

/// For suites whose tests wait for real programs, readers and browsers.
///
/// The shared pool has one thread for each core, and a test that waits for a program holds one. A handful of them held
/// up every other test for half a minute, so that who had ten seconds to see a thing looked too late. Under this trait
/// a test that waits holds a thread of its own, and only as many begin at a time as the machine can serve. A suite that
/// is serialised has one place for all of its tests: if each of them waited for its turn again, such a suite would go
/// on alone for minutes after all others.
package struct RealPartsTrait: SuiteTrait, TestTrait, TestScoping {
  /// Where such tests run, for a task of theirs that does not inherit it.
  package static var threads: any TaskExecutor { Spare.threads }
  fileprivate static let waiting = Gate(width: 6)
  fileprivate static let computing = Gate(width: 1)
  fileprivate static let last = Gate(width: 1)
  /// Whether the suite around a test has a place for it.
  @TaskLocal private static var hasPlace = false
  fileprivate let gate: Gate
  /// Whether it is let in before those that wait.
  fileprivate var isFirst = false
  /// Whether it begins when all that wait and compute are over.
  fileprivate var isLast = false

  package var isRecursive: Bool { true }

  /// Around a test with all its cases, and so outside of its time limit: to wait for one's turn is not to hang. Around
  /// a whole suite where its tests are one at a time.
  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    let isInTurn = test.traits.contains { $0 is ParallelizationTrait }
    // A test that comes last in a suite of those that wait does not wait with them.
    if !isLast, !isInTurn, test.traits.contains(where: { ($0 as? Self)?.isLast == true }) { return nil }
    return (test.isSuite ? isInTurn : testCase == nil) ? self : nil
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let needsPlace = !Self.hasPlace
    if needsPlace { await gate.enter(first: isFirst) }
    defer { if needsPlace { gate.leave() } }
    if isLast {
      precondition(needsPlace, "A test that comes last is in a suite that has a place already.")
      try await Self.quiet()
    }
    try await Self.$hasPlace.withValue(true) {
      // The tests of a suite bring their own thread.
      if test.isSuite { return try await function() }
      try await withTaskExecutorPreference(Spare.threads) { try await function() }
    }
  }

  /// Waits until nobody has waited or computed for two seconds.
  private static func quiet() async throws {
    var since = ContinuousClock.now
    while ContinuousClock.now - since < .seconds(2) {
      try await Task.sleep(for: .milliseconds(50))
      if !waiting.isEmpty || !computing.isEmpty { since = .now }
    }
  }
}

extension Trait where Self == RealPartsTrait {
  /// The tests wait for real programs, readers or browsers.
  package static var realParts: Self { Self(gate: RealPartsTrait.waiting) }

  /// They do so for minutes, one after the other: the suite begins before all others, so that it does not end after
  /// them.
  package static var longRealParts: Self { Self(gate: RealPartsTrait.waiting, isFirst: true) }

  /// The test promises how long something takes on the clock, and says nothing of how it is beside fifty others: it
  /// waits until those are over. For single tests, in a suite that has no place of its own.
  package static var onTheClock: Self { Self(gate: RealPartsTrait.last, isLast: true) }

  /// The test computes for seconds: one such at a time, and not on the shared pool, whose threads the product's own
  /// tasks need in every other test.
  package static var longWork: Self { Self(gate: RealPartsTrait.computing) }
}
#endif
