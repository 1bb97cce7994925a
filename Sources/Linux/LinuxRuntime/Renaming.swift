/// Runs a step and throws what `rename` makes of its error.
package func renaming<Cause: Error, Renamed: Error, Outcome: ~Copyable>(
  _ rename: (Cause) -> Renamed, _ step: @autoclosure () throws(Cause) -> Outcome
) throws(Renamed) -> Outcome {
  do throws(Cause) { return try step() } catch { throw rename(error) }
}

/// The same for a step that waits. It is `nonisolated(nonsending)` by the rules of the house; beside
/// `@autoclosure` Swift 6.2 does not understand the word.
package func renaming<Cause: Error, Renamed: Error, Outcome: ~Copyable>(
  _ rename: (Cause) -> Renamed, awaiting step: @autoclosure () async throws(Cause) -> Outcome
) async throws(Renamed) -> Outcome {
  do throws(Cause) { return try await step() } catch { throw rename(error) }
}
