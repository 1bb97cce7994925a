public import TagFormats

/// A card as a value, of whichever kind.
public enum CardModel: Equatable, Sendable {
  /// Ultralight, NTAG 2xx.
  case type2(Type2Card)

  /// The answer to one command; a command of another kind of card is not carried.
  public mutating func answer(to command: CardCommand) -> CardAnswer {
    switch (self, command) {
    case (.type2(var card), .type2(let command)):
      let answer = card.answer(to: command)
      self = .type2(card)
      return answer
    case (.type2(var card), .reselect):
      card.reselect()
      self = .type2(card)
      return .acknowledged
    default:
      return .notCarried
    }
  }

  /// What a reader sees when the card arrives.
  public var sighting: CardSighting {
    switch self {
    case .type2(let card): CardSighting(type: .type2, uid: card.uid)
    }
  }

  /// The card leaves the field and comes back.
  public mutating func leaveField() {
    switch self {
    case .type2(var card):
      card.leaveField()
      self = .type2(card)
    }
  }
}
