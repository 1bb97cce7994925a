import TagFormats
import Testing

@Suite struct ClassicImageTests {
  static let keyB = ClassicTrailer.factoryKey

  /// A card whose `sectors` hold the message, by the first directory.
  static func card(
    sectors: [Int], size: Int = 1024, blocks: [UInt8], directory: UInt8 = 1,
    trailer: ClassicTrailer = .message(keyB: keyB)
  ) -> [UInt8] {
    var image = zeros(size)
    image.replaceSubrange(0..<5, with: [1, 2, 3, 4, 4])
    var first = zeros(31)
    for sector in sectors where sector < 16 {
      first.replaceSubrange(sector * 2 - 1..<sector * 2 + 1, with: [0x03, 0xE1])
    }
    image.replaceSubrange(16..<48, with: [crc(first)] + first)
    image.replaceSubrange(48..<64, with: ClassicTrailer.directory(version: directory, keyB: keyB).octets)
    if directory == 2 {
      var second = zeros(47)
      for sector in sectors where sector > 16 {
        second.replaceSubrange((sector - 16) * 2 - 1..<(sector - 16) * 2 + 1, with: [0x03, 0xE1])
      }
      image.replaceSubrange(1024..<1072, with: [crc(second)] + second)
    }
    var left = blocks[...]
    for sector in sectors {
      let start = sector < 32 ? sector * 64 : 2048 + (sector - 32) * 256
      let room = sector < 32 ? 48 : 240
      let piece = left.prefix(room)
      image.replaceSubrange(start..<start + piece.count, with: piece)
      image.replaceSubrange(start + room..<start + room + 16, with: trailer.octets)
      left = left.dropFirst(room)
    }
    return image
  }

  /// CRC-8 of the directory, written apart from the product's.
  static func crc(_ octets: [UInt8]) -> UInt8 {
    var register = 0xC7
    for octet in octets {
      register ^= Int(octet)
      for _ in 0..<8 { register = register * 2 > 255 ? (register * 2 - 256) ^ 0x1D : register * 2 }
    }
    return UInt8(register)
  }

  static let sectors = Array(1...15)

  @Test func theChecksumIsTheStandards() {
    #expect(Self.crc(Array("123456789".utf8)) == 0x99)
  }

  @Test func aCardIsRead() throws {
    let contents = try ClassicImage(Self.card(sectors: Self.sectors, blocks: hex("0303d00000fe"))).contents()
    #expect(contents.message == .octets([0xD0, 0, 0]))
    #expect(contents.capacity == 716)
    #expect(contents.writable)
    #expect(contents.chip == .classic1K)
    #expect(contents.uid == [1, 2, 3, 4])
    #expect(contents.warnings == [])
  }

  @Test func aMessageFlowsAroundTrailersAndOtherSectors() throws {
    let message = octets(250)
    let image = Self.card(sectors: [2, 3, 7, 8, 9, 15], blocks: [0x03, 250] + message + [0xFE])
    let contents = try ClassicImage(image).contents()
    #expect(contents.message == .octets(message))
    #expect(contents.capacity == 284)
  }

  @Test func aLargeCardWithTheFirstDirectoryOnly() throws {
    let image = Self.card(sectors: Self.sectors, size: 4096, blocks: hex("0303d00000fe"))
    let contents = try ClassicImage(image).contents()
    #expect(contents.message == .octets([0xD0, 0, 0]))
    #expect(contents.chip == .classic4K)
    #expect(contents.capacity == 716)
  }

  @Test func aLargeCardWithBothDirectories() throws {
    let message = octets(2000)
    let sectors = Array(1...15) + Array(17...39)
    let image = Self.card(
      sectors: sectors, size: 4096, blocks: [0x03, 0xFF, 0x07, 0xD0] + message + [0xFE], directory: 2)
    let contents = try ClassicImage(image).contents()
    #expect(contents.message == .octets(message))
    #expect(contents.capacity == 15 * 48 + 15 * 48 + 8 * 240 - 4)
  }

  @Test func aFaultySecondDirectoryIsLeftOut() throws {
    var image = Self.card(sectors: Self.sectors, size: 4096, blocks: hex("0303d00000fe"), directory: 2)
    image[1024] ^= 1
    let contents = try ClassicImage(image).contents()
    #expect(contents.message == .octets([0xD0, 0, 0]))
    #expect(contents.warnings == [.secondDirectoryUnreadable])
  }

  @Test func aFaultyDirectoryIsRefused() throws {
    var image = Self.card(sectors: Self.sectors, blocks: hex("0303d00000fe"))
    image[20] ^= 1
    guard case .checksum(_, _, 16) = try ClassicImage(image).contents().fault else {
      Issue.record("not refused")
      return
    }
    // Without the announcement it is a card without a directory.
    image[57] = 0x69
    #expect(try ClassicImage(image).contents().message == .unformatted)
  }

  @Test func otherApplicationsAreNoMessage() throws {
    #expect(try ClassicImage(Self.card(sectors: [], blocks: [])).contents().message == .unformatted)
  }

  @Test func whatMayBeWrittenIsSeen() throws {
    let readOnly = Self.card(
      sectors: Self.sectors, blocks: hex("0303d00000fe"), trailer: .readOnlyMessage(keyB: Self.keyB))
    #expect(try ClassicImage(readOnly).contents().barriers == [.readOnly, .locked])
    var marked = ClassicTrailer.message(keyB: Self.keyB)
    marked.generalPurpose = 0x43
    let announced = Self.card(sectors: Self.sectors, blocks: hex("0303d00000fe"), trailer: marked)
    #expect(try ClassicImage(announced).contents().barriers == [.readOnly])
    marked.generalPurpose = 0x4C
    let hidden = Self.card(sectors: Self.sectors, blocks: hex("0303d00000fe"), trailer: marked)
    #expect(try ClassicImage(hidden).contents().message == .hidden)
    marked.generalPurpose = 0x80
    let newer = Self.card(sectors: Self.sectors, blocks: hex("0303d00000fe"), trailer: marked)
    #expect(try ClassicImage(newer).contents().fault == .unknownVersion(major: 2, minor: 0, at: 121))
    marked.generalPurpose = 0x69
    let careless = Self.card(sectors: Self.sectors, blocks: hex("0303d00000fe"), trailer: marked)
    #expect(try ClassicImage(careless).contents().message == .octets([0xD0, 0, 0]))
    #expect(try ClassicImage(careless).contents().warnings == [.sectorNotMarked(at: 121)])
  }

  @Test func accessBitsAreTwiceThere() {
    let trailer = ClassicTrailer.message(keyB: Self.keyB)
    #expect((0..<3).allSatisfy { trailer.condition(ofGroup: $0) == 0 })
    #expect(trailer.condition(ofGroup: 3) == 0b011)
    #expect(trailer.allowsWritingData)
    let readOnly = ClassicTrailer.readOnlyMessage(keyB: Self.keyB)
    #expect((0..<3).allSatisfy { readOnly.condition(ofGroup: $0) == 0b010 })
    #expect(readOnly.condition(ofGroup: 3) == 0b110)
    #expect(!readOnly.allowsWritingData)
    for bit in 0..<24 {
      var broken = trailer
      broken.accessBits[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect((0..<4).contains { broken.condition(ofGroup: $0) == nil })
    }
  }

  @Test(arguments: [(0, 0..<4), (31, 124..<128), (32, 128..<144), (39, 240..<256)])
  func sectorsHaveTheirBlocks(sector: Int, blocks: Range<Int>) {
    #expect(ClassicGeometry.blocks(ofSector: sector) == blocks)
    #expect(blocks.allSatisfy { ClassicGeometry.sector(ofBlock: $0) == sector })
  }
}
