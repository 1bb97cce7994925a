internal import PhoneTaps

extension PhoneVerdict {
  /// Whether the request needed a valid proof and had none.
  var isUnproven: Bool {
    switch self {
    case .paired, .tapped, .challenge: false
    case .refused(let refusal): !refusal.isProven
    }
  }
}
