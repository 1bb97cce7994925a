/// A second model of the tap contract. It knows what nobody at the reader can know, the table itself: which card was
/// laid down when. It judges each lying-down once, at its end, where the machine goes from look to look.
struct PlainTable {
  /// One lying-down of a card.
  struct Stay {
    var card: UInt8
    /// Whether the reader was out of sight when it began; then how long in all, and whether it was unplugged.
    var gap: (length: Int64, wasUnplugged: Bool)?
    /// Whether it was on the reader before anybody looked for the first time.
    var wasBeforeAll = false
    /// What lay there when the reader was lost, if it began out of sight.
    var before: UInt8?
    /// Whether it was read at all.
    var isRead = false

    /// Whether it is a tap: it came before our eyes, or for so short a time behind our back that it came for us, or in
    /// the place of a card that we knew.
    var isTap: Bool {
      guard isRead, !wasBeforeAll else { return false }
      guard let gap else { return true }
      if let before { return before != card }
      return !gap.wasUnplugged && gap.length < 5000
    }
  }

  private(set) var stays: [Stay] = []
  private(set) var card: UInt8?

  /// The cards that have to be told as taps, in order.
  var taps: [UInt8] { stays.filter(\.isTap).map(\.card) }

  mutating func lay(_ card: UInt8) {
    self.card = card
    stays.append(Stay(card: card))
  }

  mutating func lift() { card = nil }

  /// The card there was on the reader at the first look of all.
  mutating func wasBeforeAll() { stays[stays.count - 1].wasBeforeAll = true }

  /// The card there came while the reader was out of sight.
  mutating func cameUnseen(after length: Int64, wasUnplugged: Bool, inPlaceOf before: UInt8?) {
    // The same card again behind our back is the same lying-down for all that anybody can tell.
    if let before, before == card {
      stays.removeLast()
    } else {
      stays[stays.count - 1].gap = (length, wasUnplugged)
      stays[stays.count - 1].before = before
    }
  }

  mutating func wasRead() {
    if card != nil { stays[stays.count - 1].isRead = true }
  }
}
