package import JSONText
package import LinuxRuntime
internal import Octets

/// The file with the keys of cards that `keytool write --sign` made: an array of what `signingCards` of the
/// configuration has. Only its owner reads it.
package struct SigningCardFile: Sendable, Equatable {
  /// The file.
  package let path: String

  /// A file, which need not be there.
  package init(path: String) {
    self.path = path
  }

  /// A file that is not what it should be.
  package struct Unreadable: Error, Equatable, Sendable {
    /// What is wrong.
    package let reason: String
  }

  /// The cards; none if there is no file.
  package func read() throws(Unreadable) -> [SigningCard] {
    guard Files.exists(path) else { return [] }
    let octets: [UInt8]
    do throws(SystemError) { octets = try Files.read(path, limit: 1 << 20) } catch {
      throw Unreadable(reason: error.reason)
    }
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(octets).root } catch {
      throw Unreadable(reason: "\(error.place.inWords): \(error.message)")
    }
    do throws(JSONShapeError) {
      var cards: [SigningCard] = []
      for item in try JSONItem(root).array() { cards.append(try SigningCard(item)) }
      return cards
    } catch {
      throw Unreadable(reason: error.message)
    }
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
