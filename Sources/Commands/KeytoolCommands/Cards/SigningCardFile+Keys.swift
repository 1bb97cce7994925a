internal import CommandShell
internal import Octets
internal import ProofOfTap
internal import ServiceContract
internal import TagFormats

extension SigningCardFile {
  /// Returns a card with its kept keys, or with new ones, which are on disk when this returns.
  func card(_ uid: [UInt8], _ chip: Chip, _ master: MasterKey?) throws(Failure) -> SigningCard {
    let all = try read()
    if let known = all.first(where: { $0.uid == uid }) { return known }
    let card: SigningCard
    if let keys = master?.signingKeys(of: uid, chip: chip) {
      card = SigningCard(uid: uid, metaKey: keys.metaKey, fileKey: keys.fileKey)
    } else {
      let key = SystemRandom.octets(16)
      card = SigningCard(uid: uid, metaKey: key, fileKey: chip.signsWithOneKey ? key : SystemRandom.octets(16))
    }
    try keep(all + [card])
    return card
  }

  /// Adds a backup's cards, all or none, never overwriting other keys; returns how many are new.
  func merge(_ others: [SigningCard]) throws(Failure) -> Int {
    var all = try read()
    let before = all.count
    for other in others {
      guard let known = all.first(where: { $0.uid == other.uid }) else {
        all.append(other)
        continue
      }
      guard known == other else {
        throw Failure(
          .no, kind: "other-keys", what: "the card has other keys here", at: .text(HexText.text(of: other.uid)),
          advice: "nothing was changed; the newer of both is the one that keytool sun check says valid with")
      }
    }
    if all.count > before { try keep(all) }
    return all.count - before
  }

  func forget(_ uid: [UInt8]) throws(Failure) {
    try keep(try read().filter { $0.uid != uid })
  }

  private func keep(_ cards: [SigningCard]) throws(Failure) {
    do throws(SystemError) {
      try write(cards)
    } catch {
      throw Failure(
        .brokenIO, kind: "keys-not-kept", what: "the keys of the card cannot be saved: \(error.reason)",
        at: .text(path), advice: "the card was not changed; free some space and try again")
    }
  }
}

extension SigningCard {
  /// The keys in the card's form; `nil` for a card that sends its UID unencrypted.
  var keys: SigningKeys? { metaKey.flatMap { SigningKeys(metaKey: $0, fileKey: fileKey) } }
}
