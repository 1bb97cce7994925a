internal import CSodium
package import SyncProtocol

/// libsodium, opened. There is one only where the library is installed, so nothing that is sealed can silently go
/// out open.
package struct Sodium: Sendable {
  package init() throws(SealingError) {
    guard sodium_init() >= 0 else { throw .noLibrary }
  }

  /// What SyncProtocol borrows. An argument of the wrong size gives an empty result, or `nil`.
  package var functions: SealFunctions {
    SealFunctions(
      seal: { Self.seal($0, $1, nonce: $2, key: $3) }, open: { Self.open($0, $1, nonce: $2, key: $3) },
      hash: { Self.hash($0, key: $1, count: $2) }, subkey: { Self.subkey(of: $0, context: $1) })
  }

  /// Random octets from the system.
  package func chance(_ count: Int) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: max(0, count))
    // As many octets as the array has.
    unsafe randombytes_buf(&octets, octets.count)
    return octets
  }

  /// A nonce for one envelope, grant or snapshot.
  package func nonce() -> [UInt8] { chance(SealFunctions.nonceCount) }

  /// The group's keys of an epoch, from 32 octets; `nil` for another count.
  package func keys(of epoch: Epoch, group: [UInt8]) -> EpochKeys? {
    EpochKeys(epoch: epoch, group: group, by: functions)
  }

  /// `nil` only if one of the invitation's keys has the wrong size.
  package func ring(of invitation: Invitation) -> KeyRing? {
    var ring: KeyRing?
    for key in invitation.keys {
      guard let keys = keys(of: key.epoch, group: key.group) else { return nil }
      if ring == nil { ring = KeyRing(keys) } else { ring?.add(keys) }
    }
    return ring
  }

  private static func seal(_ message: [UInt8], _ additional: [UInt8], nonce: [UInt8], key: [UInt8]) -> [UInt8] {
    guard nonce.count == SealFunctions.nonceCount, key.count == SealFunctions.keyCount else { return [] }
    var sealed = [UInt8](repeating: 0, count: message.count + SealFunctions.tagCount)
    var count: UInt64 = 0
    // The pointers live for the call; the result has room for the tag; nonce and key have their sizes.
    let done = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, &count, message, UInt64(message.count), additional, UInt64(additional.count), nil, nonce, key)
    return done == 0 && count == UInt64(sealed.count) ? sealed : []
  }

  private static func open(_ box: [UInt8], _ additional: [UInt8], nonce: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard box.count >= SealFunctions.tagCount, nonce.count == SealFunctions.nonceCount,
      key.count == SealFunctions.keyCount
    else { return nil }
    // One octet more, so that there is an address to write to where the message is empty.
    var message = [UInt8](repeating: 0, count: box.count - SealFunctions.tagCount + 1)
    var count: UInt64 = 0
    // The pointers live for the call; the result has room; nonce and key have their sizes.
    let done = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
      &message, &count, nil, box, UInt64(box.count), additional, UInt64(additional.count), nonce, key)
    guard done == 0, count == UInt64(message.count - 1) else { return nil }
    message.removeLast()
    return message
  }

  private static func hash(_ message: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
    guard (16...64).contains(count), key.isEmpty || (16...64).contains(key.count) else { return [] }
    var hash = [UInt8](repeating: 0, count: count)
    // The pointers live for the call; libsodium takes hashes and keys of these sizes.
    let done = unsafe crypto_generichash(&hash, count, message, UInt64(message.count), key, key.count)
    return done == 0 ? hash : []
  }

  private static func subkey(of key: [UInt8], context: [UInt8]) -> [UInt8] {
    guard key.count == SealFunctions.keyCount, context.count == 8 else { return [] }
    var subkey = [UInt8](repeating: 0, count: SealFunctions.keyCount)
    // A context is eight characters without an end.
    let characters = context.map { CChar(bitPattern: $0) }
    let done = unsafe crypto_kdf_derive_from_key(&subkey, subkey.count, 1, characters, key)
    return done == 0 ? subkey : []
  }
}

package enum SealingError: Error, Equatable, Sendable {
  case noLibrary
  /// The slow function that protects short secrets could not get this many octets of memory.
  case noMemory(Int)
  /// The key has the wrong size, or is one that X25519 refuses.
  case badKey

  package var sentence: String {
    switch self {
    case .noLibrary: "libsodium cannot be loaded; install Debian's package libsodium23."
    case .noMemory(let octets): "There is not enough memory: \(octets >> 20) MB are needed for a moment."
    case .badKey: "This is not a public key."
    }
  }
}
