internal import LibNFCWire
package import TagFormats

/// Talks with one card: once it is gone, every answer is, and no other card answers.
package struct LibNFCSession: ~Copyable, CardConversation {
  package let sighting: CardSighting
  package let limits: CarrierLimits
  package private(set) var exchanges = 0

  private var talk: DeviceConversation
  private let number: UInt32
  private let identity: CardIdentity

  /// Whether the card was selected and got no command since.
  private var isFresh: Bool

  init(
    _ number: UInt32, _ identity: CardIdentity, limits: CarrierLimits, isFresh: Bool,
    over talk: consuming DeviceConversation
  ) {
    self.isFresh = isFresh
    self.number = number
    self.identity = identity
    self.limits = limits
    self.talk = talk
    sighting = identity.sighting
  }

  package mutating func exchange(_ command: CardCommand) -> CardAnswer {
    exchanges += 1
    isFresh = command == .reselect
    return talk.exchange(command, with: number, identity)
  }

  /// Selects the card again: an earlier dialogue may have left another memory sector or an opened password behind.
  package mutating func beginReading() throws(TagError) {
    if !isFresh, exchange(.reselect) != .acknowledged { throw .cardLeft }
  }

  consuming func handBack() -> DeviceConversation {
    talk
  }
}
