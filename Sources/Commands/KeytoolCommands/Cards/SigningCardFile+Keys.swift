internal import CommandShell
internal import LinuxRuntime
internal import Octets
internal import Requests
internal import ServiceContract
internal import TagFormats

extension SigningCardFile {
  /// The cards of the file, for a command.
  func cards() throws(Failure) -> [SigningCard] {
    do throws(Unreadable) {
      return try read()
    } catch {
      throw Failure(
        .badData, kind: "bad-signing-cards", what: "the keys of signing cards cannot be read: \(error.reason)",
        at: .text(path), advice: "restore the file from a backup, or move it away")
    }
  }

  /// A card with its keys: those that are kept, or new ones, which are on the disk when this returns.
  func card(_ uid: [UInt8]) throws(Failure) -> SigningCard {
    let all = try cards()
    if let known = all.first(where: { $0.uid == uid }) { return known }
    let card = SigningCard(uid: uid, metaKey: SystemRandom.octets(16), fileKey: SystemRandom.octets(16))
    try keep(all + [card])
    return card
  }

  /// Forgets a card's keys.
  func forget(_ uid: [UInt8]) throws(Failure) {
    try keep(try cards().filter { $0.uid != uid })
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
  /// The keys as the card takes them; `nil` for one whose UID goes in the clear.
  var keys: SigningKeys? { metaKey.flatMap { SigningKeys(metaKey: $0, fileKey: fileKey) } }
}
