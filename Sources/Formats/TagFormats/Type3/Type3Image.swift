/// The attribute block of a Type 3 tag: block 0 of its NDEF service.
public struct Type3Attributes: Equatable, Sendable {
  /// The version: major and minor in one octet.
  public var version: UInt8
  /// How many blocks one read may ask for.
  public var blocksPerRead: Int
  /// How many blocks one write may carry.
  public var blocksPerWrite: Int
  /// How many blocks there are for the message.
  public var blockCount: Int
  /// 00, or 0F while a write is under way.
  public var writeFlag: UInt8
  /// 01 for a card that can be written, 00 for one that cannot.
  public var accessFlag: UInt8
  /// The length of the message in octets.
  public var messageLength: Int

  /// The largest message in octets.
  public var capacity: Int { blockCount * 16 }

  /// Attributes of a card with room for `blockCount` blocks and no message.
  public init(blocksPerRead: Int, blocksPerWrite: Int, blockCount: Int) {
    version = 0x10
    self.blocksPerRead = blocksPerRead
    self.blocksPerWrite = blocksPerWrite
    self.blockCount = blockCount
    writeFlag = 0
    accessFlag = 1
    messageLength = 0
  }

  /// Reads the block at the beginning of a memory image.
  public init(_ image: [UInt8]) throws(LayoutError) {
    guard image.count >= 16 else { throw .cutShort(at: image.count, needed: 16) }
    // A blank block passes the checksum; it does not mean version 0.
    guard image[0..<16].contains(where: { $0 != 0 }) else { throw .notFormatted(at: 0, found: 0) }
    let computed = Self.checksum(of: image)
    let found = UInt16(image[14]) << 8 | UInt16(image[15])
    // Neither version nor checksum, and octets where an attribute block has none: this was never one.
    if found != computed, image[0] >> 4 != 1, image[5..<9].contains(where: { $0 != 0 }) {
      throw .notFormatted(at: 0, found: image[0])
    }
    guard found == computed else { throw .checksum(found: found, computed: computed, at: 14) }
    guard image[0] >> 4 == 1 else { throw .unknownVersion(major: image[0] >> 4, minor: image[0] & 0xF, at: 0) }
    version = image[0]
    blocksPerRead = Int(image[1])
    blocksPerWrite = Int(image[2])
    blockCount = Int(image[3]) << 8 | Int(image[4])
    writeFlag = image[9]
    accessFlag = image[10]
    messageLength = Int(image[11]) << 16 | Int(image[12]) << 8 | Int(image[13])
    guard writeFlag == 0x00 || writeFlag == 0x0F else {
      throw .invalidField(.writeFlag, value: Int(writeFlag), at: 9)
    }
    guard messageLength <= capacity else {
      throw .messageBeyondRoom(length: messageLength, room: capacity, at: 11)
    }
  }

  /// The sixteen octets of the block.
  public var octets: [UInt8] {
    var octets: [UInt8] = [
      version, UInt8(truncatingIfNeeded: blocksPerRead), UInt8(truncatingIfNeeded: blocksPerWrite),
      UInt8(truncatingIfNeeded: blockCount >> 8), UInt8(truncatingIfNeeded: blockCount), 0, 0, 0, 0, writeFlag,
      accessFlag, UInt8(truncatingIfNeeded: messageLength >> 16), UInt8(truncatingIfNeeded: messageLength >> 8),
      UInt8(truncatingIfNeeded: messageLength),
    ]
    let sum = Self.checksum(of: octets)
    octets += [UInt8(sum >> 8), UInt8(truncatingIfNeeded: sum)]
    return octets
  }

  private static func checksum(of octets: [UInt8]) -> UInt16 {
    octets[0..<14].reduce(0) { $0 + UInt16($1) }
  }
}

/// The blocks of a Type 3 tag's NDEF service as far as they were read, the attribute block first.
public struct Type3Image: Equatable, Sendable {
  /// The octets from the attribute block on.
  public var octets: [UInt8]

  /// An image from its octets.
  public init(_ octets: [UInt8]) {
    self.octets = octets
  }

  /// The contents of the card; see ``Type2Image/contents(chip:uid:)``.
  public func contents(chip: Chip = .unknownType3, uid: [UInt8] = []) throws(LayoutError) -> CardContents {
    var contents = CardContents(uid: uid, type: .type3, chip: chip)
    contents.image = .type3(self)
    try contents.fill { (contents) throws(LayoutError) in
      let attributes = try Type3Attributes(octets)
      contents.capacity = attributes.capacity
      switch attributes.accessFlag {
      case 0x01: break
      case 0x00: contents.barriers = [.readOnly]
      default: contents.barriers = [.restricted(attributes.accessFlag)]
      }
      guard attributes.writeFlag == 0 else {
        contents.message = .interrupted
        return
      }
      let end = 16 + attributes.messageLength
      guard octets.count >= end else { throw .cutShort(at: octets.count, needed: end) }
      contents.message = attributes.messageLength == 0 ? .empty : .octets(Array(octets[16..<end]))
    }
    return contents
  }
}
