/// A reader technology: everything that one way of reaching readers (PC/SC, libnfc, the simulated one) finds and sees.
package protocol TagReader: Sendable {
  /// What happens at the readers, in order, from the start on. Asked for once; the stream ends after ``stop()``.
  func events() -> AsyncStream<ReaderEvent>
  /// Lights and sounds, where the reader has them; best effort and never waited for.
  func signal(_ feedback: ReaderFeedback, at reader: ReaderName) async
  /// Lets the readers go; the stream of events ends.
  func stop() async
}

/// A reader as the person sees it: the name that the technology gives it, which stays the same when it is plugged in
/// again.
package struct ReaderName: Hashable, Sendable {
  /// How it is reached: `pcsc`, `libnfc` or `simulated`.
  package let backend: String
  /// Its name, such as `ACS ACR122U 00 00`.
  package let name: String

  /// Names a reader.
  package init(backend: String, name: String) {
    self.backend = backend
    self.name = name
  }
}

/// Something that happened at a reader.
package enum ReaderEvent: Equatable, Sendable {
  /// A reader is there and waits for cards.
  case ready(ReaderName)
  /// A reader is gone: unplugged, or what drives it stopped. It comes back as ``ready(_:)``.
  case lost(ReaderName, why: String)
  /// A card is on the reader and was read. `atStart`: it lay there already when the reader was first looked at.
  case arrived(ReaderName, PresentedCard, atStart: Bool)
  /// The card was taken away; no UID where none was told, or where several lay there.
  case left(ReaderName, uid: [UInt8])
  /// Two or more cards lie there at once; none of them counts.
  case severalCards(ReaderName)
  /// There is a card, and it could not be read, after one quiet retry.
  case unreadable(ReaderName, uid: [UInt8]?, why: String)

  /// Where it happened.
  package var reader: ReaderName {
    switch self {
    case .ready(let reader), .lost(let reader, _), .arrived(let reader, _, _), .left(let reader, _),
      .severalCards(let reader), .unreadable(let reader, _, _):
      reader
    }
  }
}

/// What a reader learned of a card: its identity and its message, not what they mean.
package struct PresentedCard: Sendable, Equatable {
  /// The card's own number: 4, 7 or 10 octets for ISO 14443 A.
  package var uid: [UInt8]
  /// The chip in words, where it was told, such as `NTAG213`.
  package var chip: String?
  /// The NDEF message as the card contains it; `nil` if there is none.
  package var message: [UInt8]?
  /// The NFC counter of an NTAG, where it is switched on and was read.
  package var counter: Int?

  /// A card that was read.
  package init(uid: [UInt8], chip: String? = nil, message: [UInt8]? = nil, counter: Int? = nil) {
    self.uid = uid
    self.chip = chip
    self.message = message
    self.counter = counter
  }
}

/// What a reader can say back to the hand that taps.
package enum ReaderFeedback: Sendable, CaseIterable {
  /// Done: the tap did what it says.
  case accepted
  /// Refused by a rule.
  case refused
  /// Wait: a question is open, or the card is to be held longer.
  case wait
  /// The card could not be read, or something broke.
  case failed
}
