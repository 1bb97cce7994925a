internal import LibNFCWire
package import TagFormats

/// A conversation with the card on a device. No other card answers in it: once this one is gone, so is every
/// answer.
package struct LibNFCSession: ~Copyable, CardConversation {
  /// What the reader tells of the card before a dialogue with it.
  package let sighting: CardSighting
  /// What this reader can carry.
  package let limits: CarrierLimits
  /// How many commands went to the card.
  package private(set) var exchanges = 0

  private var talk: DeviceConversation
  private let number: UInt32
  private let identity: CardIdentity

  /// Whether the card was selected and nothing was said to it since.
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

  /// Carries one command to the card and its answer back.
  package mutating func exchange(_ command: CardCommand) -> CardAnswer {
    exchanges += 1
    isFresh = command == .reselect
    return talk.exchange(command, with: number, identity)
  }

  /// Selects the card again: an earlier dialogue may have left another memory sector or an opened password behind.
  package mutating func beginReading() throws(TagError) {
    if !isFresh, exchange(.reselect) != .acknowledged { throw .cardLeft }
  }

  /// Gives the talk with the process back.
  consuming func handBack() -> DeviceConversation {
    talk
  }
}
