package import FocusSession
package import JSONText
internal import Octets

package enum HomeNews {
  /// The event without UIDs of cards, unless the person chose to announce them.
  package static func event(_ event: JSONValue, announcesTags: Bool) -> JSONValue {
    guard case .object(var object) = event else { return event }
    // A task has a UID, too, which names a file and no card.
    if let name = object["event"], case .string(let text) = name, text.utf8.starts(with: "task-".utf8) { return event }
    guard let uid = object["uid"], case .string(let text) = uid else { return event }
    if !announcesTags || isRandom(text) { object["uid"] = nil }
    return .object(object)
  }

  /// `nil` for a UID that is made up at each reading and so identifies nothing.
  package static func tag(_ uid: [UInt8], at reader: String, key: KeyID?, time: String) -> JSONValue? {
    guard !isRandom(uid) else { return nil }
    return [
      "at": .string(time), "uid": .string(HexText.text(of: uid, uppercase: true)), "reader": .string(reader),
      "key": JSONValue(key?.text),
    ]
  }

  package static func tap(at reader: String, key: KeyID?, counted: Bool, time: String) -> JSONValue {
    ["at": .string(time), "reader": .string(reader), "key": JSONValue(key?.text), "counted": .bool(counted)]
  }

  /// A UID of four bytes that begins with 08 is made up at each reading (ISO/IEC 14443-3, 6.5.4).
  private static func isRandom(_ uid: [UInt8]) -> Bool { uid.count == 4 && uid[0] == 0x08 }

  private static func isRandom(_ uid: String) -> Bool {
    uid.utf8.count == 8 && uid.utf8.starts(with: "08".utf8)
  }
}

package struct HomeReader: Equatable, Sendable {
  /// The person's name for it, or else its own.
  package let name: String
  package let backend: String
  /// What is with it: `ready`, `card` or `lost`.
  package let state: String

  package init(name: String, backend: String, state: String) {
    (self.name, self.backend, self.state) = (name, backend, state)
  }

  /// The readers, each with the identifier that the discovery uses for it.
  package static func json(_ readers: [HomeReader]) -> JSONValue {
    let state =
      readers.contains { $0.state == "card" }
      ? "card" : readers.contains { $0.state == "ready" } ? "ready" : readers.isEmpty ? "none" : "lost"
    var list: [JSONValue] = []
    for reader in identified(readers) {
      list.append([
        "id": .string(reader.id), "name": .string(reader.reader.name), "backend": .string(reader.reader.backend),
        "state": .string(reader.reader.state),
      ])
    }
    return ["state": .string(state), "readers": .array(list)]
  }

  /// Identifiers of small letters, digits and underscores, for use in Home Assistant's templates.
  static func identified(_ readers: [HomeReader]) -> [(id: String, reader: HomeReader)] {
    let readers = readers.prefix(most)
    let ids = HomeTopics.identifiers(readers.map { reader in reader.name })
    return zip(ids, readers).map { id, reader in ("reader_" + id, reader) }
  }

  static let most = 16
}
