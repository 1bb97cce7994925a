package import Languages
package import PhoneTaps

extension PhoneDoor {
  package struct Parts: Sendable {
    package var now: @Sendable () -> PhoneMoment
    /// Returns that many random octets.
    package var chance: @Sendable (Int) -> [UInt8]
    package var hashes: PhoneHashes
    package var warn: @Sendable (String) -> Void
    /// Announces the port at which phones are heard; `nil` for none.
    package var announce: @Sendable (UInt16?) -> Void
    /// Picks the speech by the languages that the phone's browser asks for.
    package var speech: @Sendable (_ accepted: String?) -> Speech

    package init(
      now: @escaping @Sendable () -> PhoneMoment, chance: @escaping @Sendable (Int) -> [UInt8], hashes: PhoneHashes,
      warn: @escaping @Sendable (String) -> Void, announce: @escaping @Sendable (UInt16?) -> Void = { _ in },
      speech: @escaping @Sendable (_ accepted: String?) -> Speech = { _ in .english }
    ) {
      self.now = now
      self.chance = chance
      self.hashes = hashes
      self.warn = warn
      self.announce = announce
      self.speech = speech
    }
  }
}
