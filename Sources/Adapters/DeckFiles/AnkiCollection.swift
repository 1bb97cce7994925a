internal import JSONText
internal import Learning
internal import SQLiteFiles

/// The database of Anki, in the layout of schema 11 (JSON in one row) or 18 (tables).
struct AnkiCollection: ~Copyable {
  private struct Note {
    var guid: String
    var type: Int64
    var tags: [String]
    var fields: [String]
  }

  private let database: Connection
  private var types: [Int64: AnkiNoteType] = [:]
  /// The last part of each deck's name.
  private var decks: [Int64: String] = [:]
  private var notes: [Int64: Note] = [:]

  /// Far more steps than the largest deck takes, and few enough to end within seconds.
  private static let mostSteps = 300_000_000
  /// The most bytes of all fields together.
  private static let mostText = 256 << 20

  /// The cards of a collection that was unpacked.
  static func read(_ path: String, name: String) throws(DeckFileError) -> Deck {
    var collection = try AnkiCollection(path)
    try collection.readTypes()
    try collection.readNotes()
    return try collection.deck(named: name)
  }

  private init(_ path: String) throws(DeckFileError) {
    database = try damage { () throws(SQLiteError) in
      try Connection(strangersFile: path, mostSteps: Self.mostSteps)
    }
  }

  // MARK: What there is

  private mutating func readTypes() throws(DeckFileError) {
    let newer = try number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'notetypes'")
    if newer > 0 { try readTables() } else { try readOldTypes() }
  }

  private mutating func readTables() throws(DeckFileError) {
    var types: [Int64: AnkiNoteType] = [:]
    try rows("SELECT id, config FROM notetypes") { row in
      types[row.integer(0), default: AnkiNoteType()].takeConfiguration(row.octets(1))
    }
    try rows("SELECT ntid, ord, name FROM fields") { row in
      types[row.integer(0)]?.addField(row.text(2) ?? "", at: row.integer(1))
    }
    try rows("SELECT ntid, ord, config FROM templates") { row in
      types[row.integer(0)]?.addTemplate(row.octets(2), at: row.integer(1))
    }
    self.types = types
    var decks: [Int64: String] = [:]
    try rows("SELECT id, name FROM decks") { row in
      let octets = Array((row.text(1) ?? "").utf8)
      let start = octets.lastIndex(of: 0x1F).map { $0 + 1 } ?? 0
      decks[row.integer(0)] = String(decoding: octets[start...], as: UTF8.self)
    }
    self.decks = decks
  }

  private mutating func readOldTypes() throws(DeckFileError) {
    var texts: (models: [UInt8], decks: [UInt8])?
    try rows("SELECT models, decks FROM col LIMIT 1") { row in texts = (row.octets(0), row.octets(1)) }
    guard let texts else { throw .damagedCollection("it has no row of its own") }
    let limits = JSONLimits(octets: 64 << 20, depth: 64)
    guard let models = try? JSONDocument(texts.models, limits: limits).root.object,
      let decks = try? JSONDocument(texts.decks, limits: limits).root.object
    else { throw .damagedCollection("its note types are not JSON") }
    for member in models {
      guard let id = Int64(member.name) else { continue }
      types[id] = AnkiNoteType(member.value)
    }
    for member in decks {
      guard let id = Int64(member.name) else { continue }
      // The builder takes the last part of `A::B`.
      self.decks[id] = member.value["name"]?.string ?? ""
    }
  }

  private mutating func readNotes() throws(DeckFileError) {
    guard try number("SELECT count(*) FROM notes") <= Int64(DeckLimits.notes) else {
      throw .tooMany("notes", limit: DeckLimits.notes)
    }
    guard try number("SELECT count(*) FROM cards") <= Int64(DeckLimits.cards) else {
      throw .tooMany("cards", limit: DeckLimits.cards)
    }
    var notes: [Int64: Note] = [:]
    var text = 0
    try rows("SELECT id, guid, mid, tags, flds FROM notes") { row in
      let fields = row.octets(4)
      text += fields.count
      guard text <= Self.mostText else { return }
      notes[row.integer(0)] = Note(
        guid: row.text(1) ?? "", type: row.integer(2),
        tags: (row.text(3) ?? "").utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) },
        fields: fields.split(separator: 0x1F, omittingEmptySubsequences: false).map {
          String(decoding: $0, as: UTF8.self)
        })
    }
    guard text <= Self.mostText else { throw .tooLarge(limit: Self.mostText) }
    self.notes = notes
  }

  // MARK: Cards

  private func deck(named name: String) throws(DeckFileError) -> Deck {
    var cards: [(note: Int64, number: Int64, deck: Int64)] = []
    try rows("SELECT nid, ord, did, odid FROM cards ORDER BY nid, ord, id") { row in
      // A filtered deck only borrows its cards.
      cards.append((row.integer(0), row.integer(1), row.integer(3) == 0 ? row.integer(2) : row.integer(3)))
    }
    var builder = DeckBuilder(mostCards: DeckLimits.cards)
    var ids: Set<String> = []
    do throws(DeckError) {
      for card in cards {
        guard let note = notes[card.note], let type = types[note.type] else { continue }
        var draft = type.card(of: note.fields, number: Int(clamping: card.number))
        let own = card.number == 0 ? note.guid : "\(note.guid):\(card.number)"
        // Two notes of the same name are damage that Anki lives with.
        draft.id = ids.insert(own).inserted ? own : "\(own)#\(card.note)"
        draft.category = decks[card.deck] ?? ""
        draft.tags = note.tags
        try builder.add(draft, at: .start)
      }
      return try builder.deck(named: name)
    } catch {
      throw .damagedCollection(error.message)
    }
  }

  // MARK: Queries

  private func number(_ sql: String) throws(DeckFileError) -> Int64 {
    try damage { () throws(SQLiteError) in try database.number(sql) }
  }

  private func rows(_ sql: String, _ body: (borrowing Statement) -> Void) throws(DeckFileError) {
    try damage { () throws(SQLiteError) in
      let statement = try database.prepare(sql)
      while try statement.step() { body(statement) }
    }
  }
}

/// Runs `body`; whatever SQLite has against a stranger's file is damage of that file.
private func damage<Value: ~Copyable>(
  _ body: () throws(SQLiteError) -> Value
) throws(DeckFileError) -> Value {
  do throws(SQLiteError) { return try body() } catch { throw .damagedCollection(error.message) }
}
