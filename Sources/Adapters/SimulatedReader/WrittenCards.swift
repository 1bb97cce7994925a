internal import CardModels
import Glibc
internal import JSONText
internal import LinuxRuntime
internal import Octets
internal import TagFormats

/// The cards of the simulated reader that were written, by their numbers, and the file in which they outlive the
/// service.
///
/// ```json
/// {"cards":[{"chip":"NTAG213","counter":3,"memory":"04112200…","uid":"04112233445566"}]}
/// ```
struct WrittenCards {
  private let file: String?
  private var cards: [[UInt8]: Type2Card] = [:]
  private var isSaved = true
  /// Limits the file: trying out another card costs nothing here.
  private static let most = 200
  private static let chips = [Chip.ntag213, .ntag215, .ntag216]

  /// A file that is missing or cannot be read has no cards.
  init(file: String?) {
    self.file = file
    guard let file, let octets = try? Files.read(file, limit: 4 << 20), let root = try? JSONDocument(octets).root else {
      return
    }
    for item in root["cards"]?.array ?? [] {
      guard let card = Self.card(item) else { continue }
      cards[card.uid] = card
    }
  }

  private static func card(_ item: JSONNode) -> Type2Card? {
    guard let name = item["chip"]?.string, let chip = chips.first(where: { $0.name == name }),
      let uid = item["uid"]?.string.flatMap({ try? HexText.octets(of: $0) }),
      let memory = item["memory"]?.string.flatMap({ try? HexText.octets(of: $0) }),
      var card = Type2Card(chip, uid: uid), card.memory.count == memory.count
    else { return nil }
    card.memory = memory
    card.counter = UInt32(clamping: item["counter"]?.integer ?? 0)
    // What is said beside the memory has to agree with it.
    return card.uid == uid ? card : nil
  }

  subscript(uid: [UInt8]) -> CardModel? { cards[uid].map { .type2($0) } }

  /// Remembers the card from now on, if there is room for another.
  mutating func keep(_ card: CardModel) {
    guard case .type2(let card) = card, cards[card.uid] != nil || cards.count < Self.most else { return }
    cards[card.uid] = card
    isSaved = false
  }

  /// Updates the card, but only if it is remembered already.
  mutating func note(_ card: CardModel) {
    guard self[card.sighting.uid] != nil else { return }
    keep(card)
  }

  /// Forgets the old card, because a new one has its number.
  mutating func forget(_ uid: [UInt8]) {
    if cards.removeValue(forKey: uid) != nil { isSaved = false }
  }

  /// Puts them in the file. It replaces the old one whole; a power cut may cost what was written last, which on a
  /// reader for trying things out is not worth a wait for the disk.
  mutating func save() {
    guard let file, !isSaved else { return }
    isSaved = true
    let list = cards.values.sorted { $0.uid.lexicographicallyPrecedes($1.uid) }.map { card -> JSONValue in
      [
        "chip": .string(card.chip.name), "counter": .integer(Int64(card.counter)),
        "memory": .string(HexText.text(of: card.memory)), "uid": .string(HexText.text(of: card.uid)),
      ]
    }
    let value: JSONValue = ["cards": .array(list)]
    let draft = "\(file).new"
    do throws(SystemError) {
      let output = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try Files.write(value.octets + [0x0A], to: output.number)
      guard unsafe rename(draft, file) == 0 else { throw .last("rename", on: file) }
    } catch {
      // The cards are still here, for as long as the service runs.
      try? Files.remove(draft)
    }
  }
}
