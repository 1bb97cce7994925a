internal import CSodium
internal import SyncProtocol

/// A device's X25519 keys: what is sealed to the public one, only this device opens.
package struct DeviceKeys: Equatable, Sendable {
  /// 32 octets that everybody may know.
  package let publicKey: [UInt8]
  /// 32 octets that never leave the device.
  package let secretKey: [UInt8]

  /// Derives the public key; `nil` unless the secret key has 32 octets.
  package init?(secretKey: [UInt8], with _: Sodium) {
    guard secretKey.count == 32 else { return nil }
    var shown = [UInt8](repeating: 0, count: 32)
    // Both have 32 octets.
    guard unsafe crypto_scalarmult_base(&shown, secretKey) == 0 else { return nil }
    publicKey = shown
    self.secretKey = secretKey
  }
}

extension DeviceKeys {
  /// What a device shows a mailbox: 32 octets derived from the secret key, without revealing it.
  package func token(with sodium: Sodium) -> [UInt8] {
    sodium.functions.hash(Array("fk_token".utf8), secretKey, 32)
  }
}

extension Sodium {
  /// How many octets sealing to a public key adds.
  package static let boxOverhead = 48

  package func deviceKeys() -> DeviceKeys {
    // Every 32 octets are a secret key.
    guard let keys = DeviceKeys(secretKey: chance(32), with: self) else {
      preconditionFailure("libsodium was opened, and multiplies any 32 bytes")
    }
    return keys
  }

  /// Seals so that only that device can open the message; it names no sender.
  package func seal(_ message: [UInt8], to publicKey: [UInt8]) throws(SealingError) -> [UInt8] {
    guard publicKey.count == 32 else { throw .badKey }
    var box = [UInt8](repeating: 0, count: message.count + Self.boxOverhead)
    // The result has room for what sealing adds; the key has its size.
    guard unsafe crypto_box_seal(&box, message, UInt64(message.count), publicKey) == 0 else { throw .badKey }
    return box
  }

  /// `nil` if it was sealed to another device, or altered.
  package func open(_ box: [UInt8], with keys: DeviceKeys) -> [UInt8]? {
    guard box.count >= Self.boxOverhead else { return nil }
    // One octet more, so that there is an address to write to where the message is empty.
    var message = [UInt8](repeating: 0, count: box.count - Self.boxOverhead + 1)
    // The result has room; both keys have their sizes.
    guard unsafe crypto_box_seal_open(&message, box, UInt64(box.count), keys.publicKey, keys.secretKey) == 0 else {
      return nil
    }
    message.removeLast()
    return message
  }
}
