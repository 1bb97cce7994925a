internal import CommandShell
internal import Learning

enum DeckShare {
  private static let deck = Operand<String>(.text("DECK", wordList: "decks"), "which deck")
  private static let card = Operand<String>(.text("CARD"), "the ID of a card")

  static let command = ProgramCommand(
    "share", "Print one card as text",
    discussion: """
      Prints both sides without markup, the category, and the link if the card has one. Nothing of what you have learned is in it.

      $ focuskey deck share spanish 17 | wl-copy
      """, takes: [deck, card]
  ) { context throws(Failure) in
    let deck = try StudyRoom(context).deck(named: try context.require(deck))
    let id = try context.require(card)
    guard let found = deck.cards.first(where: { $0.id == id }) else {
      throw .unknown("card", id, among: deck.cards.prefix(10_000).map { $0.id })
    }
    try context.answer(SharedCard(card: found))
    return .done
  }
}

private struct SharedCard: PrintedAnswer {
  let card: Card

  var text: String {
    let sides = [card.title, card.content].map { CardMarkup.text($0) } + [card.category, card.link ?? ""]
    return sides.filter { !$0.isEmpty }.map(printable).joined(separator: "\n\n")
  }

  var json: JSONValue { ["ok": true, "text": .string(text)] }

  /// Removes characters that a terminal would obey.
  private func printable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { oneLine(String($0)) }.joined(separator: "\n")
  }
}
