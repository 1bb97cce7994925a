internal import CommandShell
internal import DeckFiles
internal import FocusSession
internal import Learning
internal import ServiceContract
internal import Spelling
internal import Study
internal import SystemClock

enum DeckImport {
  private static let file = Operand<String>(
    .file(), "JSON, CSV, TSV, .apkg or .colpkg; - for standard input; an https address", count: .optional)
  private static let shipped = Flag("shipped", "the deck that comes with FocusKey")
  private static let name = Option("name", value: .text("DECK"), "the deck's name (default: the file's)")

  static let command = ProgramCommand(
    "import", "Import a deck from a file",
    discussion: """
      A deck of the same name is replaced; what you have learned of cards with the same ID stays. If the file is damaged, the place is named, nothing \
      is imported and the old deck stays. JSON has the form {"cards":[{"id","title","content","category","link","tags"}]}; a CSV file may begin with \
      Anki's header lines (#separator:tab, #html:true, #columns:, #deck:). Text may use a few HTML tags without attributes; everything else is shown \
      as it is written. A deck from an address can be fetched again with `focuskey deck refresh`.

      With --shipped it is the deck that comes with FocusKey: sixty cards on well-being and focus, each with its source.

      $ focuskey deck import vocabulary.csv --name Spanish
      $ focuskey deck import --shipped
      """, takes: [file, name, shipped],
    run: { context throws(Failure) in try await run(context) })

  private static func run(_ context: CommandContext) async throws(Failure) -> ExitCode {
    if context.invocation[shipped] { return try importShipped(context) }
    let source = try context.require(file)
    let own = try context.invocation[name].map { name throws(Failure) in try checked(name) }
    let room = try StudyRoom(context)
    let content: DeckSource
    var (place, version) = ("", "")
    if RemoteDeck.isAddress(source) {
      let remote = try await RemoteDeck.fetch(source, version: "")
      (place, version) = (source, remote.version)
      content = .octets(remote.octets)
    } else {
      if source != "-" { place = context.surroundings.path(of: source) }
      // A package may be large: it is read where it is.
      let isPackage = source != "-" && DeckFile.isPackage(place)
      content = isPackage ? .file(place) : .octets(try context.read(file: source, limit: DeckFile.mostOctets))
    }
    let came = try DeckArrival(
      { shown throws(Failure) in try read(content, source, own, shown, context) }, from: place, version: version,
      isNamed: own != nil, on: room.shelf, at: SystemTime.wall(),
      try context.zone()
    ) { () throws(Failure) in try room.progress() }
    try await room.record(all: came.facts)
    if let remark = came.remark { context.printNote(remark) }
    try context.answer(ImportedDeck(deck: came.deck, past: came.past))
    return .done
  }

  private static func importShipped(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.usage { said throws(UsageError) in
      if said[file] != nil || said[name] != nil { throw said.conflict("--shipped", "FILE and --name") }
    }
    let room = try StudyRoom(context)
    let deck = try renaming(
      { (error: DeckError) in DeckFileError.text(error).failure(at: ShippedDeck.name) }, ShippedDeck.deck())
    _ = try shelved(room.shelf.put(deck, from: ""))
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

  /// Reads a deck; a failure names the place of the fault.
  static func read(
    _ content: DeckSource, _ source: String, _ name: String?, _ shown: MediaNames,
    _ context: CommandContext
  ) throws(Failure) -> DeckFile.Content {
    try renaming(
      { (error: DeckFileError) in error.failure(at: source == "-" ? "standard input" : source) },
      DeckFile.content(of: content, file: source, deck: name, folder: context.home.stateFolder, shown: shown))
  }
}

struct ImportedDeck: PrintedAnswer {
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
