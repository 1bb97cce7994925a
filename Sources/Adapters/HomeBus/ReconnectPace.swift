/// How long to wait before the next try: hardly at first, so that a broker that starts again finds us at once, and long
/// where only a person can help.
struct ReconnectPace {
  /// What kind of loss it was.
  enum Kind {
    /// It may be over at any moment.
    case fast
    /// It stays until somebody changes something.
    case slow
  }

  /// For how long a broker is thought to be starting again, in milliseconds.
  private static let restart: Int64 = 600_000

  private var since: Int64?
  private var tries = 0

  /// The time until the next try.
  mutating func next(_ kind: Kind, at now: Int64) -> Duration {
    let began = since ?? now
    since = began
    tries += 1
    switch kind {
    case .slow: return .seconds(30)
    case .fast:
      if now - began > Self.restart { return .seconds(15) }
      return .milliseconds(min(1500, 50 << min(tries, 5)))
    }
  }
}
