/// What changed at a reader.
enum SlotChange: Equatable, Sendable {
  /// The reader is there.
  case ready(String)
  /// The reader is gone.
  case lost(String, Loss)
  /// A card lies there that did not before.
  case cardIn(String, atr: [UInt8], Arrival)
  /// The card is gone.
  case cardOut(String)
}

/// Why a reader is gone.
enum Loss: Equatable, Sendable {
  /// It was unplugged.
  case unplugged
  /// It is there and answers with errors.
  case trouble
  /// pcscd is gone.
  case service
}

/// How a card came to lie where it lies.
enum Arrival: Equatable, Sendable {
  /// We saw the reader empty and then with the card.
  case seen
  /// It lay there when we first looked.
  case lyingThere
  /// A card lay there before the reader was lost from sight, and one lies there now: the same, unless its UID says
  /// otherwise.
  case again
}

/// What is remembered of each reader, by name, so that a card counts once: not again after a reader error, a re-plug, a
/// restart of pcscd or a wake from sleep (Product.md 2.1).
struct SlotHistory {
  /// A card that is put on while pcscd is away for so short a time was put on for us; after longer, nobody can tell
  /// when it came.
  static let blink: Int64 = 5000

  private struct Slot {
    var sight: SlotTable.Sight
    /// Why and since when it is out of sight; `nil` while it is in sight.
    var loss: (why: Loss, since: Int64)?
  }

  private var slots: [String: Slot] = [:]

  /// Whether a sight can be believed. pcscd changes a reader's state first and counts the event after it; who looks in
  /// between sees a card with the count of before. Between two looks the count rises by an odd number exactly if the
  /// card is there in only one of them.
  func isWhole(_ name: String, _ sight: SlotTable.Sight) -> Bool {
    guard sight.isAvailable else { return true }
    guard let old = slots[name], old.loss == nil else { return true }
    return (sight.counter &- old.sight.counter) & 1 == (sight.hasCard == old.sight.hasCard ? 0 : 1)
  }

  /// Whether there is something to compare a sight with.
  func isWatched(_ name: String) -> Bool { slots[name].map { $0.loss == nil } ?? false }

  /// Compares what is seen with what is remembered.
  ///
  /// - Parameters:
  ///   - name: the reader's name.
  ///   - sight: how it is now.
  ///   - now: milliseconds of a clock that counts through sleep.
  mutating func see(_ name: String, _ sight: SlotTable.Sight, at now: Int64) -> [SlotChange] {
    guard sight.isAvailable else { return lose(name, .trouble, at: now) }
    let old = slots[name]
    slots[name] = Slot(sight: sight, loss: nil)
    guard let old else {
      return [.ready(name)] + (sight.hasCard ? [.cardIn(name, atr: sight.atr, .lyingThere)] : [])
    }
    guard let loss = old.loss else { return change(name, from: old.sight, to: sight) }
    switch (old.sight.hasCard, sight.hasCard) {
    case (true, true): return [.ready(name), .cardIn(name, atr: sight.atr, .again)]
    case (true, false): return [.ready(name), .cardOut(name)]
    case (false, true):
      let isBlink = loss.why != .unplugged && now - loss.since < Self.blink
      return [.ready(name), .cardIn(name, atr: sight.atr, isBlink ? .seen : .lyingThere)]
    case (false, false): return [.ready(name)]
    }
  }

  /// Notes which readers are left; those that were there and are not in the list are unplugged.
  mutating func list(_ names: [String], at now: Int64) -> [SlotChange] {
    slots.keys.filter { !names.contains($0) }.sorted().flatMap { lose($0, .unplugged, at: now) }
  }

  /// Notes that pcscd is gone, and every reader with it.
  mutating func loseService(at now: Int64) -> [SlotChange] {
    slots.keys.sorted().flatMap { lose($0, .service, at: now) }
  }

  private mutating func lose(_ name: String, _ why: Loss, at now: Int64) -> [SlotChange] {
    guard let slot = slots[name] else { return [] }
    if let loss = slot.loss {
      // Found unplugged when pcscd came back: the worse of two losses decides what its next card is taken for.
      if why == .unplugged { slots[name]?.loss = (why, loss.since) }
      return []
    }
    slots[name]?.loss = (why, now)
    return [.lost(name, why)]
  }

  private func change(_ name: String, from old: SlotTable.Sight, to new: SlotTable.Sight) -> [SlotChange] {
    let comings = [SlotChange.cardIn(name, atr: new.atr, .seen)]
    switch (old.hasCard, new.hasCard) {
    case (false, true): return comings
    case (true, false): return [.cardOut(name)]
    // The counter tells what the two glances alone do not: another tap in between.
    case (true, true): return old.counter == new.counter ? [] : [.cardOut(name)] + comings
    case (false, false): return old.counter == new.counter ? [] : comings + [.cardOut(name)]
    }
  }
}
