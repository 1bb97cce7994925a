internal import FocusPorts

/// What is told of the cards on one device, so that each lying-down is one arrival: through restarts of the device's
/// process, and for a hand that shakes.
struct CardTale {
  /// How long a card that left before it was read may take to come back before the person is told.
  private static let patience = 600
  /// A device that was away for less is taken for having been there all the time: a card that lies there now came
  /// meanwhile.
  private static let blink = 3000

  private let reader: ReaderName
  /// The card that was told and has not been told as left.
  private var told: [UInt8]?
  /// Several cards were told and have not been told as left.
  private var isCrowded = false
  /// A card that could not be read before it left, or before its device fell.
  private var missed: (uid: [UInt8], until: Int, isSecond: Bool)?
  private var lostAt: Int?
  private var isFirstLook = true

  init(_ reader: ReaderName) {
    self.reader = reader
  }

  /// Until when the person is to be told about a card that has not come back; `nil` if there is none.
  var deadline: Int? { missed?.until }

  /// A card was read.
  mutating func arrived(_ card: PresentedCard, atOnce: Bool, at now: Int) -> [ReaderEvent] {
    let isSecondTry = missed?.uid == card.uid
    let before = told
    let wasBlind = isFirstLook || lostAt.map { now - $0 >= Self.blink } ?? false
    missed = nil
    told = card.uid
    looked()
    guard atOnce, !isSecondTry else { return leaving(before) + [.arrived(reader, card, atStart: false)] }
    if before == card.uid { return [.arrived(reader, card, atStart: true)] }
    return leaving(before) + [.arrived(reader, card, atStart: before == nil && wasBlind)]
  }

  /// A card lies there and cannot be read, also at the second try.
  mutating func unreadable(_ uid: [UInt8], why: String) -> [ReaderEvent] {
    let before = told
    missed = nil
    told = uid
    looked()
    return leaving(before == uid ? nil : before) + [.unreadable(reader, uid: uid, why: why)]
  }

  /// A card left before it was read. The first time it gets another chance without a word.
  mutating func leftTooSoon(_ uid: [UInt8], at now: Int) -> [ReaderEvent] {
    let before = told
    told = nil
    looked()
    let isSecond = missed != nil
    missed = (uid, now + Self.patience, isSecond)
    return leaving(before) + (isSecond ? giveUp() : [])
  }

  /// The device fell while it read a card.
  mutating func cutOff(_ uid: [UInt8], at now: Int) {
    missed = (uid, now + 5000, false)
  }

  /// The device is gone, and what lies on it is not known.
  mutating func lost(at now: Int) {
    if lostAt == nil { lostAt = now }
  }

  /// Several cards lie there.
  mutating func several() -> [ReaderEvent] {
    let before = told
    let isNews = !isCrowded
    missed = nil
    told = nil
    looked()
    isCrowded = true
    return leaving(before) + (isNews ? [.severalCards(reader)] : [])
  }

  /// Nothing lies there.
  mutating func empty() -> [ReaderEvent] {
    let before = told ?? (isCrowded ? [] : nil)
    told = nil
    looked()
    return leaving(before)
  }

  /// Time went by: a card that has not come back is told.
  mutating func passed(to now: Int) -> [ReaderEvent] {
    guard let missed, now >= missed.until, lostAt == nil else { return [] }
    return giveUp()
  }

  private mutating func giveUp() -> [ReaderEvent] {
    guard let missed else { return [] }
    self.missed = nil
    return [.unreadable(reader, uid: missed.uid, why: "hold it a little longer"), .left(reader, uid: missed.uid)]
  }

  private mutating func looked() {
    isFirstLook = false
    isCrowded = false
    lostAt = nil
  }

  private func leaving(_ uid: [UInt8]?) -> [ReaderEvent] {
    uid.map { [.left(reader, uid: $0)] } ?? []
  }
}
