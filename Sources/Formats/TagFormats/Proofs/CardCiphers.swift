/// The ciphers that some cards want a key proven with, lent by the carrier of a plan: this room computes none itself.
public struct CardCiphers: Sendable, Equatable {
  /// Which way a cipher goes.
  public enum Direction: Sendable {
    case enciphering
    case deciphering
  }

  /// One block of eight octets through DES, with a key of eight.
  public var des: @Sendable (_ block: [UInt8], _ key: [UInt8], Direction) -> [UInt8]
  /// Whole blocks of sixteen octets through AES-128, chained (CBC) from the initial block on.
  public var aes: @Sendable (_ octets: [UInt8], _ key: [UInt8], _ initial: [UInt8], Direction) -> [UInt8]
  /// The sixteen octets of an AES-128 CMAC (NIST SP 800-38B).
  public var code: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]
  /// The sixteen octets of a CMAC by the leakage resilient primitive (NXP's AN12304).
  public var resilientCode: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]
  /// Whole blocks through the counting mode of that primitive, from a counter on, by one of the keys that stand in for
  /// the key.
  public var resilientBlocks:
    @Sendable (_ octets: [UInt8], _ key: [UInt8], _ standIn: Int, _ counter: [UInt8], Direction) -> [UInt8]
  /// N octets that nobody can guess.
  public var chance: @Sendable (_ count: Int) -> [UInt8]

  /// Ciphers from their functions.
  public init(
    des: @escaping @Sendable (_ block: [UInt8], _ key: [UInt8], Direction) -> [UInt8],
    aes: @escaping @Sendable (_ octets: [UInt8], _ key: [UInt8], _ initial: [UInt8], Direction) -> [UInt8],
    code: @escaping @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8],
    resilientCode: @escaping @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8],
    resilientBlocks:
      @escaping @Sendable (_ octets: [UInt8], _ key: [UInt8], _ standIn: Int, _ counter: [UInt8], Direction) -> [UInt8],
    chance: @escaping @Sendable (_ count: Int) -> [UInt8]
  ) {
    self.des = des
    self.aes = aes
    self.code = code
    self.resilientCode = resilientCode
    self.resilientBlocks = resilientBlocks
    self.chance = chance
  }

  /// Any two compute the same.
  public static func == (one: CardCiphers, other: CardCiphers) -> Bool { true }
}

/// A key of an ISO 7816 card, and what it proves itself by.
public enum CardKey: Equatable, Sendable {
  /// Eight octets of a DESFire, proven by the command 0A, which every DESFire understands.
  case des([UInt8])
  /// Sixteen octets of an NTAG 413 DNA or of a DESFire EV3's application, proven by AuthenticateEV2First (71).
  case aes([UInt8])
  /// Sixteen octets of an NTAG 424 DNA, proven by the same command in the mode that the card is in: AES, or LRP if it
  /// was switched to it.
  case aesOrLRP([UInt8])

  /// What a DESFire leaves the factory with, and what a new application of it has.
  public static let factoryDES = CardKey.des([UInt8](repeating: 0, count: 8))
  /// What an NTAG 413 DNA leaves the factory with, and what a new application of a DESFire EV3 has.
  public static let factoryAES = CardKey.aes([UInt8](repeating: 0, count: 16))

  /// The command that begins the proof of key `number` in the selected application.
  func beginning(_ number: UInt8) -> CommandAPDU {
    switch self {
    case .des: CommandAPDU(cla: 0x90, ins: 0x0A, data: [number], expected: 256)
    // A second octet 00: no capabilities of the reader's are told.
    case .aes: CommandAPDU(cla: 0x90, ins: 0x71, data: [number, 0x00], expected: 256)
    case .aesOrLRP: Self.beginningOfEither(number)
    }
  }

  /// Sends six octets of capabilities, 02 is LRP; a card in AES mode sends a shorter challenge.
  static func beginningOfEither(_ number: UInt8) -> CommandAPDU {
    CommandAPDU(cla: 0x90, ins: 0x71, data: [number, 0x06] + AESSession.capabilities, expected: 256)
  }
}
