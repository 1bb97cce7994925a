internal import CShippedDeck
package import Learning

/// The deck that ships: well-being and focus, sixty cards with their sources.
package enum ShippedDeck {
  package static let name = "Well-being and focus"

  /// The deck; a test reads it, so it cannot be damaged.
  package static func deck() throws(DeckError) -> Deck {
    var length = 0
    let start = unsafe focuskey_shipped_deck(&length)
    return try DeckJSON.read(unsafe Array(UnsafeBufferPointer(start: start, count: length)), name: name)
  }
}
