extension KeyFact: FormedFact {
  static let since: Int64 = 1

  static let forms: [FactForm<KeyFact>] = [
    FactForm("key-proven", .name("key"), .word("proof"), make: KeyFact.proven) {
      if case .proven(let key, let proof) = $0 { (key, proof) } else { nil }
    },
    FactForm(
      "counter-shown", since: 3, isTold: false, .uid("uid").untold, .counter("counter").untold,
      make: KeyFact.counterShown
    ) {
      if case .counterShown(let card, let counter) = $0 { (card, counter) } else { nil }
    },
    FactForm("recovery-code-made", .hex("digest"), make: KeyFact.codeMade) {
      if case .codeMade(let digest) = $0 { digest } else { nil }
    },
    FactForm("recovery-code-used", .hex("digest"), make: KeyFact.codeUsed) {
      if case .codeUsed(let digest) = $0 { digest } else { nil }
    },
  ]

  func sentence(_ settings: Settings) -> String? {
    switch self {
    case .proven(let key, _):
      "The key \(settings.keys.first { $0.id == key }?.name ?? key.text) is verified: it can end sessions."
    case .counterShown: nil
    case .codeMade: "A recovery code was made."
    case .codeUsed: "A recovery code was used. It cannot be used again."
    }
  }
}
