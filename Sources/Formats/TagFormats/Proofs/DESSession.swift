/// What a DESFire and its reader have agreed on by the command 0A ("D40" secure messaging, as NXP's AN11004 and the
/// DESFire EV1's data sheet call the card's first way of speaking).
///
/// The reader only ever deciphers and the card only ever enciphers, so that a card needs one direction of the cipher.
package struct DESSession: Equatable, Sendable {
  private let key: [UInt8]
  private let ciphers: CardCiphers

  /// The session that follows from the random numbers of both sides: of a key of eight octets the first halves of both.
  package init(reader: [UInt8], card: [UInt8], ciphers: CardCiphers) {
    key = Array(reader[0..<4] + card[0..<4])
    self.ciphers = ciphers
  }

  /// Enciphers a command's data, with the checksum CRC_A and zeroes up to a whole block.
  package func sealed(_ data: [UInt8]) -> [UInt8] {
    let checked = data + Self.checksum(data)
    let padded = checked + [UInt8](repeating: 0, count: (8 - checked.count % 8) % 8)
    return Self.sent(padded, key: key, ciphers)
  }

  /// Recovers a command's data, on the card's side; `nil` if the checksum is wrong.
  package func opened(_ sealed: [UInt8], count: Int) -> [UInt8]? {
    guard sealed.count % 8 == 0, count + 2 <= sealed.count else { return nil }
    let plain = Self.received(sealed, key: key, ciphers)
    let data = Array(plain[0..<count])
    return Self.checksum(data) == Array(plain[count..<count + 2]) ? data : nil
  }

  /// Blocks as a reader sends them: each is mixed with the one before and deciphered.
  package static func sent(_ octets: [UInt8], key: [UInt8], _ ciphers: CardCiphers) -> [UInt8] {
    var result: [UInt8] = []
    var last = [UInt8](repeating: 0, count: 8)
    for start in stride(from: 0, to: octets.count, by: 8) {
      last = ciphers.des((0..<8).map { octets[start + $0] ^ last[$0] }, key, .deciphering)
      result += last
    }
    return result
  }

  /// Blocks as the card takes them from a reader: each is enciphered and unmixed.
  package static func received(_ octets: [UInt8], key: [UInt8], _ ciphers: CardCiphers) -> [UInt8] {
    var result: [UInt8] = []
    var last = [UInt8](repeating: 0, count: 8)
    for start in stride(from: 0, to: octets.count, by: 8) {
      let block = Array(octets[start..<start + 8])
      let plain = ciphers.des(block, key, .enciphering)
      result += (0..<8).map { plain[$0] ^ last[$0] }
      last = block
    }
    return result
  }

  /// CRC_A of ISO 14443-3: polynomial 8408 (reflected), beginning with 6363, the low octet first.
  static func checksum(_ octets: [UInt8]) -> [UInt8] {
    var register: UInt16 = 0x6363
    for octet in octets {
      register ^= UInt16(octet)
      for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0x8408 : register >> 1 }
    }
    return [UInt8(truncatingIfNeeded: register), UInt8(register >> 8)]
  }
}
