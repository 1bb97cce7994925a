/// What the person chose about several devices (`sync` in `config.json5`).
package struct SyncSettings: Equatable, Sendable {
  /// Whether a session that begins on another device begins here too.
  package var follow: Bool
  /// Whether a card that signed the tap (NTAG 424 DNA) on another device ends this device's own session too.
  package var oneCardEndsAll: Bool

  /// Both are off until chosen.
  package init(follow: Bool = false, oneCardEndsAll: Bool = false) {
    self.follow = follow
    self.oneCardEndsAll = oneCardEndsAll
  }
}
