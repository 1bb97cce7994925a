/// Anyone who starts programs with all that the person may do, where this process may do less itself.
public struct HookStarter: Sendable {
  /// A program of a hook.
  public struct Program: Sendable {
    /// Its file.
    public let path: String
    /// Its arguments, without its own name.
    public let arguments: [String]
    /// Its environment, as `NAME=value` lines.
    public let environment: [String]
    /// Where its input is from.
    public let input: Int32
    /// Where it says things.
    public let output: Int32
    /// How long it may take.
    public let limit: Duration
  }

  /// What came of a program.
  public enum Outcome: Sendable {
    /// It ended with that exit code, or with 128 and the number of the signal that ended it.
    case ended(Int32)
    /// It took too long and was ended.
    case cutOff
    /// It was not started, and is started as where nobody else does.
    case notStarted
    /// What came of it is not known, for that reason.
    case lost(String)
  }

  let run: @Sendable (Program) async -> Outcome
  let stop: @Sendable () async -> Void

  /// A starter.
  ///
  /// - Parameters:
  ///   - run: runs a program to its end.
  ///   - stop: ends all that runs.
  public init(
    run: @escaping @Sendable (Program) async -> Outcome, stop: @escaping @Sendable () async -> Void
  ) {
    self.run = run
    self.stop = stop
  }
}
