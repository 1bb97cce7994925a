package import Learning
internal import LinuxRuntime
internal import SQLiteFiles

extension DeckShelf {
  var media: DeckMedia { DeckMedia(besideShelf: path) }

  /// Replaces the deck of that name, all or nothing; cards that the person wrote stay.
  @discardableResult
  package func put(
    _ deck: Deck, from source: String, version: String = "", media: StagedMedia? = nil
  ) throws(DeckFileError) -> (media: Int, new: Int) {
    let files = Self.files(of: deck.cards)
    guard media != nil || self.media.has(deck.name) else {
      _ = try putCards(of: deck, from: source, version: version)
      return (files.count, 0)
    }
    var new = 0
    var fault: DeckFileError?
    do throws(SystemError) {
      // Another import would remove what no card shows yet.
      try self.media.alone { () throws(SystemError) in
        if let media { new = try self.media.take(media, files, for: deck.name) }
        do throws(DeckFileError) {
          let written = try putCards(of: deck, from: source, version: version)
          self.media.sweep(deck.name, keeping: files.union(Self.files(of: written)))
        } catch {
          fault = error
        }
      }
    } catch {
      throw .shelfFailed(path: error.subject, detail: error.reason)
    }
    if let fault { throw fault }
    return (files.count, new)
  }

  package func shown(by deck: String) throws(DeckFileError) -> MediaNames {
    var names = MediaNames()
    if media.has(deck) { names.note(shownBy: try self.deck(named: deck)?.cards ?? []) }
    return names
  }

  private static func files(of cards: [Card]) -> Set<String> {
    Set(cards.flatMap { CardMedia.files(in: $0.title) + CardMedia.files(in: $0.content) })
  }

  /// Returns the cards that the person wrote.
  private func putCards(of deck: Deck, from source: String, version: String) throws(DeckFileError) -> [Card] {
    try shelving(path) { () throws(SQLiteError) in
      var written: [Card] = []
      try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
        written = try writtenCards(of: deck.name)
        try run("DELETE FROM decks WHERE name = ?", deck.name)
        try run("INSERT INTO decks (name, source, version) VALUES (?, ?, ?)", deck.name, source, version)
        let number = database.lastSequence
        let insertion = try insertion()
        for (place, card) in deck.cards.enumerated() { try insert(card, in: number, at: Int64(place), by: insertion) }
        for card in written { try write(card, in: number) }
      }
      return written
    }
  }
}
