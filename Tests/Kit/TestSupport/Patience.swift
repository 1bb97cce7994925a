/// Waits until something is so: for what another process or thread does in its own time.
///
/// The limit is patience with a machine that is slow or busy, and no promise; a test of how long something takes names
/// its own.
///
/// - Returns: whether it became so within the time, so that a test says `#expect(await eventually { … })`.
public func eventually(
  within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + limit
  while clock.now < end {
    if try await condition() { return true }
    try? await clock.sleep(for: .milliseconds(2))
  }
  return try await condition()
}
