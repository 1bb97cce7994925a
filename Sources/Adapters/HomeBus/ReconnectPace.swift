/// How long to wait before reconnecting: briefly at first, long where only a person can help.
struct ReconnectPace {
  enum Kind {
    /// It may be over at any moment.
    case fast
    /// It lasts until somebody changes something.
    case slow
  }

  /// How long a broker counts as restarting, in milliseconds.
  private static let restart: Int64 = 600_000

  private var since: Int64?
  private var tries = 0

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
