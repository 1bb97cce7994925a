/// What an NTAG 413 or 424 DNA and its reader have agreed on by AuthenticateEV2First ("EV2 secure messaging", data
/// sheet NT4H2421Gx, "Secure messaging"; worked through in NXP's AN12196).
package struct AESSession: Equatable, Sendable {
  private let dataKey: [UInt8]
  private let codeKey: [UInt8]
  private let identifier: [UInt8]
  private let ciphers: CardCiphers
  /// How many commands went through: part of every code, so that none can be played back.
  private(set) package var counter: UInt16 = 0

  /// The session that follows from the key, the random numbers of both sides and the transaction identifier of the
  /// card.
  package init(key: [UInt8], reader: [UInt8], card: [UInt8], identifier: [UInt8], ciphers: CardCiphers) {
    var mixed = Array(reader[0..<2])
    for index in 0..<6 { mixed.append(reader[2 + index] ^ card[index]) }
    mixed += card[6..<16]
    mixed += reader[8..<16]
    dataKey = ciphers.code([0xA5, 0x5A, 0x00, 0x01, 0x00, 0x80] + mixed, key)
    codeKey = ciphers.code([0x5A, 0xA5, 0x00, 0x01, 0x00, 0x80] + mixed, key)
    self.identifier = identifier
    self.ciphers = ciphers
  }

  private var counterOctets: [UInt8] { [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 8)] }

  /// A command was carried out.
  package mutating func advance() { counter &+= 1 }

  /// Data of a command as it goes in full protection: enciphered, with a code over all of the command behind it.
  package func sealed(_ ins: UInt8, head: [UInt8], data: [UInt8]) -> [UInt8] {
    // Padding is a bit 1, then zeroes, and a whole block of it where the data fill theirs.
    let padded = data + [0x80] + [UInt8](repeating: 0, count: 15 - data.count % 16)
    let hidden = ciphers.aes(padded, dataKey, initial, .enciphering)
    return head + hidden + code(of: ins, head + hidden)
  }

  /// The data in a command, as the card takes it; `nil` if the code does not fit.
  package func opened(_ ins: UInt8, _ octets: [UInt8], headCount: Int) -> [UInt8]? {
    guard octets.count >= headCount + 24, (octets.count - headCount - 8) % 16 == 0 else { return nil }
    guard code(of: ins, Array(octets.dropLast(8))) == Array(octets.suffix(8)) else { return nil }
    var plain = ciphers.aes(Array(octets[headCount..<octets.count - 8]), dataKey, initial, .deciphering)
    while plain.last == 0 { plain.removeLast() }
    return plain.last == 0x80 ? plain.dropLast() : nil
  }

  /// The code of an answer without data, whose command counts already.
  package func code(ofAnswer status: UInt8) -> [UInt8] { code(of: status, []) }

  /// The block that the enciphering of a command begins with.
  private var initial: [UInt8] {
    let block = [0xA5, 0x5A] + identifier + counterOctets + [UInt8](repeating: 0, count: 8)
    return ciphers.aes(block, dataKey, [UInt8](repeating: 0, count: 16), .enciphering)
  }

  /// Every second octet of the full code.
  private func code(of first: UInt8, _ rest: [UInt8]) -> [UInt8] {
    let full = ciphers.code([first] + counterOctets + identifier + rest, codeKey)
    return stride(from: 1, to: 16, by: 2).map { full[$0] }
  }
}
