internal import PhoneTaps

extension PhoneVerdict {
  /// Whether the request should have come with a right proof and did not.
  var isUnproven: Bool {
    switch self {
    case .paired, .tapped, .challenge: false
    case .refused(let refusal): !refusal.isProven
    }
  }
}
