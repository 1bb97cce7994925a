import TagFormats
import Testing

@Suite struct Type1ImageTests {
  static func topaz(_ container: String, _ blocks: String, size: Int) -> [UInt8] {
    let head = hex("11223344556600aa") + hex(container) + hex(blocks)
    var image = head + zeros(max(0, size - head.count))
    image.replaceSubrange(112..<114, with: [0x01, 0x60])
    return image
  }

  @Test(arguments: [
    ("e1100e00", "0303d00000fe", 120, StoredMessage.octets([0xD0, 0, 0]), 90),
    ("e1100e00", "0300fe", 120, .empty, 90),
    ("e1100e00", "fe", 120, .missing, 90),
    ("e1103f00", "0103f230330203f0020303" + "03d00000fe", 512, .octets([0xD0, 0, 0]), 462),
    ("e1200e00", "0303d00000fe", 120, .damaged(.unknownVersion(major: 2, minor: 0, at: 9)), 0),
    ("00100e00", "0303d00000fe", 120, .unformatted, 0),
    ("e1100e80", "0303d00000fe", 120, .hidden, 0),
    ("e1100e00", "0360d00000fe", 120, .damaged(.beyondArea(type: 3, at: 12, end: 120)), 0),
  ]) func aTopazIsRead(container: String, blocks: String, size: Int, message: StoredMessage, capacity: Int) throws {
    let contents = try Type1Image(Self.topaz(container, blocks, size: size)).contents()
    #expect(contents.message == message)
    #expect(contents.capacity == capacity)
    #expect(contents.chip == (size == 120 ? .topaz96 : .topaz512) || message == .unformatted || contents.fault != nil)
    #expect(contents.uid == hex("11223344556600"))
  }

  /// The reserved octets 68 to 7F lie within a long message.
  @Test func aMessageFlowsAroundTheReservedBlocks() throws {
    var image = Self.topaz("e1103f00", "03ff0100", size: 512)
    let message = octets(256)
    image.replaceSubrange(16..<104, with: message[0..<88])
    image.replaceSubrange(128..<128 + 168, with: message[88...])
    #expect(try Type1Image(image).contents().message == .octets(message))
  }

  @Test func lockBitsStandAgainstWriting() throws {
    var image = Self.topaz("e1100e00", "0300fe", size: 120)
    #expect(try Type1Image(image).contents().writable)
    image[113] = 0x64
    #expect(try Type1Image(image).contents().barriers == [.locked])
    image[11] = 0x0F
    #expect(try Type1Image(image).contents().barriers == [.readOnly, .locked])
  }
}

@Suite struct Type3ImageTests {
  static func block(
    version: UInt8 = 0x10, blocks: UInt16 = 13, writeFlag: UInt8 = 0, access: UInt8 = 1, length: Int = 3
  ) -> [UInt8] {
    var octets: [UInt8] = [version, 4, 1, UInt8(blocks >> 8), UInt8(blocks & 0xFF), 0, 0, 0, 0, writeFlag, access]
    octets += [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
    let sum = octets.reduce(0) { $0 + Int($1) }
    return octets + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  static let data = hex("d00000") + zeros(13)

  @Test func aFeliCaIsRead() throws {
    let contents = try Type3Image(Self.block() + Self.data).contents()
    #expect(contents.message == .octets([0xD0, 0, 0]))
    #expect(contents.capacity == 208)
    #expect(contents.writable)
  }

  @Test(arguments: [
    (block(length: 0), StoredMessage.empty, [WriteBarrier]()),
    (block(version: 0x1F), .octets([0xD0, 0, 0]), []),
    (block(version: 0x20), .damaged(.unknownVersion(major: 2, minor: 0, at: 0)), []),
    (block(writeFlag: 0x0F), .interrupted, []),
    (block(writeFlag: 0x01), .damaged(.invalidField(.writeFlag, value: 1, at: 9)), []),
    (block(access: 0), .octets([0xD0, 0, 0]), [.readOnly]),
    (block(access: 7), .octets([0xD0, 0, 0]), [.restricted(7)]),
    (block(blocks: 1, length: 17), .damaged(.messageBeyondRoom(length: 17, room: 16, at: 11)), []),
    (zeros(16), .unformatted, []),
  ]) func theAttributeBlockDecides(block: [UInt8], message: StoredMessage, barriers: [WriteBarrier]) throws {
    let contents = try Type3Image(block + Self.data).contents()
    #expect(contents.message == message)
    #expect(contents.barriers == barriers)
  }

  @Test func aWrongChecksumIsRefused() throws {
    for bit in 0..<128 {
      var block = Self.block()
      block[bit / 8] ^= 1 << UInt8(bit % 8)
      guard case .checksum = try Type3Image(block + Self.data).contents().fault else {
        Issue.record("bit \(bit)")
        continue
      }
    }
  }

  @Test func aCutMessageIsCutShort() {
    #expect(throws: LayoutError.cutShort(at: 16, needed: 19)) { try Type3Image(Self.block()).contents() }
    #expect(throws: LayoutError.cutShort(at: 15, needed: 16)) { try Type3Image(zeros(15)).contents() }
  }
}

@Suite struct Type5ImageTests {
  @Test(arguments: [
    ("e1400201", "0303d00000fe", 20, StoredMessage.octets([0xD0, 0, 0]), [WriteBarrier](), 14),
    ("e1400201", "0300fe", 20, .empty, [], 14),
    ("e2400201", "0303d00000fe", 20, .octets([0xD0, 0, 0]), [], 14),
    ("e1430201", "0303d00000fe", 20, .octets([0xD0, 0, 0]), [.readOnly], 14),
    ("e1420201", "0303d00000fe", 20, .octets([0xD0, 0, 0]), [.restricted(2)], 14),
    ("e1440201", "0303d00000fe", 20, .hidden, [], 0),
    ("e1500201", "0303d00000fe", 20, .octets([0xD0, 0, 0]), [], 14),
    ("e1800201", "0303d00000fe", 20, .damaged(.unknownVersion(major: 2, minor: 0, at: 1)), [], 0),
    ("00000000", "", 20, .unformatted, [], 0),
    // Eight octets of container, the size in the last two.
    ("e140000100000002", "0303d00000fe", 24, .octets([0xD0, 0, 0]), [], 14),
    ("e140000100000100", "03ff0003d00000fe", 2056, .octets([0xD0, 0, 0]), [], 2044),
    // The maker has counted the container too.
    ("e1400301", "0303d00000fe", 24, .octets([0xD0, 0, 0]), [], 18),
    // Control TLVs mean nothing here.
    ("e1400201", "0203180404" + "0303d00000", 20, .octets([0xD0, 0, 0]), [], 9),
    ("e1400201", "0310d00000fe", 20, .damaged(.beyondArea(type: 3, at: 4, end: 20)), [], 0),
  ]) func aVicinityCardIsRead(
    container: String, blocks: String, size: Int, message: StoredMessage, barriers: [WriteBarrier], capacity: Int
  ) throws {
    let head = hex(container) + hex(blocks)
    let image = head + zeros(max(0, size - head.count))
    let contents = try #require(TagImage(.type5, image)).contents()
    #expect(contents.message == message)
    #expect(contents.barriers == barriers)
    #expect(contents.capacity == capacity)
  }

  @Test(arguments: [
    ("e004010001020304", Chip.icodeSLI), ("e004015001020304", .icodeSLIX), ("e004010801020304", .icodeSLIX2),
    ("e004011801020304", .icodeDNA), ("e0022402010203ff", .st25), ("e007000001020304", .unknownType5),
    ("04010203", .unknownType5),
  ]) func theIdentifierTellsTheChip(uid: String, chip: Chip) {
    #expect(Chip(type5UID: hex(uid)) == chip)
  }
}

@Suite struct Type4ImageTests {
  static let container = "000f20003b00340406e10400320000"

  @Test(arguments: [
    (container, "0003d00000", StoredMessage.octets([0xD0, 0, 0]), [WriteBarrier](), 48),
    (container, "0000", .empty, [], 48),
    ("000f10003b00340406e10400320000", "0003d00000", .octets([0xD0, 0, 0]), [], 48),
    ("000f30003b00340406e104003200ff", "0003d00000", .octets([0xD0, 0, 0]), [.readOnly], 48),
    ("000f20003b00340406e10400320082", "0003d00000", .octets([0xD0, 0, 0]), [.restricted(0x82)], 48),
    ("000f20003b00340406e10400328000", "0003d00000", .hidden, [], 48),
    // An NTAG 424 DNA as it leaves the factory.
    ("001720010000ff0406e104010000000506e10500808283", "0003d00000", .octets([0xD0, 0, 0]), [], 254),
    // Somebody's own file in front.
    ("001720010000ff0506e105008082830406e10401000000", "0003d00000", .octets([0xD0, 0, 0]), [], 254),
    // An extended file.
    ("001130003b00340608e104000100000000", "00000003d00000", .octets([0xD0, 0, 0]), [], 65532),
    ("000f40003b00340406e10400320000", "0003d00000", .damaged(.unknownVersion(major: 4, minor: 0, at: 2)), [], 0),
    ("000e20003b00340406e10400320000", "", .damaged(.invalidField(.containerLength, value: 14, at: 0)), [], 0),
    ("ffff20003b00340406e10400320000", "", .damaged(.invalidField(.containerLength, value: 0xFFFF, at: 0)), [], 0),
    ("000f20000e00340406e10400320000", "", .damaged(.invalidField(.maximumRead, value: 14, at: 3)), [], 0),
    ("000f20003b00000406e10400320000", "", .damaged(.invalidField(.maximumWrite, value: 0, at: 5)), [], 0),
    ("000f20003b00340405e10400320000", "", .damaged(.invalidField(.containerTLV, value: 5, at: 8)), [], 0),
    ("000f20003b00340506e10400320000", "", .damaged(.invalidField(.containerTLV, value: 0, at: 15)), [], 0),
    ("000f20003b00340406e10300320000", "", .damaged(.invalidField(.fileIdentifier, value: 0xE103, at: 9)), [], 0),
    ("000f20003b00340406000000320000", "", .damaged(.invalidField(.fileIdentifier, value: 0, at: 9)), [], 0),
    ("000f20003b00340406e10400040000", "", .damaged(.invalidField(.fileSize, value: 4, at: 11)), [], 0),
    ("000f20003b00340406e104ffff0000", "", .damaged(.invalidField(.fileSize, value: 0xFFFF, at: 11)), [], 0),
    ("001020003b00340406e10400320000", "", .damaged(.cutShort(at: 15, needed: 16)), [], 0),
    (container, "0031d00000", .damaged(.messageBeyondRoom(length: 49, room: 48, at: 0)), [], 48),
  ]) func theFilesAreRead(
    container: String, file: String, message: StoredMessage, barriers: [WriteBarrier], capacity: Int
  ) throws {
    let contents = try Type4Image(container: hex(container), files: [0xE104: hex(file)]).contents()
    #expect(contents.message == message)
    #expect(contents.barriers == barriers)
    #expect(contents.capacity == capacity)
  }

  @Test func whatIsMissingIsNamed() throws {
    let none = try Type4Image(container: hex(Self.container), files: [:]).contents()
    #expect(none.message == .damaged(.missingFile(0xE104)))
    #expect(throws: LayoutError.cutShort(at: 3, needed: 5)) {
      try Type4Image(container: hex(Self.container), files: [0xE104: hex("0003d0")]).contents()
    }
  }
}
