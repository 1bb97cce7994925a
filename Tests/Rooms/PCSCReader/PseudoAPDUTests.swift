import TagFormats
import Testing

@testable import PCSCReader

/// The octets that readers are sent and what is made of theirs; from the readers' manuals and PC/SC part 3.
@Suite struct PseudoAPDUTests {
  struct Sent: Sendable {
    let command: CardCommand
    let speech: ReaderDialect
    let octets: String?

    init(_ command: CardCommand, _ speech: ReaderDialect, _ octets: String?) {
      self.command = command
      self.speech = speech
      self.octets = octets
    }
  }

  static let sent: [Sent] = [
    Sent(.type2(.read(page: 4)), .direct, "FFB0000410"),
    Sent(.type2(.read(page: 4)), .storage, "FFB0000410"),
    Sent(.type2(.write(page: 5, octets: [1, 2, 3, 4])), .direct, "FFD600050401020304"),
    Sent(.type2(.getVersion), .direct, "FF00000003D44260"),
    Sent(.type2(.authenticate(password: [1, 2, 3, 4])), .direct, "FF00000007D4421B01020304"),
    Sent(.type2(.readSignature), .direct, "FF00000004D4423C00"),
    Sent(.type2(.fastRead(first: 4, last: 19)), .direct, "FF00000005D4423A0413"),
    Sent(.type2(.fastRead(first: 4, last: 19)), .transparent, "FFB0000440"),
    Sent(.type2(.getVersion), .transparent, "FFC200010A5F460450C3000095016000"),
    Sent(.type2(.getVersion), .storage, nil),
    Sent(.classic(.authenticate(block: 4, with: .b, key: [1, 2, 3, 4, 5, 6])), .storage, "FF860000050100046100"),
    Sent(.classic(.read(block: 4)), .direct, "FFB0000410"),
    Sent(.apdu(CommandAPDU(ins: 0xB0, expected: 15)), .storage, "00B000000F"),
    Sent(.type3(.pollNDEFSystem), .direct, "FF00000009D440010600 12FC0000".filter { $0 != " " }),
    Sent(.type3(.pollNDEFSystem), .transparent, "FF000000060600 12FC0000".filter { $0 != " " }),
    Sent(.type3(.pollNDEFSystem), .storage, nil),
    Sent(.type5(.readBlock(3)), .transparent, "FFC200010C5F460450C300009503022003 00".filter { $0 != " " }),
    Sent(.type5(.readBlock(3)), .direct, nil),
    Sent(.type1(.readAll), .direct, nil),
  ]

  @Test(arguments: sent) func sends(_ row: Sent) {
    #expect(PseudoAPDU(row.command, through: row.speech, uid: [])?.octets.hex == row.octets)
  }

  static let received: [(PseudoAPDU, String, CardAnswer)] = {
    let read = PseudoAPDU(.type2(.read(page: 4)), through: .direct, uid: [])!
    let write = PseudoAPDU(.type2(.write(page: 4, octets: [0, 0, 0, 0])), through: .direct, uid: [])!
    let version = PseudoAPDU(.type2(.getVersion), through: .direct, uid: [])!
    let sector = PseudoAPDU(.type2(.openSectorSelect), through: .direct, uid: [])!
    let session = PseudoAPDU(.type2(.getVersion), through: .transparent, uid: [])!
    let felica = PseudoAPDU(.type3(.check(blocks: [0])), through: .direct, uid: [])!
    let card = PseudoAPDU(.apdu(CommandAPDU(ins: 0xA4)), through: .storage, uid: [])!
    let vicinity = PseudoAPDU(.type5(.readBlock(0)), through: .transparent, uid: [])!
    return [
      (read, "010203049000", .data([1, 2, 3, 4])), (read, "6300", .refused), (read, "90", .gone), (read, "", .gone),
      (read, "01026282", .data([1, 2])), (read, "6282", .refused), (read, "6A81", .notCarried),
      (read, "6D00", .notCarried), (read, "6A82", .refused), (write, "9000", .acknowledged), (write, "6300", .refused),
      (version, "D5430000040402010011039000", .data([0, 4, 4, 2, 1, 0, 0x11, 3])),
      (version, "D543019000", .silent), (version, "D543029000", .refused), (version, "D5439000", .refused),
      (version, "6300", .refused), (sector, "D543029000", .acknowledged), (sector, "D543000A9000", .acknowledged),
      (session, "C003009000970300 04049000".filter { $0 != " " }, .data([0, 4, 4])),
      (session, "C003016401 9000".filter { $0 != " " }, .silent),
      (session, "C0030090009701 0A9000".filter { $0 != " " }, .acknowledged),
      (
        felica, "D541001D07" + "0102030405060708" + "000001" + String(repeating: "AA", count: 16) + "9000",
        .data([UInt8](repeating: 0xAA, count: 16))
      ),
      (felica, "D541000C07" + "0102030405060708" + "01A69000", .refused), (card, "6A82", .data([0x6A, 0x82])),
      (vicinity, "C0030090009705 0001020304 9000".filter { $0 != " " }, .data([1, 2, 3, 4])),
      (vicinity, "C00300900097020110 9000".filter { $0 != " " }, .refused),
    ]
  }()

  @Test(arguments: received) func understands(_ wrapped: PseudoAPDU, _ octets: String, _ answer: CardAnswer) {
    #expect(wrapped.answer(from: octets.octets) == answer)
  }

  /// Whatever a reader sends, it is taken for something and nothing traps.
  @Test func takesAnything() {
    var chance = Seeded(7)
    for _ in 0..<20_000 {
      let octets = (0..<chance.next(24)).map { _ in UInt8(chance.next(256)) }
      for row in Self.received { _ = row.0.answer(from: octets) }
    }
  }
}

extension String {
  var octets: [UInt8] {
    let digits = compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension [UInt8] {
  var hex: String {
    map { octet in
      let digits = String(octet, radix: 16, uppercase: true)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
