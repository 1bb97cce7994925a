package import FocusEngine
package import Requests

/// A hand that taps cards on the simulated reader, and puts them there for those who write.
package protocol SimulatedHand: Sendable {
  /// Taps with a card that holds the link, or none, and waits for what the tap came to.
  ///
  /// - Parameter asWritten: whether the card with that number has on it what was written to it since; else it is a new
  ///   one.
  func tap(link: String?, uid: [UInt8], asWritten: Bool) async throws(Failure) -> EngineAnswer

  func lift() async

  /// The card on the reader. If there is none and a blank one is wanted, it is put down, which is not a tap.
  func card(orPutBlank: Bool) async -> SimulatedCardSeen?

  /// Carries one command, in the octets that go on air, to the card with that number; without octets the card is
  /// selected again.
  func exchange(frame: [UInt8]?, with uid: [UInt8]) async -> SimulatedReply

  /// Called when the program that wrote is done.
  func release() async
}

package struct SimulatedCardSeen: Equatable, Sendable {
  package var uid: [UInt8]
  package var chip: String

  package init(uid: [UInt8], chip: String) {
    self.uid = uid
    self.chip = chip
  }
}

package struct SimulatedReply: Equatable, Sendable {
  /// `data`, `acknowledged`, `refused`, `silent`, `gone` or `not-carried`.
  package var word: String
  /// The octets of the answer, without checksum.
  package var octets: [UInt8]

  package init(word: String, octets: [UInt8] = []) {
    self.word = word
    self.octets = octets
  }
}
/// The identifier of a simulated card that was not given one: it follows from the link, so that the same link is the
/// same card.
package func simulatedUID(for link: String) -> [UInt8] {
  // FNV-1a with 64 bits; 0x04 is the maker's octet of NXP (ISO/IEC 7816-6), as on a real NTAG.
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for octet in link.utf8 { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
  return [0x04] + (0..<6).map { UInt8(truncatingIfNeeded: hash >> (UInt64($0) * 8)) }
}
