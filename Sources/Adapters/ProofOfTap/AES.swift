internal import TagFormats

/// AES with a key of 128 bits, as the chips use it: single blocks, chained blocks, and CMAC.
package struct AES128: Sendable {
  private let key: [UInt8]

  /// `nil` unless the key has sixteen octets.
  package init?(key: [UInt8]) {
    guard key.count == 16 else { return nil }
    self.key = key
  }

  /// The message authentication code of NIST SP 800-38B.
  package func cmac(_ message: [UInt8]) -> [UInt8] {
    let zero = [UInt8](repeating: 0, count: 16)
    let blocks = CMAC.blocks(message, hidden: encrypted(zero))
    return Array(Cipher.run(.aesChained, blocks, key: key, initial: zero, .enciphering).suffix(16))
  }

  package func encrypted(_ block: [UInt8]) -> [UInt8] {
    Cipher.run(.aesBlocks, block, key: key, initial: [], .enciphering)
  }

  /// Decrypts chained blocks; `octets` must be whole blocks.
  package func decrypted(_ octets: [UInt8], iv: [UInt8]) -> [UInt8] {
    Cipher.run(.aesChained, octets, key: key, initial: iv, .deciphering)
  }
}
