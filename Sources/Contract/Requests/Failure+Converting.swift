extension Failure {
  /// Does one step, and converts what it throws into a failure.
  package static func converting<Fault: FailureConvertible, Outcome: ~Copyable>(
    _ step: () throws(Fault) -> Outcome
  ) throws(Failure) -> Outcome {
    do throws(Fault) { return try step() } catch { throw error.failure }
  }

  /// The same for an asynchronous step.
  package static func converting<Fault: FailureConvertible, Outcome: ~Copyable>(
    _ step: nonisolated(nonsending) () async throws(Fault) -> Outcome
  ) async throws(Failure) -> Outcome {
    do throws(Fault) { return try await step() } catch { throw error.failure }
  }
}
