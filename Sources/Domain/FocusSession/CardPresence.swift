/// Which cards lie where, so that an arrival is told from everything that only looks like one (Product.md 2.1, 2.2).
///
/// Not kept on disk: a card that is there when the service comes up is seen and not acted on.
public struct CardPresence: Equatable, Sendable {
  private struct Place: Equatable {
    var reader: ReaderID
    var uid: CardUID
  }

  private struct Departure: Equatable {
    var uid: CardUID
    var at: Tick
  }

  private var lying: [Place] = []
  private var departures: [Departure] = []

  /// No card anywhere.
  public init() {}

  /// Whether a card is on that reader.
  public func isOccupied(_ reader: ReaderID) -> Bool { lying.contains { $0.reader == reader } }

  func holds(_ uid: CardUID) -> Bool { lying.contains { $0.uid == uid } }

  /// Cards arrived on a reader; returns `nil` if the only one of them counts as a tap.
  mutating func arrive(_ uids: [CardUID], at reader: ReaderID, tick: Tick, awayTime: Lapse) -> TapIgnored? {
    let others = lying.contains { $0.reader == reader && !uids.contains($0.uid) }
    let new = uids.filter { uid in !lying.contains(Place(reader: reader, uid: uid)) }
    guard let first = new.first else { return .stillThere }
    let left = departures.last { $0.uid == first }
    for uid in new {
      // A card is in one place only.
      lying.removeAll { $0.uid == uid }
      departures.removeAll { $0.uid == uid }
      lying.append(Place(reader: reader, uid: uid))
    }
    if others || uids.count > 1 { return .twoCards }
    if let left, tick - left.at < awayTime { return .tooSoon }
    return nil
  }

  /// A card was removed; without a UID, all cards of the reader were.
  mutating func leave(_ uid: CardUID?, from reader: ReaderID, tick: Tick, awayTime: Lapse) {
    departures.removeAll { tick - $0.at >= awayTime }
    for place in lying where place.reader == reader && (uid == nil || place.uid == uid) {
      departures.append(Departure(uid: place.uid, at: tick))
    }
    lying.removeAll { $0.reader == reader && (uid == nil || $0.uid == uid) }
  }
}
