internal import CommandShell
internal import Learning
internal import Study

private let newDeck = Operand<String>(.text("DECK", wordList: "decks"), "which deck; a new one is made")
private let deck = Operand<String>(.text("DECK", wordList: "decks"), "which deck")
private let card = Operand<String>(.text("CARD"), "the ID of a card")
private let question = Operand<String>(.text("QUESTION"), "what the card asks")
private let answer = Operand<String>(.text("ANSWER"), "what it answers")
private let newQuestion = Option("question", value: .text("TEXT"), "what the card asks now")
private let newAnswer = Option("answer", value: .text("TEXT"), "what it answers now")
private let category = Option("category", value: .text("NAME"), "what the card belongs to")

/// `deck add`, `deck edit` and `deck drop`: single cards.
enum DeckCards {
  static var commands: [ProgramCommand] { [add, edit, drop] }

  private static var add: ProgramCommand {
    ProgramCommand(
      "add", "Write a card",
      discussion: """
        Cards that you write stay when the deck is imported again. Bold, lists and the like are written as in HTML.

        $ focuskey deck add Spanish madrugar "to get up early" --category Verbs
        """, takes: [newDeck, question, answer, category]
    ) { context throws(Failure) in
      let name = try context.require(newDeck)
      let card = try CardWriting.put(
        nil, in: name, title: try context.require(question), content: try context.require(answer),
        category: context.invocation[category], try StudyRoom(context).shelf)
      try context.answer(CardAnswer(text: "\(card.id) is in \(name).", id: CardID(deck: name, card: card.id)))
      return .done
    }
  }

  private static var edit: ProgramCommand {
    ProgramCommand(
      "edit", "Change a card", discussion: "What you learned of it stays.",
      takes: [deck, card, newQuestion, newAnswer, category]
    ) { context throws(Failure) in
      let given = context.invocation
      guard given[newQuestion] != nil || given[newAnswer] != nil || given[category] != nil else {
        throw Failure(
          .usage, "nothing-to-change", "nothing is said that would change", at: "--question",
          advice: "give --question, --answer or --category")
      }
      let id = CardID(deck: try context.require(deck), card: try context.require(card))
      _ = try CardWriting.put(
        id, in: id.deck, title: given[newQuestion], content: given[newAnswer], category: given[category],
        try StudyRoom(context).shelf)
      try context.answer(CardAnswer(text: "\(id.card) is changed.", id: id))
      return .done
    }
  }

  private static var drop: ProgramCommand {
    ProgramCommand(
      "drop", "Remove a card", discussion: "One that a file has comes back when the file is imported again.",
      takes: [deck, card]
    ) { context throws(Failure) in
      let id = CardID(deck: try context.require(deck), card: try context.require(card))
      try CardWriting.remove(id, try StudyRoom(context).shelf)
      try context.answer(CardAnswer(text: "\(id.card) is removed.", id: id))
      return .done
    }
  }
}

private struct CardAnswer: PrintedAnswer {
  let text: String
  let id: CardID

  var json: JSONValue { ["ok": true, "deck": .string(id.deck), "card": .string(id.card)] }
}
