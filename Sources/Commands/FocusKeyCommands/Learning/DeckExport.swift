internal import CommandShell
internal import DeckFiles
internal import Learning

enum DeckExport {
  private static let deck = Operand<String>(.text("DECK", wordList: "decks"), "which deck")
  private static let file = Operand<String>(.file(), "the file to write; - for standard output", count: .optional)
  private static let format = Option(
    "format", value: .choice("FORMAT", of: ["json", "csv", "tsv"]), "json, csv or tsv")

  static let command = ProgramCommand(
    "export", "Export a deck to a file",
    discussion: """
      The format follows from the file's name unless you give one; JSON otherwise. Anki can import the tables.

      $ focuskey deck export Spanish spanish.csv
      """, takes: [deck, file, format]
  ) { context throws(Failure) in
    let cards = try StudyRoom(context).deck(named: try context.require(deck))
    let name = context.invocation[file] ?? "-"
    let form = context.invocation[format].flatMap { DeckFile.Form(rawValue: $0) } ?? DeckFile.form(named: name) ?? .json
    guard let octets = DeckFile.write(cards, as: form) else {
      throw Failure(
        .usage, kind: "cannot-write-packages", what: "packages of Anki are only read", at: .text(name),
        advice: "export a .csv file and import it into Anki")
    }
    guard name != "-" else {
      try context.write(octets: octets)
      return .done
    }
    try context.write(file: name, octets)
    try context.answer(DeckAnswer(text: "Exported \(cards.cards.count) cards to \(name)."))
    return .done
  }
}
