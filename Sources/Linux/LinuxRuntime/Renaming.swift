/// Does a step whose error has another name here: what it throws becomes what `rename` makes of it.
package func renaming<Cause: Error, Renamed: Error, Outcome: ~Copyable>(
  _ rename: (Cause) -> Renamed, _ step: @autoclosure () throws(Cause) -> Outcome
) throws(Renamed) -> Outcome {
  do throws(Cause) { return try step() } catch { throw rename(error) }
}

/// The same for a step that waits.
package func renaming<Cause: Error, Renamed: Error, Outcome: ~Copyable>(
  _ rename: (Cause) -> Renamed, awaiting step: nonisolated(nonsending) @autoclosure () async throws(Cause) -> Outcome
) async throws(Renamed) -> Outcome {
  do throws(Cause) { return try await step() } catch { throw rename(error) }
}
