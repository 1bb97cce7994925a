package import DeckFiles
package import Learning
internal import LinuxRuntime
package import Requests

package enum CardWriting {
  package static let put = Signature(
    "card-put", "Write a card, or change one", .text("deck"), .optional(.text("card")), .text("title"),
    .text("content"), .optional(.text("category")))
  package static let remove = Signature("card-remove", "Remove a card", .text("deck"), .text("card"))

  /// Writes a new or the named card, which it returns; what is `nil` remains as it is.
  package static func put(
    _ id: CardID?, in deck: String, title: String?, content: String?, category: String?,
    _ shelf: borrowing DeckShelf
  ) throws(Failure) -> Card {
    var draft = DeckBuilder.Draft()
    if let id {
      guard let known = try shelved(shelf.card(id)) else { throw unknown(id) }
      (draft.id, draft.title, draft.content) = (known.id, known.title, known.content)
      (draft.category, draft.tags, draft.link) = (known.category, known.tags, known.link)
    }
    if let title { draft.title = lines(title) }
    if let content { draft.content = lines(content) }
    if let category { draft.category = category }
    let name = DeckBuilder.plain(deck)
    guard !name.isEmpty, name.utf8.count <= DeckLimits.name else {
      throw Failure(.badData, "bad-deck-name", "a deck needs a name", at: "deck", advice: "give it one of a few words")
    }
    let card = try renaming(
      { (error: DeckError) in Failure(.badData, "bad-card", error.message, at: "title", advice: "nothing was changed")
      }, DeckBuilder.card(draft))
    if id == nil {
      let other = CardID(deck: name, card: card.id)
      guard try shelved(shelf.card(other)) == nil else {
        throw Failure(
          .no, "card-known", "\(name) has a card with this question already", at: card.id,
          advice: "change that one, or ask otherwise")
      }
    }
    try shelved(shelf.put(card, in: name))
    return card
  }

  /// Removes a card; what was learned of it stays in the log.
  package static func remove(_ id: CardID, _ shelf: borrowing DeckShelf) throws(Failure) {
    guard try shelved(shelf.remove(id)) else { throw unknown(id) }
  }

  /// Turns lines as people type them into lines of the card.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>")
  }

  private static func unknown(_ id: CardID) -> Failure {
    Failure(.noInput, "unknown-card", "\(id.deck) has no such card", at: id.card, advice: "see focuskey deck show")
  }
}
