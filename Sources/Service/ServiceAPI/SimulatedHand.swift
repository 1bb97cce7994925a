public import FocusEngine

/// A hand that taps cards on the simulated reader.
public protocol SimulatedHand: Sendable {
  /// Taps with a card that holds the link, or none, and waits for what the tap came to.
  func tap(link: String?, uid: [UInt8]) async throws(SimulatedTapError) -> EngineAnswer

  /// Takes the card away.
  func lift() async
}

/// Why a card for the simulated reader cannot be made.
public enum SimulatedTapError: Error {
  /// The link does not fit on the largest card.
  case tooLong(octets: Int, most: Int)
  /// A control character is in it, which no card may hold.
  case notALink
  /// A card's identifier has seven octets.
  case wrongUID(octets: Int)
}

/// The identifier of a simulated card that was not given one: it follows from the link, so that the same link is the
/// same card.
func simulatedUID(for link: String) -> [UInt8] {
  // FNV-1a with 64 bits; 0x04 is the maker's octet of NXP (ISO/IEC 7816-6), as on a real NTAG.
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for octet in link.utf8 { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
  return [0x04] + (0..<6).map { UInt8(truncatingIfNeeded: hash >> (UInt64($0) * 8)) }
}
