import CardModels
import ProofOfTap
import TagFormats
import TestSupport

/// Type 4 cards with ciphers, and the carrying of plans on them.
enum Type4Bench {
  static let uid = PlanBench.uid
  static let message = PlanBench.message

  /// OpenSSL's ciphers, with numbers that are the same in every run.
  static let ciphers = CardCiphers.openSSL { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 29 + 7) } }

  static func read(_ card: CardModel) throws -> CardContents {
    var table = CardOnTheTable(card)
    return try table.read(.everything)
  }

  static func carried(_ plan: WritePlan, on card: CardModel) throws -> CardModel {
    var table = CardOnTheTable(card)
    try table.carry(plan)
    var card = table.card
    card.leaveField()
    return card
  }

  static func blank(_ chip: Chip, freeMemory: Int = 7936) -> CardModel {
    var card = Type4Card(blank: chip, uid: uid, freeMemory: freeMemory)
    card.ciphers = ciphers
    return .type4(card)
  }

  static func ntag(_ change: (inout Type4Card) -> Void = { _ in }) -> CardModel {
    var card = Type4Card(ntag424: uid, holding: message)
    card.ciphers = ciphers
    change(&card)
    return .type4(card)
  }

  /// An NTAG 413 DNA with what it was given, in its file of 128 octets.
  static func small(_ change: (inout Type4Card) -> Void = { _ in }) -> CardModel {
    var card = Type4Card(ntag413: uid, holding: message)
    card.ciphers = ciphers
    change(&card)
    return .type4(card)
  }
}
