#if canImport(Testing)
// A build that links the standard library into its programs runs no tests and has no library for them.
internal import LinuxRuntime
public import Testing

/// For suites whose tests wait for real programs, readers and browsers.
///
/// The shared pool has one thread for each core, and a test that waits for a program holds one. A handful of them held
/// up every other test for half a minute, so that who had ten seconds to see a thing looked too late. Under this trait
/// a test that waits holds a thread of its own, and only as many begin at a time as the machine can serve; those of a
/// suite that is serialised are one at a time as it is.
public struct RealPartsTrait: SuiteTrait, TestTrait, TestScoping {
  private static let threads = SpareThreads()
  private static let gate = Gate(width: 6)

  public var isRecursive: Bool { true }

  /// Around a test with all its cases, and so outside of its time limit: to wait for one's turn is not to hang.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite || testCase != nil ? nil : self
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let isInTurn = test.traits.contains { $0 is ParallelizationTrait }
    if !isInTurn { await Self.gate.enter() }
    defer { if !isInTurn { Self.gate.leave() } }
    try await withTaskExecutorPreference(Self.threads) { try await function() }
  }
}

extension Trait where Self == RealPartsTrait {
  /// The tests wait for real programs, readers or browsers.
  public static var realParts: Self { Self() }
}
#endif
