/// What the person chose about several devices (`sync` in `config.json5`).
public struct SyncSettings: Equatable, Sendable {
  /// Whether a session that begins on another device begins here too.
  public var follow: Bool
  /// Whether a card that signed the tap (NTAG 424 DNA) on another device ends this device's own session too.
  public var oneCardEndsAll: Bool

  /// Settings; both are off until chosen.
  public init(follow: Bool = false, oneCardEndsAll: Bool = false) {
    self.follow = follow
    self.oneCardEndsAll = oneCardEndsAll
  }
}
