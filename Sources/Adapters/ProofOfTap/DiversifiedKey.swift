package import TagFormats

/// A key of a card's own, made from a master key and what tells the card from others (NXP's AN10922, for AES-128): who
/// has the master can make it again, so that no list of keys can be lost.
package struct MasterKey: Sendable {
  private let key: [UInt8]

  /// The NDEF application's name and ours, so that no other system's key comes out.
  private static let system = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01] + Array("FocusKey".utf8)

  /// `nil` unless the key has sixteen octets.
  package init?(_ key: [UInt8]) {
    guard key.count == 16 else { return nil }
    self.key = key
  }

  /// The key for an input of one to 31 octets.
  package func diversified(by input: [UInt8]) -> [UInt8]? {
    guard (1...31).contains(input.count) else { return nil }
    let zero = [UInt8](repeating: 0, count: 16)
    let first = CMAC.doubled(Cipher.run(.aesBlocks, zero, key: key, initial: [], .enciphering))
    // Always two blocks, whatever a CMAC of the input alone would have.
    var blocks = [0x01] + input
    var mask = first
    if blocks.count < 32 {
      mask = CMAC.doubled(first)
      blocks.append(0x80)
      blocks += [UInt8](repeating: 0, count: 32 - blocks.count)
    }
    for index in 0..<16 { blocks[16 + index] ^= mask[index] }
    return Array(Cipher.run(.aesChained, blocks, key: key, initial: zero, .enciphering).suffix(16))
  }

  /// The two keys of a card that signs. The one that hides the UID is the same on all cards, because nobody knows the
  /// UID before it is used; a chip with one key has one of its own.
  package func signingKeys(of uid: [UInt8], chip: Chip) -> SigningKeys? {
    guard uid.count == 7, let own = diversified(by: uid + [0x02] + Self.system),
      let meta = chip.signsWithOneKey ? own : metaKey
    else { return nil }
    return SigningKeys(metaKey: meta, fileKey: own)
  }

  /// The key that hides the UIDs of all cards with two keys.
  package var metaKey: [UInt8]? { diversified(by: [0x01] + Self.system) }
}
