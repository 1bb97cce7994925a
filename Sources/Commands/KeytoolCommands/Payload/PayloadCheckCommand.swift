internal import CommandShell
internal import NDEF
internal import Octets

private let folder = Operand<String>(.folder(), "the folder with the cards; Tags without it", count: .optional)

var payloadCheckCommand: ProgramCommand {
  ProgramCommand(
    "check", "Compare the built payloads with their definitions",
    discussion: """
      Ends with 1 if a payload is missing, differs from its definition, or has none.

      $ keytool payload check
      """, takes: [folder]
  ) { context throws(Failure) in
    let name = context.invocation[folder] ?? "Tags"
    let cards = try CardFolder(name, in: context)
    var answer = PayloadAnswer()
    for card in cards.cards {
      answer.add(card, try state(of: card, in: context))
    }
    for orphan in cards.orphans { answer.orphans.append(orphan) }
    try context.answer(answer)
    return answer.isGood ? .done : .no
  }
}

private func state(
  of card: CardFolder.Card, in context: CommandContext
) throws(Failure) -> PayloadAnswer.State {
  let there: [UInt8]
  do throws(Failure) {
    there = try context.read(file: card.file, limit: NDEFMessage.longest)
  } catch {
    guard error.exitCode == .noInput else { throw error }
    return .missing
  }
  guard there != card.payload else { return .same }
  let offset = zip(there, card.payload).prefix { one, other in one == other }.count
  do throws(NDEFError) {
    _ = try NDEFMessage(decoding: there)
    return .differs(at: offset, why: "it is another message")
  } catch {
    if let wrapping = MessageWrapping(of: there, error: error) {
      let failure = Failure.wrapped(wrapping)
      return .differs(at: offset, why: "\(failure.what); \(failure.advice)")
    }
    return .differs(at: offset, why: error.description)
  }
}
