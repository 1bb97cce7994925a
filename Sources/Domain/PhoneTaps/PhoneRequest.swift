/// What comes over the network and claims to be a phone's, as it was written.
package enum PhoneRequest: Equatable, Sendable {
  /// The page behind the pairing code brings a key of its own, covered with the code's key.
  case pair(phone: String, nonce: String, box: String, proof: String)
  /// The page behind a card's link tells of a tap.
  case tap(phone: String, number: String, time: String, route: String, proof: String)
  /// A Shortcut wants a challenge.
  case challenge
  /// A Shortcut tells of a tap, by a challenge.
  case answer(phone: String, challenge: String, route: String, proof: String)
}

/// What becomes of a request.
package enum PhoneVerdict: Equatable, Sendable {
  /// The phone is paired from now on.
  case paired(PhoneName)
  /// A challenge: 32 hexadecimal digits.
  case challenge(String)
  /// The tap counts: this is the path and query of the card's link.
  case tapped(PhoneName, route: String)
  /// Nothing happens.
  case refused(PhoneRefusal)
}

/// Why a request does nothing.
package enum PhoneRefusal: Error, Equatable, Sendable {
  /// No phone of that name is paired or invited.
  case unknownPhone
  /// The person took the phone's rights away.
  case revoked
  /// The code was used before.
  case used
  /// The code was shown more than five minutes ago.
  case expired
  /// The proof is not right.
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

  /// Whether the request was proven all the same.
  package var isProven: Bool {
    switch self {
    case .stale, .replayed: true
    case .unknownPhone, .revoked, .used, .expired, .badProof: false
    }
  }
}
