internal import TagFormats

/// How an NTAG 424 DNA hides and signs its taps: by AES-128 as it leaves the factory, or by the leakage resilient
/// primitive, to which it can be switched for good. How long the encrypted octets are tells which: sixteen or 24.
package protocol TapCipher: Sendable {
  /// `nil` if the key is not sixteen octets long.
  init?(key: [UInt8])
  /// Decrypts the link's UID and counter; `nil` if the length does not fit this mode.
  func tapData(_ encrypted: [UInt8]) -> [UInt8]?
  /// The full code over `signed` of the tap with this UID and counter (lowest octet first).
  func fullCode(of tap: [UInt8], over signed: [UInt8]) -> [UInt8]
  /// Decrypts the encrypted part of the file; `nil` if it is not whole blocks.
  func fileData(_ data: [UInt8], of tap: [UInt8], counter: [UInt8]) -> [UInt8]?
}

extension AES128: TapCipher {
  /// Decrypts one block in CBC mode; the IV is zero.
  package func tapData(_ encrypted: [UInt8]) -> [UInt8]? {
    encrypted.count == 16 ? decrypted(encrypted, iv: [UInt8](repeating: 0, count: 16)) : nil
  }

  package func fullCode(of tap: [UInt8], over signed: [UInt8]) -> [UInt8] {
    AES128(key: codeKey(of: tap))?.cmac(signed) ?? []
  }

  /// Decrypts in CBC mode with the tap's data key; the IV is the encrypted counter.
  package func fileData(_ data: [UInt8], of tap: [UInt8], counter: [UInt8]) -> [UInt8]? {
    guard data.count % 16 == 0, let cipher = AES128(key: dataKey(of: tap)) else { return nil }
    return cipher.decrypted(data, iv: cipher.encrypted(counter + [UInt8](repeating: 0, count: 13)))
  }

  /// The key of a tap's code (AN12196, "SDM session keys").
  func codeKey(of tap: [UInt8]) -> [UInt8] { cmac([0x3C, 0xC3, 0x00, 0x01, 0x00, 0x80] + tap) }

  func dataKey(of tap: [UInt8]) -> [UInt8] { cmac([0xC3, 0x3C, 0x00, 0x01, 0x00, 0x80] + tap) }
}

/// The data sheet NT4H2421Gx, "SDM session key generation" and "encrypted mirroring" in LRP mode.
extension LRP128: TapCipher {
  /// Eight random octets, which start the counter of the counting mode, then one block.
  package func tapData(_ encrypted: [UInt8]) -> [UInt8]? {
    guard encrypted.count == 24 else { return nil }
    return counted(Array(encrypted[8...]), 0, counter: Array(encrypted[..<8]), .deciphering)
  }

  package func fullCode(of tap: [UInt8], over signed: [UInt8]) -> [UInt8] {
    session(of: tap)?.cmac(signed) ?? []
  }

  /// Decrypts in counting mode with the tap's own key, starting from the tap's counter.
  package func fileData(_ data: [UInt8], of tap: [UInt8], counter: [UInt8]) -> [UInt8]? {
    session(of: tap)?.counted(data, 1, counter: counter + [0, 0, 0], .deciphering)
  }

  /// One key for both: the code takes its first stand-in key, the file data the second.
  private func session(of tap: [UInt8]) -> LRP128? {
    let start: [UInt8] = [0x00, 0x01, 0x00, 0x80] + tap
    let padding = [UInt8](repeating: 0, count: (16 - (start.count + 2) % 16) % 16)
    return LRP128(key: cmac(start + padding + [0x1E, 0xE1]))
  }
}
