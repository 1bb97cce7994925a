package import DeckFiles
internal import Learning
internal import Octets
package import ServiceContract

package enum DeckRequests {
  /// The largest file that a page hands in: what is larger is imported by the command.
  package static let mostOctets = 64 << 20

  package static let file = Signature(
    "deck-import", "Import a deck from a file, handed in by parts", .text("name"), .text("part"),
    .whole("at", in: 0...mostOctets), .whole("size", in: 1...mostOctets))
  package static let shipped = Signature("deck-shipped", "Import the deck that ships")
  package static let remove = Signature("deck-remove", "Remove a deck; what was learned stays", .text("deck"))
  package static let cards = Signature(
    question: "deck-cards", "The cards of a deck in their order", .text("deck"), .optional(.text("category")),
    .optional(.word("only", among: ["bookmarked", "unseen"])), .whole("from", in: 0...DeckLimits.cards).or(0),
    .whole("count", in: 1...50).or(1))
}

/// A file that comes in parts: each continues where the last one ended.
struct DeckUpload {
  private var name = ""
  private var octets: [UInt8] = []

  /// Adds a part; returns the whole file once it is complete.
  mutating func take(_ part: String, at place: Int, of name: String, size: Int) throws(Failure) -> [UInt8]? {
    guard let piece = Base64URLText.octets(of: part) else {
      throw Failure(.badData, "bad-part", "the part is not base64url text", advice: "send the file again")
    }
    if place == 0 { (self.name, octets) = (name, []) }
    guard name == self.name, place == octets.count, place + piece.count <= size else {
      octets = []
      throw Failure(.badData, "bad-part", "the part does not follow the one before", advice: "send the file again")
    }
    octets += piece
    guard octets.count == size else { return nil }
    defer { octets = [] }
    return octets
  }
}

extension DeckFileError {
  package func failure(at shown: String) -> Failure {
    switch self {
    case .text(let text):
      Failure(
        .badData, "bad-deck", text.message, at: "\(shown) \(text.place.inWords)", advice: "nothing was imported",
        details: [("line", JSONValue(text.place.line)), ("column", JSONValue(text.place.column))])
    case .noLibrary:
      Failure(.unavailable, "no-libarchive", message, at: shown, advice: "install Debian's package libarchive13")
    case .system(let system):
      Failure(.brokenIO, "unpacking-failed", "the package cannot be unpacked", at: shown, advice: system.reason)
    case .damagedPackage, .notAPackage, .newerPackage, .tooLarge, .packedTooTightly, .tooMany, .damagedCollection:
      Failure(.badData, "bad-deck", message, at: shown, advice: "nothing was imported")
    case .shelfDamaged(let path, _):
      Failure(
        .badData, "decks-damaged", message, at: path,
        advice: "move this file away and import your decks again; what you learned is in the log")
    case .shelfFailed(let path, let detail):
      Failure(.brokenIO, "decks-failed", message, at: path, advice: detail)
    }
  }
}

package func shelved<Outcome: ~Copyable>(
  _ step: @autoclosure () throws(DeckFileError) -> Outcome
) throws(Failure) -> Outcome {
  try renaming({ (error: DeckFileError) in error.failure(at: "") }, step())
}
