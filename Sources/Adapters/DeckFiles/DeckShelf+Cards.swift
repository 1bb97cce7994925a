package import Learning
internal import SQLiteFiles

/// Cards that the person writes, changes or removes; importing the deck again keeps them.
extension DeckShelf {
  /// Replaces the card of this name or appends it; creates the deck if it is missing.
  package func put(_ card: Card, in deck: String) throws(DeckFileError) {
    try shelving(path) { () throws(SQLiteError) in
      try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
        if try deckNumber(deck) == nil {
          try run("INSERT INTO decks (name, source, version) VALUES (?, '', '')", deck)
        }
        guard let number = try deckNumber(deck) else { return }
        try write(card, in: number)
        if try !keepsWritten {
          try database.execute(
            "CREATE TABLE written_cards (deck TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (deck, id)) STRICT")
        }
        try run("INSERT OR IGNORE INTO written_cards (deck, id) VALUES (?, ?)", deck, card.id)
      }
    }
  }

  /// Returns whether the card existed. A deck without cards stays.
  package func remove(_ id: CardID) throws(DeckFileError) -> Bool {
    try shelving(path) { () throws(SQLiteError) in
      guard let number = try deckNumber(id.deck) else { return false }
      let found = try database.prepare("SELECT 1 FROM cards WHERE deck = ? AND id = ?")
      try found.bind(number, at: 1)
      try found.bind(id.card, at: 2)
      guard try found.step() else { return false }
      try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
        try removeCard(id.card, of: number)
        if try keepsWritten { try run("DELETE FROM written_cards WHERE deck = ? AND id = ?", id.deck, id.card) }
      }
      return true
    }
  }

  private func removeCard(_ id: String, of deck: Int64) throws(SQLiteError) {
    let removal = try database.prepare("DELETE FROM cards WHERE deck = ? AND id = ?")
    try removal.bind(deck, at: 1)
    try removal.bind(id, at: 2)
    try removal.run()
  }

  /// Whether the person ever wrote a card.
  var keepsWritten: Bool {
    get throws(SQLiteError) {
      try database.has(table: "written_cards")
    }
  }

  func writtenCards(of deck: String) throws(SQLiteError) -> [Card] {
    guard try keepsWritten else { return [] }
    let statement = try database.prepare(
      """
      \(Self.columns) JOIN written_cards ON written_cards.deck = decks.name AND written_cards.id = cards.id
      WHERE decks.name = ? ORDER BY cards.place
      """)
    try statement.bind(deck, at: 1)
    var cards: [Card] = []
    while try statement.step() { cards.append(card(statement)) }
    return cards
  }

  /// Replaces the card of this name, or appends it.
  func write(_ card: Card, in deck: Int64) throws(SQLiteError) {
    let known = try database.prepare(
      """
      SELECT place, 0 FROM cards WHERE deck = ?1 AND id = ?2
      UNION ALL SELECT coalesce(max(place) + 1, 0), 1 FROM cards WHERE deck = ?1 LIMIT 1
      """)
    try known.bind(deck, at: 1)
    try known.bind(card.id, at: 2)
    guard try known.step() else { return }
    let place = known.integer(0)
    try removeCard(card.id, of: deck)
    try insert(card, in: deck, at: place, by: try insertion())
  }

  func insertion() throws(SQLiteError) -> Statement {
    try database.prepare(
      """
      INSERT INTO cards (deck, place, id, title, content, category, tags, link)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
  }

  func insert(
    _ card: Card, in deck: Int64, at place: Int64, by insert: borrowing Statement
  ) throws(SQLiteError) {
    try insert.bind(deck, at: 1)
    try insert.bind(place, at: 2)
    try insert.bind(card.id, at: 3)
    try insert.bind(card.title, at: 4)
    try insert.bind(card.content, at: 5)
    try insert.bind(card.category, at: 6)
    // Tags are on one line each: none contains a line end.
    try insert.bind(card.tags.joined(separator: "\n"), at: 7)
    try insert.bind(card.link, at: 8)
    try insert.run()
  }
}
