package import CardModels
package import TagFormats

/// Plays plans on cards that leave after every command.
package enum TornPlans {
  /// Carries `plan` on `card`, and after each command reads the card as it is then.
  ///
  /// - Returns: the first thing that is not the old message, nothing at all, or the new one; `nil` if there is none.
  package static func fault(
    in plan: WritePlan, on card: CardModel, message: [UInt8], cuts: inout Int
  ) -> String? {
    let old = PlainReading.message(on: card)
    let new = PlainMessage.octets(message)
    var torn = card
    var dialogue = PlanDialogue(plan)
    var step = dialogue.next(after: nil)
    var number = 0
    while case .send(let command) = step {
      let answer = torn.answer(to: command)
      switch (command, answer) {
      case (.type2(.sectorSelect), .silent): break
      case (_, .refused), (_, .silent), (_, .gone), (_, .notCarried):
        return "command \(number) \(command) was answered \(answer)"
      default: break
      }
      cuts += 1
      let seen = PlainReading.message(on: torn)
      guard seen == old || seen == new || seen == .octets([]) || seen == .none else {
        return "after command \(number) \(command): \(seen)"
      }
      number += 1
      step = dialogue.next(after: answer)
    }
    if case .failed(let error) = step { return "command \(number): \(error)" }
    let last = PlainReading.message(on: torn)
    return last == new || message.isEmpty && last == .none ? nil : "at the end: \(last)"
  }

  /// Reads the card as the product does, plans a write, and plays it with every cut.
  package static func fault(writing message: [UInt8], on card: CardModel, cuts: inout Int) -> String? {
    var table = CardOnTheTable(card)
    let contents: CardContents
    do {
      contents = try table.read(.everything)
    } catch {
      return "not read: \(error)"
    }
    let plan: WritePlan
    do {
      plan = try WritePlan.writing(message, to: contents)
    } catch .doesNotFit {
      return message.count > contents.capacity ? nil : "refused \(message.count) octets of \(contents.capacity)"
    } catch {
      return "not planned: \(error)"
    }
    if message.count > contents.capacity { return "planned \(message.count) octets of \(contents.capacity)" }
    return fault(in: plan, on: card, message: message, cuts: &cuts)
  }
}
