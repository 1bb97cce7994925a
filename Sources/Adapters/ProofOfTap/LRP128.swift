internal import TagFormats

/// NXP's leakage resilient primitive over AES-128 (AN12304): a cipher that uses no key for more than a few blocks, so
/// that the current that a chip draws gives none away. An NTAG 424 DNA can be switched to it for good.
package struct LRP128: Sendable {
  private static let fives = [UInt8](repeating: 0x55, count: 16)
  private static let tens = [UInt8](repeating: 0xAA, count: 16)
  private static let zeroes = [UInt8](repeating: 0x00, count: 16)

  /// One block for each half-octet value (algorithm 1).
  private let plainTexts: [[UInt8]]
  /// The keys that stand in for the key itself (algorithm 2).
  private let updatedKeys: [[UInt8]]

  /// `nil` unless the key has sixteen octets.
  package init?(key: [UInt8]) {
    guard key.count == 16 else { return nil }
    var hidden = Self.hidden(Self.fives, key)
    var texts: [[UInt8]] = []
    for _ in 0..<16 {
      texts.append(Self.hidden(Self.tens, hidden))
      hidden = Self.hidden(Self.fives, hidden)
    }
    plainTexts = texts
    hidden = Self.hidden(Self.tens, key)
    var keys: [[UInt8]] = []
    for _ in 0..<4 {
      keys.append(Self.hidden(Self.tens, hidden))
      hidden = Self.hidden(Self.fives, hidden)
    }
    updatedKeys = keys
  }

  /// Algorithm 3: `number` is 0 to 3; `isFinal` ends with a zero block, except when chaining.
  func evaluated(_ number: Int, _ halves: [UInt8], isFinal: Bool = true) -> [UInt8] {
    var key = updatedKeys[number]
    for half in halves { key = Self.hidden(plainTexts[Int(half)], key) }
    return isFinal ? Self.hidden(Self.zeroes, key) : key
  }

  /// Runs blocks through the counting mode (LRICB): each has its own key, from the counter.
  func counted(
    _ octets: [UInt8], _ number: Int, counter: [UInt8], _ direction: CardCiphers.Direction
  ) -> [UInt8]? {
    guard octets.count % 16 == 0 else { return nil }
    var counter = counter
    var result: [UInt8] = []
    for start in stride(from: 0, to: octets.count, by: 16) {
      let key = evaluated(number, Self.halves(counter))
      result += Cipher.run(.aesBlocks, Array(octets[start..<start + 16]), key: key, initial: [], direction)
      for index in counter.indices.reversed() {
        counter[index] &+= 1
        if counter[index] != 0 { break }
      }
    }
    return result
  }

  /// CMAC with this primitive as the cipher, under the first stand-in key.
  package func cmac(_ message: [UInt8]) -> [UInt8] {
    let blocks = CMAC.blocks(message, hidden: evaluated(0, Self.halves(Self.zeroes)))
    var code = Self.zeroes
    for start in stride(from: 0, to: blocks.count, by: 16) {
      for index in 0..<16 { code[index] ^= blocks[start + index] }
      code = evaluated(0, Self.halves(code))
    }
    return code
  }

  static func halves(_ octets: [UInt8]) -> [UInt8] { octets.flatMap { [$0 >> 4, $0 & 0xF] } }

  private static func hidden(_ block: [UInt8], _ key: [UInt8]) -> [UInt8] {
    Cipher.run(.aesBlocks, block, key: key, initial: [], .enciphering)
  }
}
