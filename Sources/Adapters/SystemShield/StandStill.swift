/// Notices that the service stood still, as one does that was stopped (SIGSTOP): between two looks more time passed
/// than ever does. Sleep of the computer does not count.
struct StandStill {
  /// Looks come twice a second; a computer that is short of everything may take some seconds.
  private static let least: Duration = .seconds(10)

  private var last: SuspendingClock.Instant

  init(at now: SuspendingClock.Instant) {
    last = now
  }

  /// The milliseconds since the last look, if that was too long ago.
  mutating func look(at now: SuspendingClock.Instant) -> Int64? {
    defer { last = now }
    let gap = now - last
    return gap >= Self.least ? Int64(gap / .milliseconds(1)) : nil
  }
}
