internal import CardArrivals

/// A change at a reader; the text is the name by which it is known.
enum SlotChange: Equatable, Sendable {
  /// The reader is there, under this name in pcscd's list. What is on it comes next: `cardIn` or `cardOut`.
  case ready(String, listed: String)
  case lost(String, Loss)
  case cardIn(String, atr: [UInt8])
  case cardOut(String)
}

enum Loss: Equatable, Sendable {
  case unplugged
  /// It is there and answers with errors.
  case trouble
  case service

  var toTell: CardArrivals.Loss {
    switch self {
    case .unplugged: CardArrivals.Loss(why: "unplugged", isUnplugged: true)
    case .trouble: CardArrivals.Loss(why: "the reader answers with errors")
    case .service: CardArrivals.Loss(why: "pcscd stopped")
    }
  }
}

/// Compares what pcscd tells of each reader in its list with what it told before.
struct SlotHistory {
  private enum Slot {
    case watched(SlotTable.Sight)
    case lost(Loss)
  }

  /// By the readers' known names.
  private var slots: [String: Slot] = [:]
  private var names = SlotNames()

  /// When to read the list again even if it is unchanged; `nil` for never.
  var deadline: Int64? { names.deadline }

  /// Whether to watch a listed reader; not while it may be the second entry of the same one.
  func isAdmitted(_ listed: String) -> Bool { names.known(listed) != nil }

  /// Whether a sight can be believed. pcscd changes a reader's state first and counts the event after it, so a look in
  /// between sees a card with the count of before. Between two looks the count rises by an odd number exactly if the
  /// card is there in only one of them.
  func isWhole(_ listed: String, _ sight: SlotTable.Sight) -> Bool {
    guard sight.isAvailable, let name = names.known(listed), case .watched(let old)? = slots[name] else { return true }
    return (sight.counter &- old.counter) & 1 == (sight.hasCard == old.hasCard ? 0 : 1)
  }

  /// Whether there is something to compare a sight with.
  func isWatched(_ listed: String) -> Bool {
    if let name = names.known(listed), case .watched? = slots[name] { true } else { false }
  }

  mutating func see(_ listed: String, _ sight: SlotTable.Sight) -> [SlotChange] {
    guard let name = names.known(listed) else { return [] }
    guard sight.isAvailable else { return lose(name, .trouble) }
    defer { slots[name] = .watched(sight) }
    switch slots[name] {
    case .watched(let old): return change(name, from: old, to: sight)
    case .lost, nil:
      return [.ready(name, listed: listed), sight.hasCard ? .cardIn(name, atr: sight.atr) : .cardOut(name)]
    }
  }

  /// Notes the readers in the list; those that are missing now were unplugged.
  mutating func list(_ listed: [String], at now: Int64) -> [SlotChange] {
    let gone = names.list(listed, at: now)
    return slots.keys.filter { gone.contains($0) || !names.isListed($0) }.sorted().flatMap { lose($0, .unplugged) }
  }

  mutating func loseService() -> [SlotChange] {
    names.forgetList()
    return slots.keys.sorted().flatMap { lose($0, .service) }
  }

  private mutating func lose(_ name: String, _ why: Loss) -> [SlotChange] {
    switch slots[name] {
    case nil, .lost(.unplugged): return []
    // Only this is worse than what was known: it was found unplugged when pcscd came back.
    case .lost where why != .unplugged: return []
    case .lost, .watched:
      slots[name] = .lost(why)
      return [.lost(name, why)]
    }
  }

  private func change(_ name: String, from old: SlotTable.Sight, to new: SlotTable.Sight) -> [SlotChange] {
    let coming = SlotChange.cardIn(name, atr: new.atr)
    switch (old.hasCard, new.hasCard) {
    case (false, true): return [coming]
    case (true, false): return [.cardOut(name)]
    // The counter tells what the two glances alone do not: another tap in between.
    case (true, true): return old.counter == new.counter ? [] : [.cardOut(name), coming]
    case (false, false): return old.counter == new.counter ? [] : [coming, .cardOut(name)]
    }
  }
}
