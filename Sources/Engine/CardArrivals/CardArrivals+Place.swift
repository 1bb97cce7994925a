internal import FocusPorts

extension CardArrivals {
  mutating func noteRead(_ card: PresentedCard, echoUntil: Int64?, look: Look) -> [ReaderEvent] {
    let before = place
    place = .told(uid: card.uid, echoUntil: echoUntil)
    let tap = ReaderEvent.arrived(reader, card, atStart: false)
    let noTap = ReaderEvent.arrived(reader, card, atStart: true)
    switch (look, before) {
    case (.later, .leaving(let uid, _)):
      // It is back before its departure was told: it was never away.
      return uid == card.uid ? [] : [left(uid), tap]
    case (.later, _): return departure(from: before) + [tap]
    case (.first, .told(let uid, _)), (.first, .leaving(let uid, _)):
      return uid == card.uid ? [noTap] : [left(uid), tap]
    case (.first, .unreadable(let uid)):
      return card.canBe(uid) ? [noTap] : [left(uid), tap]
    // One of the cards that were there stayed.
    case (.first, .several): return [left(nil), noTap]
    case (.first(let afterBlink), .cutOff(let uid)):
      return [card.canBe(uid) || afterBlink ? tap : noTap]
    case (.first(let afterBlink), .slipped(let slip)):
      return [card.canBe(slip.uid) || afterBlink ? tap : noTap]
    case (.first(let afterBlink), .empty), (.first(let afterBlink), .gone): return [afterBlink ? tap : noTap]
    }
  }

  mutating func noteEmpty(at now: Int64, look: Look) -> [ReaderEvent] {
    let before = place
    switch (before, look) {
    case (.told(let uid, let echoUntil?), .later) where now < echoUntil:
      place = .leaving(uid: uid, until: now + Self.patience)
      return []
    case (.leaving, .later), (.gone, _): return []
    case (.slipped(var slip), _):
      slip.until = now + Self.patience
      place = .gone(slip)
      return []
    case (.cutOff(let uid), _):
      place = .gone(Slip(uid: uid, why: Self.tooShort, until: now + Self.patience))
      return []
    case (.empty, _), (.told, _), (.leaving, _), (.unreadable, _), (.several, _):
      place = .empty
      return departure(from: before)
    }
  }

  mutating func noteUnreadable(_ uid: [UInt8]?, _ why: String) -> [ReaderEvent] {
    let before = place
    let told = ReaderEvent.unreadable(reader, uid: uid, why: why)
    switch before {
    case .told(let known, _) where uid == nil || uid == known,
      .leaving(let known, _) where uid == nil || uid == known:
      place = .told(uid: known, echoUntil: nil)
      return [told]
    case .unreadable(let known) where uid == nil || known == nil || uid == known:
      place = .unreadable(uid: uid ?? known)
      return [told]
    case .empty, .told, .leaving, .unreadable, .several, .slipped, .gone, .cutOff:
      place = .unreadable(uid: uid)
      return departure(from: before) + [told]
    }
  }

  /// Handles a card that left before it was read; the first time it gets a silent second chance.
  mutating func noteSlip(_ uid: [UInt8]?, _ why: String, at now: Int64) -> [ReaderEvent] {
    let before = place
    switch before {
    // It is known, and its departure will be told.
    case .told(let known, _) where uid == nil || uid == known: return []
    case .leaving(let known, _) where uid == nil || uid == known:
      place = .leaving(uid: known, until: now + Self.patience)
      return []
    case .slipped(let slip), .gone(let slip):
      let uid = uid ?? slip.uid
      place = .unreadable(uid: uid)
      return [.unreadable(reader, uid: uid, why: why)]
    case .empty, .told, .leaving, .unreadable, .several, .cutOff:
      place = .slipped(Slip(uid: uid, why: why, until: now + Self.patience))
      return departure(from: before)
    }
  }

  /// The reader failed while it read a card; one not told yet counts when the reader is back.
  mutating func noteCutOff(_ uid: [UInt8]?) {
    switch place {
    case .told, .leaving, .unreadable, .several: break
    case .slipped(let slip), .gone(let slip): place = .cutOff(uid: uid ?? slip.uid)
    case .empty: place = .cutOff(uid: uid)
    case .cutOff(let known): place = .cutOff(uid: uid ?? known)
    }
  }

  /// None of several cards counts, and a card that was told as there counts as gone.
  mutating func noteSeveral() -> [ReaderEvent] {
    let before = place
    if case .several = before { return [] }
    place = .several
    return departure(from: before) + [.severalCards(reader)]
  }

  mutating func giveUpWaiting(at now: Int64) -> [ReaderEvent] {
    guard let deadline, now >= deadline else { return [] }
    switch place {
    case .leaving(let uid, _):
      place = .empty
      return [left(uid)]
    case .slipped(let slip):
      place = .unreadable(uid: slip.uid)
      return [.unreadable(reader, uid: slip.uid, why: slip.why)]
    case .gone(let slip):
      place = .empty
      return [.unreadable(reader, uid: slip.uid, why: Self.tooShort), left(slip.uid)]
    case .empty, .told, .unreadable, .several, .cutOff: return []
    }
  }

  private func departure(from place: Place) -> [ReaderEvent] {
    switch place {
    case .told(let uid, _), .leaving(let uid, _): [left(uid)]
    case .unreadable(let uid): [left(uid)]
    case .several: [left(nil)]
    case .empty, .slipped, .gone, .cutOff: []
    }
  }

  private func left(_ uid: [UInt8]?) -> ReaderEvent { .left(reader, uid: uid ?? []) }
}

extension PresentedCard {
  fileprivate func canBe(_ uid: [UInt8]?) -> Bool { uid == nil || uid == self.uid }
}
