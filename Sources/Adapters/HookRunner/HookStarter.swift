/// Starts programs with all the person's rights, where this process has fewer.
package struct HookStarter: Sendable {
  package struct Program: Sendable {
    package let path: String
    /// Its arguments, without its own name.
    package let arguments: [String]
    /// Its environment, as `NAME=value` lines.
    package let environment: [String]
    /// The descriptor of its input.
    package let input: Int32
    /// The descriptor for its output.
    package let output: Int32
    package let limit: Duration
  }

  package enum Outcome: Sendable {
    /// The exit code, or 128 plus the number of the signal that ended it.
    case ended(Int32)
    case cutOff
    /// It was not started; it is then started as if there were no starter.
    case notStarted
    /// Its outcome is unknown, for this reason.
    case lost(String)
  }

  let run: @Sendable (Program) async -> Outcome
  let stop: @Sendable () async -> Void

  package init(
    run: @escaping @Sendable (Program) async -> Outcome, stop: @escaping @Sendable () async -> Void
  ) {
    self.run = run
    self.stop = stop
  }
}
