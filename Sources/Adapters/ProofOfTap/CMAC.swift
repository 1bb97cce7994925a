/// What all CMACs have in common, whatever computes their blocks (NIST SP 800-38B, section 6).
enum CMAC {
  /// The message in padded and masked blocks; `hidden` is the encryption of a zero block.
  static func blocks(_ message: [UInt8], hidden: [UInt8]) -> [UInt8] {
    let first = doubled(hidden)
    var blocks = message
    var mask = first
    if message.isEmpty || message.count % 16 != 0 {
      mask = doubled(first)
      blocks.append(0x80)
      blocks += [UInt8](repeating: 0, count: (16 - blocks.count % 16) % 16)
    }
    for index in 0..<16 { blocks[blocks.count - 16 + index] ^= mask[index] }
    return blocks
  }

  /// Section 6.1: shifts left, and XORs 87 if a bit fell out.
  static func doubled(_ block: [UInt8]) -> [UInt8] {
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
