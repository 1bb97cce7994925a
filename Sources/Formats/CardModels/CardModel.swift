package import TagFormats

package enum CardModel: Equatable, Sendable {
  /// Topaz.
  case type1(Type1Card)
  /// Ultralight, NTAG 2xx.
  case type2(Type2Card)
  /// FeliCa.
  case type3(Type3Card)
  /// DESFire, NTAG 4xx.
  case type4(Type4Card)
  /// ICODE and its like.
  case type5(Type5Card)
  /// MIFARE Classic.
  case classic(ClassicCard)

  /// The answer to one command; a command of another kind of card is not carried.
  package mutating func answer(to command: CardCommand) -> CardAnswer {
    let answer: CardAnswer
    switch (self, command) {
    case (.type1(var card), .type1(let command)):
      answer = card.answer(to: command)
      self = .type1(card)
    case (.type2(var card), .type2(let command)):
      answer = card.answer(to: command)
      self = .type2(card)
    case (.type3(var card), .type3(let command)):
      answer = card.answer(to: command)
      self = .type3(card)
    case (.type4(var card), .apdu(let command)):
      answer = card.answer(to: command)
      self = .type4(card)
    case (.type5(var card), .type5(let command)):
      answer = card.answer(to: command)
      self = .type5(card)
    case (.classic(var card), .classic(let command)):
      answer = card.answer(to: command)
      self = .classic(card)
    case (_, .reselect):
      reselect()
      answer = .acknowledged
    default:
      answer = .notCarried
    }
    return answer
  }

  package var sighting: CardSighting {
    switch self {
    case .type1(let card): CardSighting(type: .type1, uid: card.uid)
    case .type2(let card): CardSighting(type: .type2, uid: card.uid)
    case .type3(let card): CardSighting(type: .type3, uid: card.idm)
    case .type4(let card): CardSighting(type: .type4, uid: card.uid)
    case .type5(let card): CardSighting(type: .type5, uid: card.uid)
    case .classic(let card): CardSighting(type: .classic, chip: card.chip, uid: card.uid)
    }
  }

  package mutating func leaveField() {
    if case .type2(var card) = self {
      card.leaveField()
      self = .type2(card)
    } else {
      reselect()
    }
  }

  private mutating func reselect() {
    switch self {
    case .type2(var card):
      card.reselect()
      self = .type2(card)
    case .type4(var card):
      card.leaveField()
      self = .type4(card)
    case .classic(var card):
      card.reselect()
      self = .classic(card)
    case .type1, .type3, .type5: break
    }
  }
}
