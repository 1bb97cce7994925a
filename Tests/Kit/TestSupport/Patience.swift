/// Waits until something is so: for what another process or thread does in its own time.
///
/// The limit is patience with a machine that is slow or busy, and no promise; a test of how long something takes names
/// its own.
///
/// - Returns: whether it became so within the time, so that a test says `#expect(await eventually { … })`.
package func eventually(
  within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let clock = ContinuousClock()
  let begin = clock.now
  while true {
    let waited = clock.now - begin
    if waited >= limit { break }
    if try await condition() { return true }
    // What takes long is not looked at all the time: others compute meanwhile.
    try? await clock.sleep(for: min(.milliseconds(2) + waited / 20, .milliseconds(50)))
  }
  return try await condition()
}
