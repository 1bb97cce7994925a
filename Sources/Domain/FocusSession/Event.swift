public import Guarding

/// Something to tell: to the log on the screen, to notifications, to hooks, to anyone who listens.
public struct Event: Equatable, Sendable {
  /// What the wall clock showed.
  public var at: Timestamp
  /// What is to be told.
  public var kind: Kind

  /// Something to tell.
  public init(at: Timestamp, kind: Kind) {
    self.at = at
    self.kind = kind
  }

  /// What is to be told.
  public enum Kind: Equatable, Sendable {
    /// A fact that was recorded.
    case recorded(Fact)
    /// A rule said no.
    case refused(Refusal)
    /// A tap did not count.
    case tapIgnored(TapIgnored, ReaderID, [CardUID])
    /// The alarm is to ring: the episode's how many-th ring it is, and how loud, in percent.
    case ring(number: Int, volume: Int)
    /// Something is only to be told: a cause of straying that makes no episode.
    case noticed(Cause)
  }
}

/// Why a tap did not count.
public enum TapIgnored: String, Sendable, CaseIterable {
  /// The card never left.
  case stillThere = "still-there"
  /// The card was not away for long enough.
  case tooSoon = "too-soon"
  /// Two cards lie there at once.
  case twoCards = "two-cards"
  /// The card is not registered and carries no link of ours.
  case stranger
  /// The card lay there already when the service or the reader came up.
  case atStart = "at-start"
}
