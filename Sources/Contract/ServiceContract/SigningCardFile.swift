internal import Octets

/// The file with the keys of cards that `keytool write --sign` made: an array of what `signingCards` of the
/// configuration has. Only its owner reads it.
package struct SigningCardFile: Sendable, Equatable {
  package let path: String

  /// The file need not exist.
  package init(path: String) {
    self.path = path
  }

  /// Reads the cards; none without a file.
  package func read() throws(Failure) -> [SigningCard] {
    guard Files.exists(path) else { return [] }
    let octets = try renaming({ (error: SystemError) in unreadable(error.reason) }, Files.read(path, limit: 1 << 20))
    let root = try renaming(
      { (error: JSONError) in unreadable("\(error.place.inWords): \(error.message)") }, JSONDocument(octets).root)
    return try renaming({ (error: JSONShapeError) in unreadable(error.message) }, Self.cards(JSONItem(root)))
  }

  private static func cards(_ item: JSONItem) throws(JSONShapeError) -> [SigningCard] {
    var cards: [SigningCard] = []
    for item in try item.array() { cards.append(try SigningCard(item)) }
    return cards
  }

  private func unreadable(_ reason: String) -> Failure {
    Failure(
      .badData, "bad-signing-cards", "the keys of signing cards cannot be read: \(reason)", at: path,
      advice: "restore the file from a backup, or move it away")
  }

  /// Writes the cards, so that they outlive a power cut.
  package func write(_ cards: [SigningCard]) throws(SystemError) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try Files.makeFolder(folder)
    try Files.replace(path, with: JSONValue.array(cards.map(\.json)).octets)
    try Files.syncFolder(folder)
  }
}

extension SigningCard {
  /// As the file and the configuration have it.
  package var json: JSONValue {
    var members: JSONObject = [
      "uid": .string(HexText.text(of: uid, uppercase: true)), "fileKey": .string(HexText.text(of: fileKey)),
    ]
    if let metaKey { members["metaKey"] = .string(HexText.text(of: metaKey)) }
    if let covers { members["covers"] = .string(covers) }
    return .object(members)
  }
}
