/// What a card with AES keys and its reader have agreed on by AuthenticateEV2First ("EV2 secure messaging", data sheet
/// NT4H2421Gx, "Secure messaging"; worked through in NXP's AN12196), or in LRP mode by AuthenticateLRPFirst (AN12321).
package struct AESSession: Equatable, Sendable {
  private enum Mode: Equatable, Sendable {
    case aes(dataKey: [UInt8], codeKey: [UInt8])
    /// Codes use the first updated key, data the second; `blocks` counts data in both directions.
    case lrp(key: [UInt8], blocks: UInt32)
  }

  /// The capabilities that a reader with LRP sends and that a card in LRP mode tells.
  package static let capabilities: [UInt8] = [0x02, 0x00, 0x00, 0x00, 0x00, 0x00]

  private var mode: Mode
  private var identifier: [UInt8]
  private let ciphers: CardCiphers
  /// Counts the commands carried out: part of every code, so that none can be replayed.
  private(set) package var counter: UInt16 = 0

  package init(key: [UInt8], reader: [UInt8], card: [UInt8], identifier: [UInt8], ciphers: CardCiphers) {
    let mixed = Self.mixed(reader: reader, card: card)
    mode = .aes(
      dataKey: ciphers.code([0xA5, 0x5A, 0x00, 0x01, 0x00, 0x80] + mixed, key),
      codeKey: ciphers.code([0x5A, 0xA5, 0x00, 0x01, 0x00, 0x80] + mixed, key))
    self.identifier = identifier
    self.ciphers = ciphers
  }

  /// Makes a session in LRP mode, before the card has told its identifier.
  package init(lrp key: [UInt8], reader: [UInt8], card: [UInt8], ciphers: CardCiphers) {
    let mixed = Self.mixed(reader: reader, card: card)
    mode = .lrp(key: ciphers.resilientCode([0x00, 0x01, 0x00, 0x80] + mixed + [0x96, 0x69], key), blocks: 0)
    identifier = []
    self.ciphers = ciphers
  }

  private static func mixed(reader: [UInt8], card: [UInt8]) -> [UInt8] {
    var mixed = Array(reader[0..<2])
    for index in 0..<6 { mixed.append(reader[2 + index] ^ card[index]) }
    return mixed + card[6..<16] + reader[8..<16]
  }

  package var isLRP: Bool { if case .lrp = mode { true } else { false } }

  private var counterOctets: [UInt8] { [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 8)] }

  package mutating func advance() { counter &+= 1 }

  /// Enciphers the data of a command, and appends a code over the whole command.
  package mutating func sealed(_ ins: UInt8, head: [UInt8], data: [UInt8]) -> [UInt8] {
    // Padding is a bit 1, then zeroes, and a whole block of it where the data fill theirs.
    let padded = data + [0x80] + [UInt8](repeating: 0, count: 15 - data.count % 16)
    let hidden = passed(padded, .enciphering)
    return head + hidden + code(of: ins, head + hidden)
  }

  /// Deciphers the data of a command, on the card's side; `nil` if the code is wrong.
  package mutating func opened(_ ins: UInt8, _ octets: [UInt8], headCount: Int) -> [UInt8]? {
    guard octets.count >= headCount + 24, (octets.count - headCount - 8) % 16 == 0 else { return nil }
    guard code(of: ins, Array(octets.dropLast(8))) == Array(octets.suffix(8)) else { return nil }
    var plain = passed(Array(octets[headCount..<octets.count - 8]), .deciphering)
    while plain.last == 0 { plain.removeLast() }
    return plain.last == 0x80 ? plain.dropLast() : nil
  }

  /// The code of an answer without data; `counter` must already include its command.
  package func code(ofAnswer status: UInt8) -> [UInt8] { code(of: status, []) }

  private mutating func passed(_ octets: [UInt8], _ direction: CardCiphers.Direction) -> [UInt8] {
    switch mode {
    case .aes(let dataKey, _):
      let start = [0xA5, 0x5A] + identifier + counterOctets + [UInt8](repeating: 0, count: 8)
      let initial = ciphers.aes(start, dataKey, [UInt8](repeating: 0, count: 16), .enciphering)
      return ciphers.aes(octets, dataKey, initial, direction)
    case .lrp(let key, let blocks):
      mode = .lrp(key: key, blocks: blocks &+ UInt32(octets.count / 16))
      // This counter alone has its highest octet first.
      let number = (0..<4).map { UInt8(truncatingIfNeeded: blocks >> (24 - 8 * $0)) }
      return ciphers.resilientBlocks(octets, key, 1, number, direction)
    }
  }

  /// Every second octet of the full code.
  private func code(of first: UInt8, _ rest: [UInt8]) -> [UInt8] {
    let full = fullCode([first] + counterOctets + identifier + rest)
    return stride(from: 1, to: 16, by: 2).map { full[$0] }
  }

  private func fullCode(_ octets: [UInt8]) -> [UInt8] {
    switch mode {
    case .aes(_, let codeKey): ciphers.code(octets, codeKey)
    case .lrp(let key, _): ciphers.resilientCode(octets, key)
    }
  }
}

/// The end of a proof in LRP mode, where the session's own key proves both sides (data sheet NT4H2421Gx,
/// "AuthenticateLRPFirst").
extension AESSession {
  /// What a side proves itself with: the full code over what was said.
  package func proof(of said: [UInt8]) -> [UInt8] { fullCode(said) }

  /// What the card tells last, enciphered: its identifier and what both sides can do.
  package mutating func telling(_ identifier: [UInt8]) -> [UInt8] {
    self.identifier = identifier
    return passed(identifier + Self.capabilities + Self.capabilities, .enciphering)
  }

  /// Reads the identifier in what the card told; `false` if the card heard something else.
  mutating func hear(_ told: [UInt8]) -> Bool {
    let plain = passed(told, .deciphering)
    identifier = Array(plain.prefix(4))
    return plain.suffix(6).elementsEqual(Self.capabilities)
  }
}
