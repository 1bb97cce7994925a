internal import TagFormats

/// AES with a key of 128 bits, as the chips use it: single blocks, chained blocks, and CMAC.
public struct AES128: Sendable {
  private let key: [UInt8]

  /// A cipher with this key; `nil` if it has not sixteen octets.
  public init?(key: [UInt8]) {
    guard key.count == 16 else { return nil }
    self.key = key
  }

  /// The message authentication code of NIST SP 800-38B.
  public func cmac(_ message: [UInt8]) -> [UInt8] {
    let zero = [UInt8](repeating: 0, count: 16)
    let first = doubled(encrypted(zero))
    var blocks = message
    var mask = first
    if message.isEmpty || message.count % 16 != 0 {
      mask = doubled(first)
      blocks.append(0x80)
      blocks += [UInt8](repeating: 0, count: (16 - blocks.count % 16) % 16)
    }
    for index in 0..<16 { blocks[blocks.count - 16 + index] ^= mask[index] }
    return Array(Cipher.run(.aesChained, blocks, key: key, initial: zero, .enciphering).suffix(16))
  }

  /// One block by itself.
  public func encrypted(_ block: [UInt8]) -> [UInt8] {
    Cipher.run(.aesBlocks, block, key: key, initial: [], .enciphering)
  }

  /// Chained blocks taken apart; `octets` must be whole blocks.
  public func decrypted(_ octets: [UInt8], iv: [UInt8]) -> [UInt8] {
    Cipher.run(.aesChained, octets, key: key, initial: iv, .deciphering)
  }

  /// SP 800-38B, section 6.1: the shift to the left, and 87 where a bit fell out.
  private func doubled(_ block: [UInt8]) -> [UInt8] {
    var carry: UInt8 = 0
    var result = block
    for index in block.indices.reversed() {
      result[index] = block[index] << 1 | carry
      carry = block[index] >> 7
    }
    if carry == 1 { result[15] ^= 0x87 }
    return result
  }
}
