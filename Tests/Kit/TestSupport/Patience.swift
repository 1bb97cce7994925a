/// Waits until something is so: for what another process or thread does in its own time.
///
/// Without a limit of the test's own it is patience with a machine that is slow or busy, and no promise: half a minute,
/// and twenty looks. Where the shared pool is held by others for as long, half a minute is over at the second look.
///
/// - Returns: whether it became so within the time, so that a test says `#expect(await eventually { … })`.
package func eventually(
  within limit: Duration? = nil, _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let clock = ContinuousClock()
  let begin = clock.now
  var looks = 0
  while true {
    let waited = clock.now - begin
    if waited >= limit ?? .seconds(30), limit != nil || looks >= 20 { break }
    if try await condition() { return true }
    looks += 1
    // What takes long is not looked at all the time: others compute meanwhile.
    try? await clock.sleep(for: min(.milliseconds(2) + waited / 20, .milliseconds(50)))
  }
  return try await condition()
}
