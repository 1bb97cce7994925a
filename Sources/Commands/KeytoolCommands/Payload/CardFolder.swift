internal import CommandShell
internal import NDEF
internal import Octets

/// A folder with one definition per card, `NAME.json5`, and beside each the payload that it builds, `NAME.ndef`.
struct CardFolder {
  struct Card {
    let name: String
    let about: String
    let payload: [UInt8]
    /// The name of the payload's file, as people know it.
    let file: String
  }

  let cards: [Card]
  /// Payloads without a definition.
  let orphans: [String]

  /// Reads all definitions of a folder; one unreadable definition refuses the whole folder.
  init(_ folder: String, in context: CommandContext) throws(Failure) {
    let names = try renaming(
      { Failure.reading(folder, $0) }, Files.names(inFolder: context.surroundings.path(of: folder)))
    var cards: [Card] = []
    for name in names where name.hasSuffix(".json5") {
      let stem = String(name.dropLast(".json5".count))
      let definition = try Self.definition("\(folder)/\(name)", in: context)
      cards.append(
        Card(
          name: stem, about: definition.about, payload: definition.message.encoded(), file: "\(folder)/\(stem).ndef"))
    }
    guard !cards.isEmpty else {
      throw Failure(
        .noInput, kind: "no-definitions", what: "there are no card definitions (*.json5) here", at: .text(folder),
        advice: "give the folder with the cards")
    }
    self.cards = cards
    orphans = names.filter { name in
      name.hasSuffix(".ndef") && !cards.contains { card in "\(card.name).ndef" == name }
    }.map { name in "\(folder)/\(name)" }
  }

  private static func definition(_ name: String, in context: CommandContext) throws(Failure) -> CardDefinition {
    try context.definition(inFile: name, help: "keytool payload build") { document throws(JSONShapeError) in
      try CardDefinition(document)
    }
  }
}
