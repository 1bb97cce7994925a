/// What plays while a session is in focus.
public struct Music: Equatable, Sendable {
  /// What becomes of it in a break.
  public enum InBreaks: String, Sendable, CaseIterable {
    /// It pauses.
    case pause
    /// It plays on.
    case play
  }

  /// The player, as it calls itself on the session bus: `mpv`, `spotify`.
  public var player: String
  /// What it is to open; without, it goes on with what it has.
  public var uri: String?
  /// How loud, in percent; as it is, without.
  public var volume: Int?
  /// What becomes of it in a break.
  public var inBreaks: InBreaks

  /// Music of a player.
  public init(player: String, uri: String? = nil, volume: Int? = nil, inBreaks: InBreaks = .pause) {
    self.player = player
    self.uri = uri
    self.volume = volume
    self.inBreaks = inBreaks
  }
}
