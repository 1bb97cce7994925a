internal import Octets

/// What a card carries between a device that joins and one that is in already. Nothing on it is secret in the
/// clear.
///
/// 1. Tapped at the new device: it writes its public key and shows the check digits.
/// 2. Tapped at the old one: it shows the same digits, asks, and writes the invitation, sealed to that key.
/// 3. Tapped at the new one again: it opens the invitation and erases the card.
package enum KeyCard: Equatable, Sendable {
  /// A device wants to join; its X25519 public key.
  case request(publicKey: [UInt8])
  case answer(sealed: [UInt8])
  case shortAnswer(sealed: [UInt8])

  /// The type of the NDEF external record that it is written as.
  package static let recordType = "focuskey.app:join"

  private static let magic = Array("FKJ1".utf8)
  /// What sealing to a public key adds, in octets.
  private static let sealOverhead = 48
  /// The size of a sealed ``ShortInvitation`` in octets.
  private static let shortCount = 48 + sealOverhead
  private static let largest = 8192

  /// Mark (4), kind (1), key or box.
  package var octets: [UInt8] {
    switch self {
    case .request(let key): Self.magic + [1] + key
    case .answer(let box): Self.magic + [2] + box
    case .shortAnswer(let box): Self.magic + [3] + box
    }
  }

  package init(octets: [UInt8]) throws(InvitationError) {
    var reader = OctetReader(octets)
    guard reader.take(4).map({ $0.elementsEqual(Self.magic) }) ?? false, let kind = reader.number(octets: 1) else {
      throw .notALink
    }
    let rest = Array(reader.rest)
    switch kind {
    case 1 where rest.count == 32: self = .request(publicKey: rest)
    case 2 where (Self.sealOverhead + 1...Self.largest).contains(rest.count): self = .answer(sealed: rest)
    case 3 where rest.count == Self.shortCount: self = .shortAnswer(sealed: rest)
    default: throw .damaged
    }
  }
}
