internal import CommandShell
internal import CommandSpec
internal import DeckFiles
internal import FocusSession
internal import JSONText
internal import Learning
internal import Requests
internal import ServiceContract
internal import Spelling
internal import Study
internal import SystemClock

/// `focuskey deck import`
enum DeckImport {
  private static let file = Operand<String>(
    .file(), "JSON, CSV, TSV, .apkg or .colpkg; - for standard input; an https address", count: .optional)
  private static let shipped = Flag("shipped", "the deck that comes with FocusKey")
  private static let name = Option("name", value: .text("DECK"), "the deck's name (default: the file's)")

  static let command = ProgramCommand(
    CommandSpec(
      "import", "Import a deck from a file",
      discussion: """
        A deck of the same name is replaced; what you have learned of cards with the same ID stays. If the file is damaged, the place is named, nothing \
        is imported and the old deck stays. JSON has the form {"cards":[{"id","title","content","category","link","tags"}]}; a CSV file may begin with \
        Anki's header lines (#separator:tab, #html:true, #columns:, #deck:). Text may use a few HTML tags without attributes; everything else is shown \
        as it is written. A deck from an address can be fetched again with `focuskey deck refresh`.

        With --shipped it is the deck that comes with FocusKey: sixty cards on well-being and focus, each with its source.

        $ focuskey deck import vocabulary.csv --name Spanish
        $ focuskey deck import --shipped
        """
    ) {
      file
      name
      shipped
    }, run: { context throws(Failure) in try await run(context) })

  private static func run(_ context: CommandContext) async throws(Failure) -> ExitCode {
    if context.invocation[shipped] { return try importShipped(context) }
    let source = try context.require(file)
    let own = try context.invocation[name].map { name throws(Failure) in try checked(name) }
    let room = try StudyRoom(context)
    var content: DeckFile.Content
    var (place, version) = ("", "")
    if RemoteDeck.isAddress(source) {
      let remote = try await RemoteDeck.fetch(source, version: "")
      (place, version) = (source, remote.version)
      content = try read(.octets(remote.octets), source, own, context)
    } else {
      if source != "-" { place = context.surroundings.path(of: source) }
      // A package may be large: it is read where it is.
      let isPackage = source != "-" && DeckFile.isPackage(place)
      let octets = isPackage ? [] : try context.read(file: source, limit: DeckFile.mostOctets)
      content = try read(isPackage ? .file(place) : .octets(octets), source, own, context)
      let (deck, past) = (content.deck, content.past)
      let cards = deck.cards.map { $0.id }
      if own == nil, past != nil, try shelved({ () throws(ShelfError) in try !room.shelf.has(deck.name) }),
        let known = try shelved({ () throws(ShelfError) in try room.shelf.deck(sharing: cards) })
      {
        context.printNote("the deck \(known) has these cards already: it is replaced, whatever this file is called")
        content.deck.name = known
      }
    }
    let deck = content.deck
    let media = content.media
    let files = try shelved { () throws(ShelfError) in
      try room.shelf.put(deck, from: place, version: version, media: media)
    }
    content.media = nil
    var came: ImportedPast?
    if let past = content.past {
      if !past.terms.isUsual {
        try shelved { () throws(ShelfError) in try room.shelf.setTerms(past.terms, of: deck.name, isOwn: false) }
      }
      came = try await keep(past, of: deck.name, in: room, try context.zone())
      came?.files = files
    }
    try context.answer(ImportedDeck(deck: deck, past: came))
    return .done
  }

  private static func importShipped(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.usage { said throws(UsageError) in
      if said[file] != nil || said[name] != nil { throw said.conflict("--shipped", "FILE and --name") }
    }
    let room = try StudyRoom(context)
    let deck: Deck
    do throws(DeckError) { deck = try ShippedDeck.deck() } catch {
      throw DeckFileError.text(error).failure(at: ShippedDeck.name)
    }
    _ = try shelved { () throws(ShelfError) in try room.shelf.put(deck, from: "") }
    try context.answer(ImportedDeck(deck: deck))
    return .done
  }

  private static func checked(_ name: String) throws(Failure) -> String {
    let plain = DeckBuilder.plain(name)
    guard plain == name, !name.isEmpty, name.utf8.count <= DeckLimits.name else {
      throw Failure(
        .usage, kind: "bad-name", what: "this cannot be a deck's name", at: .text(name), advice: "use printable text")
    }
    return name
  }

  /// Keeps what was learned elsewhere, as facts with their own times; what is known already is not kept again.
  private static func keep(
    _ past: AnkiPast, of deck: String, in room: borrowing StudyRoom, _ zone: CivilZone
  ) async throws(Failure) -> ImportedPast {
    let progress = try room.progress()
    var facts: [LearnFact] = []
    var came = ImportedPast(past)
    for review in past.reviews {
      let card = CardID(deck: deck, card: review.card)
      if progress.knows(card, at: review.at) { continue }
      facts.append(.imported(card, review.grade, at: review.at, took: review.took))
    }
    came.reviews = facts.count
    for name in past.suspended {
      let card = CardID(deck: deck, card: name)
      if !progress.suspended.contains(card) { facts.append(.suspended(card, true)) }
    }
    let now = SystemTime.wall()
    let tomorrow = StudyMoment(milliseconds: zone.startOfDay(zone.day(at: now) + 1).milliseconds)
    for name in past.buried {
      let card = CardID(deck: deck, card: name)
      if progress.isAsked(card, at: StudyRoom.now) { facts.append(.buried(card, until: tomorrow)) }
    }
    try await room.record(all: facts)
    return came
  }

  /// Reads a deck; a fault names its place.
  static func read(
    _ content: DeckSource, _ source: String, _ name: String?, _ context: CommandContext
  ) throws(Failure) -> DeckFile.Content {
    do throws(DeckFileError) {
      return try DeckFile.content(of: content, file: source, deck: name, folder: context.home.stateFolder)
    } catch {
      throw error.failure(at: source == "-" ? "standard input" : source)
    }
  }
}

/// What was imported.
struct ImportedDeck: CommandShell.Answer {
  let deck: Deck
  var past: ImportedPast?

  var text: String {
    let words = "Imported \(counted(deck.cards.count, "card")) into the deck \(deck.name)."
    return ([words] + (past?.lines ?? [])).joined(separator: "\n")
  }

  var json: JSONValue {
    var object: JSONObject = [
      "ok": true, "deck": .string(deck.name), "cards": JSONValue(deck.cards.count),
      "categories": JSONValue(deck.categories),
    ]
    for (name, count) in past?.numbers ?? [] { object[name] = JSONValue(count) }
    return .object(object)
  }
}

/// What came along with the cards of a collection, and what stayed behind.
struct ImportedPast {
  /// Reviews that were not known yet.
  var reviews = 0
  /// The pictures and sounds that its cards have, and how many of them were not here before.
  var files = (media: 0, new: 0)
  private let past: AnkiPast

  init(_ past: AnkiPast) { self.past = past }

  var numbers: [(String, Int)] {
    [
      ("reviews", reviews), ("reviews_known", past.reviews.count - reviews), ("suspended", past.suspended.count),
      ("buried", past.buried.count), ("pictures_left_out", past.lost.pictures), ("sounds_left_out", past.lost.sounds),
      ("formulas_as_text", past.lost.formulas), ("occlusions_left_out", past.occlusions), ("media", files.media),
      ("media_new", files.new),
    ]
  }

  var lines: [String] {
    var lines: [String] = []
    if !past.reviews.isEmpty {
      let known = past.reviews.count - reviews
      lines.append("\(counted(reviews, "review")) came along" + (known > 0 ? ", \(known) were known already." : "."))
    }
    if !past.suspended.isEmpty { lines.append("Suspended as before: \(counted(past.suspended.count, "card")).") }
    if !past.buried.isEmpty { lines.append("Buried until tomorrow: \(counted(past.buried.count, "card")).") }
    if files.media > 0 {
      let known = files.media - files.new
      let rest = known > 0 ? ", \(known) were here already." : "."
      lines.append("\(counted(files.new, "picture or sound", "pictures and sounds")) came along" + rest)
    }
    if let retention = past.terms.retention {
      let weights = past.terms.weights.isEmpty ? "" : ", with the weights that Anki fitted to your reviews"
      lines.append("Retention as in Anki: \(retention)\(weights).")
    }
    var left: [String] = []
    if past.lost.pictures > 0 { left.append(counted(past.lost.pictures, "picture")) }
    if past.lost.sounds > 0 { left.append(counted(past.lost.sounds, "sound")) }
    if past.occlusions > 0 { left.append(counted(past.occlusions, "image occlusion card")) }
    if !left.isEmpty { lines.append("Left out: \(left.joined(separator: ", ")).") }
    if past.lost.formulas > 0 { lines.append("Shown as they are written: \(counted(past.lost.formulas, "formula")).") }
    return lines
  }
}
