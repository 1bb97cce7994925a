internal import Allowance
internal import BoardSigning
internal import Coach
package import FocusPorts
internal import Octets
internal import Rewards
internal import SQLiteLog
internal import ServiceContract

extension FriendsBoard {
  package func shareMessages(_ isShared: Bool, at now: Timestamp) throws(Fault) {
    guard var note = try note(), let folder = note.folder else { throw .notJoined }
    guard Files.isFolder(folder) else { throw .folder(folder) }
    note.sharesMessages = isShared
    try save(note)
    if isShared { return try writeMessages(note, try SigningKey(of: note)) }
    try renaming(Fault.system, Files.remove(messagesFile(of: note.name, in: folder)))
  }

  /// What followed each message, over all friends; `nil` if nothing was ever shared here.
  var messagesOfOthers: [NudgeLedger.Outcome]? {
    guard let note = try? note(), let folder = note.folder, note.sharesMessages else { return nil }
    return BoardMessages.sum(messages(in: folder, besides: note.name), messages: Nudge.messages).map { sum in
      NudgeLedger.Outcome(moved: sum.moved, stayed: sum.stayed)
    }
  }

  func messagesFile(of name: String, in folder: String) -> String { "\(folder)/\(name).messages" }

  /// What others share in a folder, signed with the key that signed their line of the board.
  func messages(in folder: String, besides own: String) -> [BoardMessages] {
    entries(in: folder).compactMap { entry in
      guard entry.name != own,
        let octets = try? Files.read(messagesFile(of: entry.name, in: folder), limit: Self.longestFile),
        let root = try? JSONDocument(octets).root, let shared = BoardMessages(root), shared.name == entry.name,
        shared.key == entry.key, let key = try? HexText.octets(of: shared.key),
        let signature = try? HexText.octets(of: shared.signature),
        SigningKey.isRight(signature, over: shared.signedOctets, of: key)
      else { return nil }
      return shared
    }
  }

  func writeMessages(_ note: BoardNote, _ key: SigningKey) throws(Fault) {
    guard let folder = note.folder, note.sharesMessages else { return }
    var outcomes = Array(repeating: MessageChoice.Outcomes(), count: Nudge.messages)
    if Files.exists(home.database) {
      do throws(LogError) {
        for fact in try LogReader(path: home.database).facts(of: ["nudge-answered"]) {
          guard case .move(.nudge(.answered(let message, let moved))) = fact.body, outcomes.indices.contains(message)
          else { continue }
          if moved { outcomes[message].moved += 1 } else { outcomes[message].stayed += 1 }
        }
      } catch { throw .log(error) }
    }
    var shared = BoardMessages(name: note.name, outcomes: outcomes, key: HexText.text(of: key.publicOctets))
    shared.signature = HexText.text(
      of: try renaming({ (_: SystemError) in Fault.unsigned }, key.signature(over: shared.signedOctets)))
    let path = messagesFile(of: note.name, in: folder)
    let octets = shared.json.octets + [0x0A]
    guard (try? Files.read(path, limit: Self.longestFile)) != octets else { return }
    try renaming(Fault.system, Files.replace(path, with: octets, mode: 0o644))
  }
}
