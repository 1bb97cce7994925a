internal import Octets
internal import ServiceContract
internal import SyncProtocol

/// The secret keys of cards that sign their taps, as items that devices share.
struct SharedCards {
  private let file: SigningCardFile
  private var cards: [SigningCard]

  init(file: SigningCardFile, cards: [SigningCard]) { (self.file, self.cards) = (file, cards) }

  init(_ file: SigningCardFile) throws(SyncFault) {
    guard let cards = try? file.read() else { throw .broken(file.path) }
    self.init(file: file, cards: cards)
  }

  var items: [String: [UInt8]] {
    var items: [String: [UInt8]] = [:]
    for card in cards { items[Self.name(of: card)] = card.json.octets }
    return items
  }

  /// Merges what others said; returns the cards, and the changes that are in them.
  func with(_ changes: [SettingChange]) -> (cards: SharedCards, changes: [SettingChange]) {
    var (after, done) = (self, [SettingChange]())
    for change in changes {
      guard let value = change.value else {
        after.cards.removeAll { Self.name(of: $0) == change.item }
        done.append(change)
        continue
      }
      guard let document = try? JSONDocument(value), let card = try? SigningCard(JSONItem(document.root)),
        Self.name(of: card) == change.item
      else { continue }
      after.cards.removeAll { Self.name(of: $0) == change.item }
      after.cards.append(card)
      done.append(change)
    }
    return (after, done)
  }

  /// Writes them, so that they outlive a power cut.
  func write() throws(SystemError) { try file.write(cards) }

  private static func name(of card: SigningCard) -> String {
    SharedSettings.secrets + HexText.text(of: card.uid, uppercase: true)
  }
}
