internal import CSodium
package import SyncProtocol

extension Sodium {
  /// Argon2id with three passes over 256 MB: 0.6 s here, and as long for each guess of an attacker.
  private func slowKey(of secret: [UInt8], salt: [UInt8]) throws(SealingError) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: SealFunctions.keyCount)
    let characters = secret.map { CChar(bitPattern: $0) }
    // The pointers live for the call; a salt has 16 octets.
    let done = unsafe crypto_pwhash(
      &key, UInt64(key.count), characters, UInt64(characters.count), salt, 3, Self.slowMemory, 2)
    guard salt.count == RecoverySheet.saltCount, done == 0 else { throw .noMemory(Self.slowMemory) }
    return key
  }

  private static let slowMemory = 256 << 20

  /// The six digits that both devices show while one joins by a card, so that a person sees whose key it is. They
  /// are made slowly: who wants to put another key with the same digits on the card would need days.
  package func checkDigits(of publicKey: [UInt8]) throws(SealingError) -> String {
    guard publicKey.count == 32 else { throw .badKey }
    let key = try slowKey(of: publicKey, salt: Array("focuskey-check-1".utf8))
    let number = key.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
    let digits = String(number)
    return String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// Six words, made of 88 random bits.
  package func recoveryWords() -> RecoveryWords { RecoveryWords(chance: chance(RecoveryWords.chanceCount)) }

  /// The printed invitation is worthless without the words, which belong on another sheet.
  package func print(_ invitation: Invitation, under words: RecoveryWords) throws(SealingError) -> RecoverySheet {
    let (salt, nonce) = (chance(RecoverySheet.saltCount), nonce())
    let key = try slowKey(of: words.octets, salt: salt)
    let box = functions.seal(invitation.octets, RecoverySheet.additionalData, nonce, key)
    guard let sheet = RecoverySheet(salt: salt, nonce: nonce, box: box) else { throw .badKey }
    return sheet
  }

  /// `nil` if these are not the sheet's words, or a character of it is wrong.
  package func read(_ sheet: RecoverySheet, under words: RecoveryWords) throws(SealingError) -> Invitation? {
    let key = try slowKey(of: words.octets, salt: sheet.salt)
    guard let octets = functions.open(sheet.box, RecoverySheet.additionalData, sheet.nonce, key) else { return nil }
    return try? Invitation(octets: octets)
  }
}
