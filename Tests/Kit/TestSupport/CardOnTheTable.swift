package import CardModels
package import TagFormats

/// A card model with accidents: it leaves, refuses or answers nonsense where a test wants it to.
package struct CardOnTheTable: Sendable {
  package enum Accident: Equatable, Sendable {
    case none
    /// The card has left before it hears the command with this number, counted from 0.
    case pulled(before: Int)
    /// The command with this number is refused once; the card then hears nothing until it is selected again.
    case refusal(at: Int)
    /// The command with this number is answered with these octets instead.
    case garbage(at: Int, [UInt8])
  }

  package private(set) var card: CardModel
  package private(set) var heard: [CardCommand] = []
  private let accident: Accident
  private var isDeaf = false

  package init(_ card: CardModel, accident: Accident = .none) {
    self.card = card
    self.accident = accident
  }

  package mutating func answer(to command: CardCommand) -> CardAnswer {
    let number = heard.count
    heard.append(command)
    switch accident {
    case .pulled(let before) where number >= before: return .gone
    case .refusal(number):
      isDeaf = true
      return .refused
    case .garbage(number, let octets): return .data(octets)
    default: break
    }
    if command == .reselect { isDeaf = false }
    return isDeaf ? .silent : card.answer(to: command)
  }

  /// Carries a reading to its end.
  package mutating func read(
    _ scope: ReadingScope = .tap, limits: CarrierLimits = CarrierLimits(), knowing chip: Chip? = nil,
    password: [UInt8]? = nil
  ) throws(TagError) -> CardContents {
    var sighting = card.sighting
    if let chip { sighting.chip = chip }
    var dialogue = ReadDialogue(sighting, scope: scope, limits: limits, password: password)
    var step = dialogue.next(after: nil)
    while true {
      switch step {
      case .send(let command): step = dialogue.next(after: answer(to: command))
      case .done(let contents): return contents
      case .failed(let error): throw error
      }
    }
  }

  /// Carries a plan to its end.
  @discardableResult
  package mutating func carry(_ plan: WritePlan) throws(TagError) -> Int {
    var dialogue = PlanDialogue(plan)
    var step = dialogue.next(after: nil)
    while true {
      switch step {
      case .send(let command): step = dialogue.next(after: answer(to: command))
      case .done(let commands): return commands
      case .failed(let error): throw error
      }
    }
  }
}
