/// What was learned of the person's keys and codes, as it is kept for ever.
public enum KeyFact: Equatable, Sendable {
  /// A key that may stop was tapped and proven that strongly.
  case proven(KeyID, Proof)
  /// A card showed this counter, higher than any that it showed before: an older one is a tap played back.
  case counterShown(CardUID, UInt32)
  /// A recovery code with that digest was made.
  case codeMade([UInt8])
  /// The recovery code with that digest was used up.
  case codeUsed([UInt8])
}

extension Ledger {
  mutating func apply(_ found: KeyFact) {
    switch found {
    case .proven(let key, let proof): enter(proof, of: key)
    case .counterShown(let card, let counter): enter(counter, of: card)
    case .codeMade(let digest): recoveryCodes.append(digest)
    case .codeUsed(let digest): recoveryCodes.removeAll { $0 == digest }
    }
  }

  /// A key's proof never becomes weaker.
  private mutating func enter(_ proof: Proof, of key: KeyID) {
    let strongest = max(proof, provenKeys.first { $0.key == key }?.proof ?? proof)
    provenKeys.removeAll { $0.key == key }
    provenKeys.append(.init(key: key, proof: strongest))
  }
}
