/// The second half of a key's proof: the reader answers the card's challenge and sets its own.
struct KeyProof: Equatable, Sendable {
  let command: CommandAPDU
  private let key: CardKey
  private let chance: [UInt8]
  private let card: [UInt8]
  private let ciphers: CardCiphers
  /// The session of LRP mode, with which both sides prove themselves.
  private let resilient: AESSession?

  /// Answers the challenge; `nil` if the challenge has the wrong length.
  init?(_ key: CardKey, riddle: [UInt8], ciphers: CardCiphers) {
    self.key = key
    self.ciphers = ciphers
    let answer: [UInt8]
    switch key {
    case .des(let key):
      guard riddle.count == 8, key.count == 8 else { return nil }
      chance = ciphers.chance(8)
      card = ciphers.des(riddle, key, .deciphering)
      answer = DESSession.sent(chance + Self.rotated(card), key: key, ciphers)
      resilient = nil
    // How long the riddle is tells the mode that the card is in.
    case .aesOrLRP(let key) where riddle.count == 17:
      guard riddle[0] == 0x01, key.count == 16 else { return nil }
      chance = ciphers.chance(16)
      card = Array(riddle[1...])
      let session = AESSession(lrp: key, reader: chance, card: card, ciphers: ciphers)
      answer = chance + session.proof(of: chance + card)
      resilient = session
    case .aes(let key), .aesOrLRP(let key):
      guard riddle.count == 16, key.count == 16 else { return nil }
      let zero = [UInt8](repeating: 0, count: 16)
      chance = ciphers.chance(16)
      card = ciphers.aes(riddle, key, zero, .deciphering)
      answer = ciphers.aes(chance + Self.rotated(card), key, zero, .enciphering)
      resilient = nil
    }
    command = CommandAPDU(cla: 0x90, ins: 0xAF, data: answer, expected: 256)
  }

  /// The session, if the card's answer is right; `nil` if it is wrong: the card lacks the key.
  func session(after solution: [UInt8]) -> KeySession? {
    if var session = resilient {
      guard solution.count == 32 else { return nil }
      let (told, code) = (Array(solution[..<16]), Array(solution[16...]))
      guard session.proof(of: card + chance + told) == code, session.hear(told) else { return nil }
      return .aes(session)
    }
    switch key {
    case .des(let key):
      guard solution.count == 8, ciphers.des(solution, key, .deciphering) == Self.rotated(chance) else { return nil }
      return .des(DESSession(reader: chance, card: card, ciphers: ciphers))
    case .aes(let key), .aesOrLRP(let key):
      guard solution.count == 32 else { return nil }
      let zero = [UInt8](repeating: 0, count: 16)
      let plain = ciphers.aes(solution, key, zero, .deciphering)
      guard plain[4..<20].elementsEqual(Self.rotated(chance)) else { return nil }
      return .aes(AESSession(key: key, reader: chance, card: card, identifier: Array(plain[0..<4]), ciphers: ciphers))
    }
  }

  private static func rotated(_ octets: [UInt8]) -> [UInt8] { Array(octets.dropFirst()) + octets.prefix(1) }
}

enum KeySession: Equatable, Sendable {
  case des(DESSession)
  case aes(AESSession)

  var isLRP: Bool { if case .aes(let session) = self { session.isLRP } else { false } }

  /// Seals a command; its data after the first `headCount` octets are enciphered.
  mutating func sealed(_ command: CommandAPDU, after headCount: Int) -> CommandAPDU {
    let (head, data) = (Array(command.data.prefix(headCount)), Array(command.data.dropFirst(headCount)))
    var sealed = command
    switch self {
    case .des(let session): sealed.data = head + session.sealed(data)
    case .aes(var session):
      sealed.data = session.sealed(command.ins, head: head, data: data)
      self = .aes(session)
    }
    return sealed
  }

  /// Counts a command that was carried out.
  ///
  /// - Parameter code: what the card answered to a sealed command; `nil` for a plain one.
  /// - Returns: whether the answer is the card's own.
  mutating func counts(code: [UInt8]?) -> Bool {
    guard case .aes(var session) = self else { return true }
    session.advance()
    self = .aes(session)
    return code.map { $0 == session.code(ofAnswer: 0x00) } ?? true
  }
}
