package import Learning
internal import SQLiteFiles

/// How single decks are learned; kept when a deck is imported again.
extension DeckShelf {
  private static let termsLayout = """
    CREATE TABLE IF NOT EXISTS deck_terms (
      deck TEXT PRIMARY KEY, retention TEXT, weights TEXT NOT NULL, exact INTEGER NOT NULL, own INTEGER NOT NULL
    ) STRICT
    """

  package func terms() throws(DeckFileError) -> [String: DeckTerms] {
    try shelving(path) { () throws(SQLiteError) in
      guard try database.has(table: "deck_terms") else { return [:] }
      let statement = try database.prepare("SELECT deck, retention, weights, exact FROM deck_terms")
      var terms: [String: DeckTerms] = [:]
      while try statement.step() {
        terms[statement.text(0) ?? ""] = DeckTerms(
          retention: statement.text(1).flatMap { Double($0) },
          weights: (statement.text(2) ?? "").split(separator: " ").compactMap { Double($0) },
          isExact: statement.integer(3) != 0)
      }
      return terms
    }
  }

  /// `isOwn`: set by the person here; a collection's terms never replace those, but its weights do.
  package func setTerms(_ terms: DeckTerms, of deck: String, isOwn: Bool) throws(DeckFileError) {
    try shelving(path) { () throws(SQLiteError) in
      try database.execute(Self.termsLayout)
      let statement = try database.prepare(
        """
        INSERT INTO deck_terms (deck, retention, weights, exact, own) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (deck) DO UPDATE SET weights = ?3, retention = iif(own > ?5, retention, ?2),
          exact = iif(own > ?5, exact, ?4), own = max(own, ?5)
        """)
      try statement.bind(deck, at: 1)
      try statement.bind(terms.retention.map { "\($0)" }, at: 2)
      try statement.bind(terms.weights.map { "\($0)" }.joined(separator: " "), at: 3)
      try statement.bind(Int64(terms.isExact ? 1 : 0), at: 4)
      try statement.bind(Int64(isOwn ? 1 : 0), at: 5)
      try statement.run()
    }
  }
}
