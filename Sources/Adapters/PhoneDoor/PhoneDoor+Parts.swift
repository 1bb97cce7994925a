package import Languages
package import PhoneTaps

extension PhoneDoor {
  /// What a door works with.
  package struct Parts: Sendable {
    /// The clocks.
    package var now: @Sendable () -> PhoneMoment
    /// N random octets.
    package var chance: @Sendable (Int) -> [UInt8]
    /// What proofs are made with.
    package var hashes: PhoneHashes
    /// Tells the person something that they should know.
    package var warn: @Sendable (String) -> Void
    /// Tells the network at which port phones are heard now; `nil` for none any longer.
    package var announce: @Sendable (UInt16?) -> Void
    /// What a phone is spoken to in, by the languages that its browser asks for.
    package var speech: @Sendable (_ accepted: String?) -> Speech

    /// The parts.
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
