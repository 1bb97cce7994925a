/// A reader technology: everything that one way of reaching readers (PC/SC, libnfc, the simulated one) finds and sees.
package protocol TagReader: Sendable {
  /// What happens at the readers, in order; called only once. The stream ends after ``stop()``.
  func events() -> AsyncStream<ReaderEvent>
  /// Lights and sounds, where the reader has them; best effort and never waited for.
  func signal(_ feedback: ReaderFeedback, at reader: ReaderName) async
  func stop() async
}

/// A reader as the person sees it: the name that the technology gives it, which stays the same when it is plugged in
/// again.
package struct ReaderName: Hashable, Sendable {
  /// How it is reached: `pcsc`, `libnfc` or `simulated`.
  package let backend: String
  /// Its name, such as `ACS ACR122U 00 00`.
  package let name: String

  package init(backend: String, name: String) {
    self.backend = backend
    self.name = name
  }
}

package enum ReaderEvent: Equatable, Sendable {
  case ready(ReaderName)
  /// A reader is gone: unplugged, or what drives it stopped. It comes back as ``ready(_:)``.
  case lost(ReaderName, why: String)
  /// The card was read. `atStart`: it was there when the reader was first looked at.
  case arrived(ReaderName, PresentedCard, atStart: Bool)
  /// The card was taken away; the UID is empty if it is unknown or if there were several cards.
  case left(ReaderName, uid: [UInt8])
  /// Two or more cards are there at once; none of them counts.
  case severalCards(ReaderName)
  /// A card could not be read, even after one quiet retry.
  case unreadable(ReaderName, uid: [UInt8]?, why: String)

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

  package init(uid: [UInt8], chip: String? = nil, message: [UInt8]? = nil, counter: Int? = nil) {
    self.uid = uid
    self.chip = chip
    self.message = message
    self.counter = counter
  }
}

package enum ReaderFeedback: Sendable, CaseIterable {
  case accepted
  case refused
  /// Wait: a question is open, or the card is to be held longer.
  case wait
  case failed
}
