internal import CommandShell
internal import CommandSpec
internal import DeckFiles
internal import JSONText
internal import Learning
internal import LinuxRuntime
internal import Requests
internal import ServiceContract
internal import Spelling

/// `focuskey deck import`
enum DeckImport {
  private static let file = Operand<String>(
    .file(), "JSON, CSV, TSV, .apkg or .colpkg; - for standard input; an https address")
  private static let name = Option("name", value: .text("DECK"), "the deck's name (default: the file's)")

  static let command = ProgramCommand(
    CommandSpec(
      "import", "Import a deck from a file",
      discussion: """
        A deck of the same name is replaced; what you have learned of cards with the same ID stays. If the file is damaged, the place is named, nothing \
        is imported and the old deck stays. JSON has the form {"cards":[{"id","title","content","category","link","tags"}]}; a CSV file may begin with \
        Anki's header lines (#separator:tab, #html:true, #columns:, #deck:). Text may use a few HTML tags without attributes; everything else is shown \
        as it is written. A deck from an address can be fetched again with `focuskey deck refresh`.

        $ focuskey deck import vocabulary.csv --name Spanish
        """
    ) {
      file
      name
    }, run: { context throws(Failure) in try await run(context) })

  private static func run(_ context: CommandContext) async throws(Failure) -> ExitCode {
    let source = try context.require(file)
    let own = try context.invocation[name].map { name throws(Failure) in try checked(name) }
    let room = try StudyRoom(context)
    let deck: Deck
    if RemoteDeck.isAddress(source) {
      let remote = try await RemoteDeck.fetch(source, version: "")
      deck = try read(remote.octets, source, own, context)
      try shelved { () throws(ShelfError) in try room.shelf.put(deck, from: source, version: remote.version) }
    } else {
      deck = try read(try context.read(file: source, limit: DeckFile.mostOctets), source, own, context)
      let path = source == "-" ? "" : context.surroundings.path(of: source)
      try shelved { () throws(ShelfError) in try room.shelf.put(deck, from: path) }
    }
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

  /// Reads a deck; a fault names its place.
  static func read(
    _ octets: [UInt8], _ source: String, _ name: String?, _ context: CommandContext
  ) throws(Failure) -> Deck {
    do throws(DeckFileError) {
      return try DeckFile.read(octets, file: source, deck: name, folder: context.home.stateFolder)
    } catch {
      throw failure(error, source == "-" ? "standard input" : source)
    }
  }

  private static func failure(_ fault: DeckFileError, _ shown: String) -> Failure {
    switch fault {
    case .text(let text):
      Failure(
        .badData, kind: "bad-deck", what: text.message, at: .text("\(shown) \(text.place.inWords)"),
        advice: "nothing was imported",
        details: [("line", JSONValue(text.place.line)), ("column", JSONValue(text.place.column))])
    case .noLibrary:
      Failure(
        .unavailable, kind: "no-libarchive", what: fault.message, at: .text(shown),
        advice: "install Debian's package libarchive13")
    case .system(let system):
      Failure(
        .brokenIO, kind: "unpacking-failed", what: "the package cannot be unpacked", at: .text(shown),
        advice: system.reason)
    case .damagedPackage, .notAPackage, .newerPackage, .tooLarge, .packedTooTightly, .tooMany, .damagedCollection:
      Failure(
        .badData, kind: "bad-deck", what: fault.message, at: .text(shown), advice: "nothing was imported")
    }
  }
}

/// What was imported.
struct ImportedDeck: Answer {
  let deck: Deck

  var text: String { "Imported \(counted(deck.cards.count, "card")) into the deck \(deck.name)." }
  var json: JSONValue {
    [
      "ok": true, "deck": .string(deck.name), "cards": JSONValue(deck.cards.count),
      "categories": JSONValue(deck.categories),
    ]
  }
}
