internal import JSONText
internal import Learning
internal import LinuxRuntime
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
  private var options = AnkiOptions()
  private var types: [Int64: AnkiNoteType] = [:]
  /// The name of each deck; `A::B` for B inside A.
  private var decks: [Int64: String] = [:]
  private var notes: [Int64: Note] = [:]
  private let media: MediaNames

  /// More steps than the largest deck needs, and few enough to end within seconds.
  private static let mostSteps = 300_000_000
  /// The most bytes of all fields together.
  private static let mostText = 256 << 20

  static func read(
    _ path: String, name: String, media: MediaNames
  ) throws(DeckFileError) -> (deck: Deck, past: AnkiPast?) {
    let database = try damage { () throws(SQLiteError) in try Connection(strangersFile: path, mostSteps: mostSteps) }
    var collection = AnkiCollection(database, media)
    try collection.readTypes()
    try collection.readNotes()
    var past = AnkiPast()
    let (deck, names) = try collection.deck(named: name, &past)
    try collection.readReviews(names, &past)
    return (deck, past)
  }

  private init(_ database: consuming Connection, _ media: MediaNames) {
    self.database = database
    self.media = media
  }

  // MARK: What there is

  private mutating func readTypes() throws(DeckFileError) {
    if try has("notetypes") { try readTables() } else { try readOldTypes() }
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
    var options = AnkiOptions()
    if try has("deck_config") {
      try rows("SELECT id, config FROM deck_config") { row in options.takeOptions(row.octets(1), of: row.integer(0)) }
      try rows("SELECT id, kind FROM decks") { row in options.takeDeck(row.octets(1), of: row.integer(0)) }
    }
    self.options = options
    var decks: [Int64: String] = [:]
    try rows("SELECT id, name FROM decks") { row in
      let parts = (row.text(1) ?? "").utf8.split(separator: 0x1F).map { String(decoding: $0, as: UTF8.self) }
      decks[row.integer(0)] = parts.joined(separator: "::")
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
      self.decks[id] = member.value["name"]?.string ?? ""
      options.takeDeck(member.value, of: id)
    }
    guard try number("SELECT count(*) FROM sqlite_schema WHERE name = 'col' AND sql LIKE '%dconf%'") > 0 else { return }
    var groups: [UInt8] = []
    try rows("SELECT dconf FROM col LIMIT 1") { row in groups = row.octets(0) }
    for member in (try? JSONDocument(groups, limits: limits).root.object) ?? [] {
      if let id = Int64(member.name) { options.takeOptions(member.value, of: id) }
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

  private func deck(
    named name: String, _ past: inout AnkiPast
  ) throws(DeckFileError) -> (deck: Deck, names: [Int64: String]) {
    var cards: [(note: Int64, number: Int64, deck: Int64, id: Int64, queue: Int64)] = []
    let hasQueue = try number("SELECT count(*) FROM sqlite_schema WHERE name = 'cards' AND sql LIKE '%queue%'") > 0
    try rows("SELECT nid, ord, did, odid, id, \(hasQueue ? "queue" : "0") FROM cards ORDER BY nid, ord, id") { row in
      // A filtered deck only borrows its cards.
      let deck = row.integer(3) == 0 ? row.integer(2) : row.integer(3)
      cards.append((row.integer(0), row.integer(1), deck, row.integer(4), row.integer(5)))
    }
    var names: [Int64: String] = [:]
    let counts = cards.reduce(into: [Int64: Int]()) { $0[$1.deck, default: 0] += 1 }
    (past.terms, past.limit) = options.terms(of: counts)
    let categories = categories(of: Set(counts.keys))
    var builder = DeckBuilder(mostCards: DeckLimits.cards)
    var ids: Set<String> = []
    do throws(DeckError) {
      for card in cards {
        guard let note = notes[card.note], let type = types[note.type] else { continue }
        guard var draft = draft(of: note.fields, type, number: Int(clamping: card.number), &past) else { continue }
        let own = card.number == 0 ? note.guid : "\(note.guid):\(card.number)"
        // Two notes of the same name are damage that Anki lives with.
        draft.id = ids.insert(own).inserted ? own : "\(own)#\(card.note)"
        draft.category = categories[card.deck] ?? ""
        draft.tags = note.tags
        if CardMarkup.clean(draft.title).isEmpty { draft.title = "(empty)" }
        try builder.add(draft, at: .start)
        // The builder makes names plain.
        guard let made = builder.cards.last?.id else { continue }
        names[card.id] = made
        if card.queue == -1 { past.suspended.append(made) }
        if card.queue == -2 || card.queue == -3 { past.buried.append(made) }
      }
      return (try builder.deck(named: name), names)
    } catch {
      throw .damagedCollection(error.message)
    }
  }

  /// A card of a note; `nil` if it asks for part of a picture that is missing.
  private func draft(
    of fields: [String], _ type: AnkiNoteType, number: Int, _ past: inout AnkiPast
  ) -> DeckBuilder.Draft? {
    let shapes = fields.firstIndex {
      $0.hasPrefix("{{c") && $0.utf8.count > 20 && $0.includes("image-occlusion:")
    }
    guard let shapes else {
      var draft = type.card(of: fields, number: number)
      draft.title = ForeignMarkup.converted(draft.title, with: media, losing: &past.lost)
      draft.content = ForeignMarkup.converted(draft.content, with: media, losing: &past.lost)
      return draft
    }
    guard let draft = occlusion(of: fields, shapes: shapes, gap: number < Int.max ? number + 1 : number) else {
      past.occlusions += 1
      return nil
    }
    return draft
  }

  /// An image occlusion card: header and masked picture as the question, the rest as the answer.
  private func occlusion(of fields: [String], shapes: Int, gap: Int) -> DeckBuilder.Draft? {
    guard let question = PictureMask(occlusion: fields[shapes], gap: gap, isAnswer: false),
      let answer = PictureMask(occlusion: fields[shapes], gap: gap, isAnswer: true),
      let picture = fields.firstIndex(where: { $0.includes("<img") })
    else { return nil }
    var lost = ForeignMarkup.Lost()
    let rest = fields.indices.filter { $0 != shapes && $0 != picture }.map {
      ForeignMarkup.converted(fields[$0], with: media, losing: &lost)
    }
    lost = ForeignMarkup.Lost()
    var draft = DeckBuilder.Draft()
    let header = rest.first ?? ""
    draft.title =
      (header.isEmpty ? "" : header + "<br>")
      + ForeignMarkup.converted(fields[picture], with: media, mask: question, losing: &lost)
    let shown = ForeignMarkup.converted(fields[picture], with: media, mask: answer, losing: &lost)
    draft.content = ([shown] + rest.dropFirst()).filter { !$0.isEmpty }.joined(separator: "<br>")
    return lost.pictures == 0 ? draft : nil
  }

  /// Reads the known cards' reviews: no manual changes, and none from before a reset by hand.
  private func readReviews(_ names: [Int64: String], _ past: inout AnkiPast) throws(DeckFileError) {
    guard try has("revlog") else { return }
    guard try number("SELECT count(*) FROM revlog") <= Int64(Self.mostReviews) else {
      throw .tooMany("reviews", limit: Self.mostReviews)
    }
    var reviews: [AnkiPast.Review] = []
    var forgotten: [String: Int64] = [:]
    try rows("SELECT id, cid, ease, factor, time, type FROM revlog ORDER BY id") { row in
      guard let card = names[row.integer(1)] else { return }
      let (at, kind) = (row.integer(0), row.integer(5))
      if kind == 4, row.integer(3) == 0 { forgotten[card] = at }
      // Reviews ahead of time of a filtered deck that moves nothing have no factor.
      guard kind < 4, kind != 3 || row.integer(3) != 0, let grade = Grade(rawValue: Int(clamping: row.integer(2))),
        at > 0, at < 1 << 50
      else { return }
      reviews.append(.init(card: card, at: StudyMoment(milliseconds: at), grade: grade, took: max(0, row.integer(4))))
    }
    past.reviews = reviews.filter { $0.at.milliseconds > forgotten[$0.card] ?? .min }
  }

  /// More reviews than anyone does in a lifetime.
  private static let mostReviews = 2_000_000

  /// What each deck's cards belong to: the last part of its name, or all of it where another deck ends alike.
  private func categories(of used: Set<Int64>) -> [Int64: String] {
    func last(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }
    var counts: [String: Int] = [:]
    for deck in used { counts[last(decks[deck] ?? ""), default: 0] += 1 }
    var categories: [Int64: String] = [:]
    for deck in used {
      let name = decks[deck] ?? ""
      let isAlone = counts[last(name)] == 1
      categories[deck] = isAlone ? name : name.split(separator: ":").joined(separator: " / ")
    }
    return categories
  }

  // MARK: Queries

  private func has(_ table: String) throws(DeckFileError) -> Bool {
    try damage { () throws(SQLiteError) in try database.has(table: table) }
  }

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

/// Runs `body`; an SQLite error on an imported file means that the file is damaged.
private func damage<Value: ~Copyable>(
  _ body: () throws(SQLiteError) -> Value
) throws(DeckFileError) -> Value {
  try renaming({ (error: SQLiteError) in DeckFileError.damagedCollection(error.message) }, body())
}
