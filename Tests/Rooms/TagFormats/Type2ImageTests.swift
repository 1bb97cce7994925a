import TagFormats
import Testing

@Suite struct Type2ImageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let image: [UInt8]
    var message: StoredMessage
    var capacity: Int?
    var barriers: [WriteBarrier]
    var warnings: [LayoutWarning]

    init(
      _ name: String, _ image: [UInt8], _ message: StoredMessage, capacity: Int? = nil, barriers: [WriteBarrier] = [],
      warnings: [LayoutWarning] = []
    ) {
      self.name = name
      self.image = image
      self.message = message
      self.capacity = capacity
      self.barriers = barriers
      self.warnings = warnings
    }

    var testDescription: String { name }
  }

  static let message: StoredMessage = .octets(hex("d00000"))
  static let long = octets(300)
  static let longHex = long.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()

  static let cases: [Case] = [
    Case("a message", type2("e1101200", "0303d00000fe"), message, capacity: 142),
    Case("behind the factory's lock control TLV", type2("e1101200", "0103a00c340303d00000fe"), message, capacity: 137),
    Case("an empty message", type2("e1101200", "0300fe"), .empty, capacity: 142),
    Case("no message", type2("e1101200", "fe"), .missing, capacity: 142),
    Case("no message behind a lock control TLV", type2("e1101200", "0103a00c34fe"), .missing, capacity: 137),
    Case("padding to the end", type2("e1100600", ""), .missing, capacity: 46),
    Case("padding before the message", type2("e1101200", "00000303d00000fe"), message, capacity: 140),
    Case("the first message counts", type2("e1101200", "0303d000000303d80000fe"), message),
    Case("a full area without a terminator", type2("e1100100", "0306d00000d00000"), .octets(hex("d00000d00000"))),
    Case("a proprietary block", type2("e1101200", "fd02aabb0303d00000fe"), message, capacity: 138),
    Case(
      "a long proprietary block", type2("e1107200", "fdff0100" + String(repeating: "03", count: 256) + "0303d00000fe"),
      message),
    Case(
      "a proprietary block with a long form of a short length", type2("e1101200", "fdff0002aabb0303d00000fe"), message,
      warnings: [.longLengthForm(at: 17)]),
    Case("a block of a reserved type", type2("e1101200", "4202aabb0303d00000fe"), message),
    Case("a long message", type2("e1106d00", "03ff012c" + longHex + "fe"), .octets(long), capacity: 868),
    Case(
      "a long form of a short length", type2("e1101200", "03ff0003d00000fe"), message,
      warnings: [.longLengthForm(at: 17)]),
    Case("minor version 2", type2("e1126d00", "0303d00000fe"), message, capacity: 868),
    Case("NTAG215", type2("e1103e00", "0300fe"), .empty, capacity: 492),
    Case("major version 2", type2("e1201200", "0303d00000fe"), .damaged(.unknownVersion(major: 2, minor: 0, at: 13))),
    Case("major version 0", type2("e1001200", "0303d00000fe"), .damaged(.unknownVersion(major: 0, minor: 0, at: 13))),
    Case("another mark", type2("e2101200", "0303d00000fe"), .unformatted),
    Case("a blank container", type2("00000000", "", size: 48), .unformatted),
    Case("reading not allowed", type2("e1101280", "0303d00000fe"), .hidden),
    Case("writing not allowed", type2("e110120f", "0303d00000fe"), message, barriers: [.readOnly]),
    Case("writing by password", type2("e1101208", "0303d00000fe"), message, barriers: [.restricted(8)]),
    Case("a length past the end", type2("e1100600", "0340d00000"), .damaged(.beyondArea(type: 3, at: 16, end: 64))),
    Case(
      "a long length past the end", type2("e1100600", "03ff0100d0"), .damaged(.beyondArea(type: 3, at: 16, end: 64))),
    Case("the reserved length", type2("e1106d00", "03ffffff"), .damaged(.reservedLength(at: 17))),
    Case(
      "a type in the last octet", type2("e1100100", "fd05000000000003"), .damaged(.beyondArea(type: 3, at: 23, end: 24))
    ),
    Case(
      "half a long length", type2("e1100100", "fd030000000003ff"), .damaged(.beyondArea(type: 3, at: 22, end: 24))),
    Case(
      "a lock control TLV of two octets", type2("e1101200", "0102a00c0303d00000fe"), .damaged(.controlLength(2, at: 16))
    ),
    Case(
      "a memory control TLV of four octets", type2("e1101200", "0204a00c34000303d00000fe"),
      .damaged(.controlLength(4, at: 16))),
    Case("a memory control TLV of none", type2("e1101200", "02000303d00000fe"), .damaged(.controlLength(0, at: 16))),
    // Address 1 * 2^4 + 8 = 24, four octets: the message begins at 21 and goes on at 28.
    Case(
      "reserved octets within the value", type2("e1101200", "020318040403" + "03d0ffffffff0000fe"), message,
      capacity: 133),
    // Address 22: the length comes after the reserved octets.
    Case(
      "reserved octets between type and length", type2("e1101200", "020316020403" + "ffff03d00000fe"), message,
      capacity: 135),
    // Address 23: within a long length.
    Case(
      "reserved octets within a length", type2("e1107200", "020317030403ff" + "aaaaaa" + "012c" + longHex + "fe"),
      .octets(long)),
    // Address 21: before the message block itself.
    Case(
      "reserved octets before the type", type2("e1101200", "0203150204" + "03030303d00000fe"), message, capacity: 135),
    // Sixteen lock bits at 25.
    Case("lock octets within the value", type2("e1101200", "01031910440303d000aabb00fe"), message),
    // Nine lock bits take two octets.
    Case("nine lock bits", type2("e1101200", "01031909440303d000aabb00fe"), message),
    // 256 octets set aside from 22 on leave nothing.
    Case("all of the area reserved", type2("e1101200", "020315000403"), .missing, capacity: 0),
    Case("a control TLV behind the message", type2("e1101200", "0303d000000203150004fe"), message),
  ]

  @Test(arguments: cases) func theMemoryIsRead(of card: Case) throws {
    let contents = try Type2Image(card.image).contents(chip: .unknownType2)
    #expect(contents.message == card.message)
    if let capacity = card.capacity { #expect(contents.capacity == capacity) }
    #expect(contents.barriers == card.barriers)
    #expect(contents.warnings == card.warnings)
    #expect(contents.uid == hex("04e10cda993c80"))
  }

  /// Whatever is cut off, the reading either has all it needs or names the octet that it lacks.
  @Test(arguments: cases) func aCutImageIsCutShortOrTheSame(of card: Case) throws {
    for count in 0..<card.image.count {
      do throws(LayoutError) {
        let contents = try Type2Image(Array(card.image[..<count])).contents(chip: .unknownType2)
        #expect(contents.message == card.message)
      } catch {
        guard case .cutShort(let at, let needed) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(at == count && needed > count && needed <= card.image.count)
      }
    }
  }

  @Test func staticLocksAreSeen() throws {
    var image = type2("e1101200", "0303d00000fe")
    image[10] = 0b1001_1000
    image[11] = 0b0000_0001
    let contents = try Type2Image(image).contents(chip: .ntag213)
    #expect(contents.locks == LockState(locked: [3..<5, 7..<9], isFrozen: false))
    #expect(contents.barriers == [.locked])
  }

  @Test func dynamicLocksAreSeen() throws {
    var image = type2("e1103e00", "0303d00000fe", size: 540 - 16)
    image[0x82 * 4] = 0b1000_0001
    let contents = try Type2Image(image).contents(chip: .ntag215)
    #expect(contents.locks?.locked == [16..<32, 128..<130])
    #expect(contents.barriers == [.locked])
    image[0x82 * 4] = 0x00
    #expect(try Type2Image(image).contents(chip: .ntag215).barriers == [])
  }

  @Test func passwordAndMirrorAreSeen() throws {
    var image = type2("e1101200", "0303d00000fe", size: 180 - 16)
    image.replaceSubrange(0x29 * 4..<0x29 * 4 + 8, with: hex("e4000504 93050000"))
    let contents = try Type2Image(image).contents(chip: .ntag213)
    let state = PasswordState(fromPage: 4, protectsReading: true, allowedFailures: 3, isFrozen: false)
    #expect(contents.password == state)
    #expect(contents.barriers == [.password(fromPage: 4)])
    #expect(contents.mirror == MirrorSettings(uid: true, counter: true, address: 22, counterRuns: true))
    #expect(contents.mirror?.count == 21)
    image[0x29 * 4 + 3] = 0xFF
    #expect(try Type2Image(image).contents(chip: .ntag213).barriers == [])
    // Padding where the configuration would be.
    image.replaceSubrange(0x29 * 4..<0x29 * 4 + 8, with: zeros(8))
    #expect(try Type2Image(image).contents(chip: .ntag213).password == nil)
  }

  @Test(arguments: [
    (64, Chip.ultralight), (80, .ntag210), (164, .ntag212), (168, .ntag203), (180, .ntag213), (192, .ultralightC),
    (540, .ntag215), (924, .ntag216), (100, .unknownType2),
  ]) func aWholeImageTellsItsChip(size: Int, chip: Chip) {
    let image = type2("e1100600", "0300fe", size: size - 16)
    #expect(Type2Image(image).likelyChip == chip)
  }
}
