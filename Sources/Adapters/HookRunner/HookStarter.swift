/// Anyone who starts programs with all that the person may do, where this process may do less itself.
package struct HookStarter: Sendable {
  /// A program of a hook.
  package struct Program: Sendable {
    /// Its file.
    package let path: String
    /// Its arguments, without its own name.
    package let arguments: [String]
    /// Its environment, as `NAME=value` lines.
    package let environment: [String]
    /// Where its input is from.
    package let input: Int32
    /// Where it says things.
    package let output: Int32
    /// How long it may take.
    package let limit: Duration
  }

  /// What came of a program.
  package enum Outcome: Sendable {
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
  package init(
    run: @escaping @Sendable (Program) async -> Outcome, stop: @escaping @Sendable () async -> Void
  ) {
    self.run = run
    self.stop = stop
  }
}
