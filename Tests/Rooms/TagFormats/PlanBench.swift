import CardModels
import TagFormats
import TestSupport

/// A card, a message and the carrying of plans, as the tests of plans share them.
enum PlanBench {
  static let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
  static let message = octets(60)

  /// Reads all there is of a card.
  static func read(_ card: CardModel) throws -> CardContents {
    var table = CardOnTheTable(card)
    return try table.read(.everything)
  }

  /// The card after a plan, carried to its end.
  static func carried(_ plan: WritePlan, on card: CardModel) throws -> CardModel {
    var table = CardOnTheTable(card)
    try table.carry(plan)
    return table.card
  }
}
