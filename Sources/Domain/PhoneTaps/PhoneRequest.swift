/// A request from the network that claims to come from a phone, not checked yet.
package enum PhoneRequest: Equatable, Sendable {
  /// The page behind the pairing code brings a key of its own, covered with the code's key.
  case pair(phone: String, nonce: String, box: String, proof: String)
  /// The page that a card's link opens reports a tap.
  case tap(phone: String, number: String, time: String, route: String, proof: String)
  /// A Shortcut asks for a challenge.
  case challenge
  /// A Shortcut reports a tap and answers a challenge.
  case answer(phone: String, challenge: String, route: String, proof: String)
}

package enum PhoneVerdict: Equatable, Sendable {
  case paired(PhoneName)
  /// A challenge: 32 hexadecimal digits.
  case challenge(String)
  /// The tap counts: this is the path and query of the card's link.
  case tapped(PhoneName, route: String)
  case refused(PhoneRefusal)
}

package enum PhoneRefusal: Error, Equatable, Sendable {
  case unknownPhone
  case revoked
  /// The code was used before.
  case used
  /// The code was shown more than five minutes ago.
  case expired
  case badProof
  /// The proof is right, and the phone's clock is this many seconds ahead of (or behind) the computer's.
  case stale(seconds: Int64)
  /// The proof is right and was used before.
  case replayed

  /// The word for it in an answer's `data-reason`.
  package var reason: String {
    switch self {
    case .unknownPhone: "unknown-phone"
    case .revoked: "revoked"
    case .used: "used"
    case .expired: "expired"
    case .badProof: "bad-proof"
    case .stale: "stale"
    case .replayed: "replayed"
    }
  }

  /// Whether the request was proven although it is refused.
  package var isProven: Bool {
    switch self {
    case .stale, .replayed: true
    case .unknownPhone, .revoked, .used, .expired, .badProof: false
    }
  }
}
