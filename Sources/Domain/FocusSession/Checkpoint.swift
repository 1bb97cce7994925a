internal import Gates

/// What is left of all facts up to one at which no session was under way: from here on, only later facts have to be
/// folded.
public struct Checkpoint: Equatable, Sendable {
  /// What is remembered from session to session.
  public var ledger: Ledger
  /// The last episode of straying, which may still be called work.
  public var lastStray: LastStray?
  /// When the last of those facts was recorded.
  public var last: Stamp

  /// What facts came to.
  public init(ledger: Ledger, lastStray: LastStray? = nil, last: Stamp) {
    self.ledger = ledger
    self.lastStray = lastStray
    self.last = last
  }
}

extension SessionMachine {
  /// A machine whose past was folded up to a checkpoint.
  public init(settings: Settings, checkpoint: Checkpoint?) {
    self.init(settings: settings)
    guard let checkpoint else { return }
    ledger = checkpoint.ledger
    lastStray = checkpoint.lastStray
    last = checkpoint.last
  }

  /// What the facts so far came to; `nil` while a session is under way, somebody is at a gate, or nothing was recorded.
  public var checkpoint: Checkpoint? {
    guard state == .idle, let last, !namedGates.contains(where: { !$0.isOver(at: last.tick) }) else { return nil }
    return Checkpoint(ledger: ledger, lastStray: lastStray, last: last)
  }
}
