internal import PhoneTaps

extension PhoneVerdict {
  /// Whether the request came with a right proof.
  var isProven: Bool {
    switch self {
    case .paired, .tapped: true
    case .challenge: false
    case .refused(let refusal): refusal.isProven
    }
  }
}
