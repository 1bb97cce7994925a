internal import TagFormats

/// A card's command in a form for the reader, and how to read the answer.
struct PseudoAPDU: Equatable, Sendable {
  enum Reading: Equatable, Sendable {
    /// Data and status word.
    case storage
    /// Data and status word, where success means an acknowledge.
    case acknowledge
    /// ISO 7816: all octets are the card's own.
    case card
    /// PN532 InCommunicateThru: `D5 43 status data`, status word of the reader.
    case direct
    /// Like `direct`, for a four-bit acknowledge, which the PN532 mistakes for a broken checksum.
    case directAcknowledge
    /// PN532 InDataExchange around a FeliCa frame: `D5 41 status length frame`.
    case directFelica
    /// A FeliCa frame behind its length.
    case felica
    /// The reply within a transparent session.
    case transparent
    /// Like `transparent`, for ISO 15693, where a reply begins with its flags.
    case transparent15693
  }

  /// Commands to send first; each must succeed.
  var before: [[UInt8]] = []
  var octets: [UInt8]
  /// Commands to send afterwards, whatever the outcome.
  var after: [[UInt8]] = []
  var reading: Reading

  /// `nil` where this reader cannot carry the command.
  init?(_ command: CardCommand, through speech: ReaderDialect, uid: [UInt8]) {
    switch command {
    case .reselect: return nil
    case .type2(let command): self.init(command, through: speech)
    case .classic(let command): self.init(command)
    case .apdu(let command): self.init(octets: command.octets, reading: .card)
    case .type3(let command): self.init(command.frame(idm: uid), felicaThrough: speech)
    case .type5(let command): self.init(command, through: speech)
    // No PC/SC reader is known to us that carries the commands of Topaz.
    case .type1: return nil
    }
  }

  private init(before: [[UInt8]] = [], octets: [UInt8], after: [[UInt8]] = [], reading: Reading) {
    self.before = before
    self.octets = octets
    self.after = after
    self.reading = reading
  }

  /// READ BINARY of the storage commands.
  private static func read(_ address: UInt8, _ count: Int) -> PseudoAPDU {
    PseudoAPDU(octets: [0xFF, 0xB0, 0x00, address, UInt8(truncatingIfNeeded: count)], reading: .storage)
  }

  /// UPDATE BINARY of the storage commands.
  private static func update(_ address: UInt8, _ octets: [UInt8]) -> PseudoAPDU {
    PseudoAPDU(
      octets: [0xFF, 0xD6, 0x00, address, UInt8(truncatingIfNeeded: octets.count)] + octets, reading: .acknowledge)
  }

  private init?(_ command: Type2Command, through speech: ReaderDialect) {
    switch (command, speech) {
    case (.read(let page), _): self = .read(page, 16)
    case (.write(let page, let octets), _): self = .update(page, octets)
    case (_, .direct):
      let isAcknowledged = if case .openSectorSelect = command { true } else { false }
      self.init(
        octets: Self.direct([0xD4, 0x42] + command.frame), reading: isAcknowledged ? .directAcknowledge : .direct)
    // These readers read as many octets at once as are asked for.
    case (.fastRead(let first, let last), .transparent): self = .read(first, (Int(last) - Int(first) + 1) * 4)
    case (_, .transparent):
      self.init(
        before: [Transparent.begin, Transparent.speakA], octets: Transparent.exchange(command.frame),
        after: [Transparent.end], reading: .transparent)
    case (_, .storage): return nil
    }
  }

  private init(_ command: ClassicCommand) {
    switch command {
    case .authenticate(let block, let kind, let key):
      self.init(
        before: [[0xFF, 0x82, 0x00, 0x00, 0x06] + key],
        octets: [0xFF, 0x86, 0x00, 0x00, 0x05, 0x01, 0x00, block, kind.rawValue, 0x00], reading: .acknowledge)
    case .read(let block): self = .read(block, 16)
    case .write(let block, let octets): self = .update(block, octets)
    }
  }

  private init?(_ frame: [UInt8], felicaThrough speech: ReaderDialect) {
    let framed = [UInt8(truncatingIfNeeded: frame.count + 1)] + frame
    switch speech {
    case .direct: self.init(octets: Self.direct([0xD4, 0x40, 0x01] + framed), reading: .directFelica)
    // ACR1252U.
    case .transparent: self.init(octets: Self.direct(framed), reading: .felica)
    case .storage: return nil
    }
  }

  private init?(_ command: Type5Command, through speech: ReaderDialect) {
    switch (speech, command) {
    case (.transparent, _):
      self.init(
        before: [Transparent.begin, Transparent.speak15693], octets: Transparent.exchange(command.frame),
        after: [Transparent.end], reading: .transparent15693)
    case (.storage, .readBlock(let block)) where block < 0x100:
      self = .read(UInt8(block), 4)
    case (.storage, .writeBlock(let block, let octets)) where block < 0x100: self = .update(UInt8(block), octets)
    default: return nil
    }
  }

  /// A frame for the chip behind an ACR122-like reader.
  static func direct(_ frame: [UInt8]) -> [UInt8] {
    [0xFF, 0x00, 0x00, 0x00, UInt8(truncatingIfNeeded: frame.count)] + frame
  }
}

extension PseudoAPDU {
  func answer(from octets: [UInt8]) -> CardAnswer {
    // A card that is pulled in mid answer leaves less than a status word.
    guard let response = ResponseAPDU(octets: octets) else { return .gone }
    switch reading {
    case .card: return .data(octets)
    case .storage, .acknowledge: return storage(response)
    case .direct, .directAcknowledge, .directFelica: return direct(response)
    case .felica: return Self.isDone(response) ? Self.felica(response.data) : Self.refusal(response.status)
    case .transparent, .transparent15693: return transparent(octets, response)
    }
  }

  private func storage(_ response: ResponseAPDU) -> CardAnswer {
    // 6282: the end of the memory came first.
    let isCutShort = response.status == 0x6282 && !response.data.isEmpty
    guard Self.isDone(response) || isCutShort else { return Self.refusal(response.status) }
    return reading == .acknowledge ? .acknowledged : .data(response.data)
  }

  private func direct(_ response: ResponseAPDU) -> CardAnswer {
    guard Self.isDone(response) else { return Self.refusal(response.status) }
    let data = response.data
    guard data.count >= 3, data[0] == 0xD5 else { return .refused }
    switch (data[2] & 0x3F, reading) {
    case (0, .directFelica): return Self.felica(Array(data[3...]))
    case (0, .directAcknowledge), (2, .directAcknowledge): return .acknowledged
    case (0, _): return .data(Array(data[3...]))
    // 01: nothing came in time.
    case (1, _): return .silent
    default: return .refused
    }
  }

  private func transparent(_ octets: [UInt8], _ response: ResponseAPDU) -> CardAnswer {
    guard Self.isDone(response) else { return Self.refusal(response.status) }
    guard let reply = Transparent.reply(in: octets) else { return .silent }
    guard reading == .transparent15693 else { return reply == [0x0A] ? .acknowledged : .data(reply) }
    // ISO 15693: flags first, and bit 0 of them means an error.
    guard let flags = reply.first, flags & 1 == 0 else { return .refused }
    return reply.count == 1 ? .acknowledged : .data(Array(reply.dropFirst()))
  }

  /// `length code IDm(8) status1 status2 ...`; a poll's answer has no status.
  private static func felica(_ frame: [UInt8]) -> CardAnswer {
    guard frame.count >= 2, Int(frame[0]) == frame.count else { return .silent }
    if frame[1] == 0x01 { return .data(Array(frame[2...])) }
    guard frame.count >= 12, frame[10] == 0 else { return .refused }
    return frame[1] == 0x07 && frame.count > 13 ? .data(Array(frame[13...])) : .acknowledged
  }

  private static func isDone(_ response: ResponseAPDU) -> Bool { response.status == 0x9000 }

  /// 6A81, 6Dxx, 6Exx, 68xx: the reader does not know the command. All else is the card's no; `6300` is any failure
  /// whatever.
  private static func refusal(_ status: UInt16) -> CardAnswer {
    switch status >> 8 {
    case 0x6D, 0x6E, 0x68: .notCarried
    default: status == 0x6A81 ? .notCarried : .refused
    }
  }
}
