package import Learning
internal import LinuxRuntime
internal import SQLiteFiles

package struct ShelvedDeck: Equatable, Sendable {
  package var name: String
  package var cards: Int
  /// Where it came from: a path, or an address from which it is fetched again.
  package var source: String
  /// The address's `ETag`, sent with the next request.
  package var version: String

  package init(name: String, cards: Int, source: String, version: String) {
    self.name = name
    self.cards = cards
    self.source = source
    self.version = version
  }
}

/// The person's decks, in a SQLite file beside the log. What was learned is not here but in the log: a deck can go and
/// come back.
///
/// Several processes may use it at once; each change is one transaction.
package struct DeckShelf: ~Copyable {
  let path: String
  let database: Connection

  /// "FKDK", which tells our file from another program's.
  private static let applicationID: Int64 = 0x464B_444B

  private static let layout = """
    CREATE TABLE IF NOT EXISTS decks (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, source TEXT NOT NULL, version TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS cards (
      deck INTEGER NOT NULL REFERENCES decks (id) ON DELETE CASCADE, place INTEGER NOT NULL, id TEXT NOT NULL,
      title TEXT NOT NULL, content TEXT NOT NULL, category TEXT NOT NULL, tags TEXT NOT NULL, link TEXT,
      PRIMARY KEY (deck, place)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX IF NOT EXISTS cards_by_id ON cards (deck, id);
    PRAGMA application_id = \(applicationID);
    """

  /// Opens the file; creates it if it is missing.
  package init(path: String) throws(DeckFileError) {
    let isNew = !Files.exists(path)
    let database = try shelving(path) { () throws(SQLiteError) in
      let database = try Connection(path: path)
      for pragma in ["trusted_schema=OFF", "foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"] {
        try database.execute("PRAGMA \(pragma)")
      }
      return database
    }
    let (application, version) = try shelving(path) { () throws(SQLiteError) in
      (try database.number("PRAGMA application_id"), try database.number("SELECT count(*) FROM sqlite_schema"))
    }
    guard application == Self.applicationID || isNew || version == 0 else {
      throw .shelfDamaged(path: path, detail: "it is a database of something else")
    }
    if application != Self.applicationID {
      try shelving(path) { () throws(SQLiteError) in
        try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in try database.execute(Self.layout) }
      }
    }
    self.path = path
    self.database = database
  }

  // MARK: Reading

  package func decks() throws(DeckFileError) -> [ShelvedDeck] {
    try shelving(path) { () throws(SQLiteError) in
      let statement = try database.prepare(
        """
        SELECT name, (SELECT count(*) FROM cards WHERE deck = decks.id), source, version FROM decks ORDER BY name
        """)
      var decks: [ShelvedDeck] = []
      while try statement.step() {
        decks.append(
          ShelvedDeck(
            name: statement.text(0) ?? "", cards: Int(statement.integer(1)), source: statement.text(2) ?? "",
            version: statement.text(3) ?? ""))
      }
      return decks
    }
  }

  package func ids(of deck: String? = nil) throws(DeckFileError) -> [CardID] {
    try shelving(path) { () throws(SQLiteError) in
      let statement = try database.prepare(
        """
        SELECT decks.name, cards.id FROM decks JOIN cards ON cards.deck = decks.id
        WHERE ?1 IS NULL OR decks.name = ?1 ORDER BY decks.name, cards.place
        """)
      try statement.bind(deck, at: 1)
      var ids: [CardID] = []
      // One text for all cards of a deck.
      var name = ""
      while try statement.step() {
        let next = statement.text(0) ?? ""
        if next != name { name = next }
        ids.append(CardID(deck: name, card: statement.text(1) ?? ""))
      }
      return ids
    }
  }

  package func deck(named name: String) throws(DeckFileError) -> Deck? {
    try shelving(path) { () throws(SQLiteError) in
      guard try deckNumber(name) != nil else { return nil }
      let statement = try database.prepare(Self.columns + " WHERE decks.name = ? ORDER BY cards.place")
      try statement.bind(name, at: 1)
      var cards: [Card] = []
      while try statement.step() { cards.append(card(statement)) }
      return Deck(name: name, cards: cards)
    }
  }

  package func card(_ id: CardID) throws(DeckFileError) -> Card? {
    try shelving(path) { () throws(SQLiteError) in
      let statement = try database.prepare(Self.columns + " WHERE decks.name = ? AND cards.id = ?")
      try statement.bind(id.deck, at: 1)
      try statement.bind(id.card, at: 2)
      return try statement.step() ? card(statement) : nil
    }
  }

  static let columns = """
    SELECT cards.id, title, content, category, tags, link FROM decks JOIN cards ON cards.deck = decks.id
    """

  func card(_ statement: borrowing Statement) -> Card {
    Card(
      id: statement.text(0) ?? "", title: statement.text(1) ?? "", content: statement.text(2) ?? "",
      category: statement.text(3) ?? "",
      tags: (statement.text(4) ?? "").utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) },
      link: statement.text(5))
  }

  func deckNumber(_ name: String) throws(SQLiteError) -> Int64? {
    let statement = try database.prepare("SELECT id FROM decks WHERE name = ?")
    try statement.bind(name, at: 1)
    return try statement.step() ? statement.integer(0) : nil
  }

  package func has(_ deck: String) throws(DeckFileError) -> Bool {
    try shelving(path) { () throws(SQLiteError) in try deckNumber(deck) != nil }
  }

  /// The deck that has most of these cards, whatever its name; `nil` if none has half of them.
  package func deck(sharing cards: [String]) throws(DeckFileError) -> String? {
    let wanted = Set(cards)
    var shared: [String: Int] = [:]
    for id in try ids() where wanted.contains(id.card) { shared[id.deck, default: 0] += 1 }
    // A few names that are the same say little.
    guard let most = shared.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value >= 5 else { return nil }
    return 2 * most.value >= wanted.count ? most.key : nil
  }

  package func limits() throws(DeckFileError) -> [String: DayLimit] {
    try shelving(path) { () throws(SQLiteError) in
      guard try database.has(table: "day_limits") else { return [:] }
      let statement = try database.prepare("SELECT deck, new, reviews FROM day_limits")
      var limits: [String: DayLimit] = [:]
      while try statement.step() {
        let (new, reviews) = (statement.integer(1), statement.integer(2))
        limits[statement.text(0) ?? ""] = DayLimit(
          new: new < 0 ? nil : Int(new), reviews: reviews < 0 ? nil : Int(reviews))
      }
      return limits
    }
  }

  // MARK: Changing

  package func setLimit(_ limit: DayLimit, of deck: String) throws(DeckFileError) {
    try shelving(path) { () throws(SQLiteError) in
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS day_limits (
          deck TEXT PRIMARY KEY, new INTEGER NOT NULL, reviews INTEGER NOT NULL
        ) STRICT
        """)
      let statement = try database.prepare("INSERT OR REPLACE INTO day_limits (deck, new, reviews) VALUES (?, ?, ?)")
      try statement.bind(deck, at: 1)
      try statement.bind(Int64(limit.new ?? -1), at: 2)
      try statement.bind(Int64(limit.reviews ?? -1), at: 3)
      try statement.run()
    }
  }

  /// Stores the `ETag` to send with the next request.
  package func note(version: String, of deck: String) throws(DeckFileError) {
    try shelving(path) { () throws(SQLiteError) in
      try run("UPDATE decks SET version = ? WHERE name = ?", version, deck)
    }
  }

  package func remove(_ deck: String) throws(DeckFileError) -> Bool {
    try shelving(path) { () throws(SQLiteError) in
      guard try deckNumber(deck) != nil else { return false }
      try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
        try run("DELETE FROM decks WHERE name = ?", deck)
        if try keepsWritten { try run("DELETE FROM written_cards WHERE deck = ?", deck) }
      }
      _ = try? media.alone { () throws(SystemError) in media.sweep(deck, keeping: []) }
      return true
    }
  }

  func run(_ sql: String, _ values: String...) throws(SQLiteError) {
    let statement = try database.prepare(sql)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    try statement.run()
  }
}

func shelving<Value: ~Copyable>(
  _ path: String, _ body: () throws(SQLiteError) -> Value
) throws(DeckFileError) -> Value {
  do throws(SQLiteError) {
    return try body()
  } catch {
    if error.meansDamage { throw .shelfDamaged(path: path, detail: error.message) }
    throw .shelfFailed(path: path, detail: error.message)
  }
}
