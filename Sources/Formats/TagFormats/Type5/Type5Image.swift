/// The capability container of a Type 5 tag: four octets of block 0, or eight.
public struct Type5Container: Equatable, Sendable {
  /// How many octets the container takes: 4 or 8.
  public var count: Int
  /// Whether the card's blocks need the extended commands with addresses of two octets: E2 instead of E1.
  public var usesLongAddresses: Bool
  /// The minor version; any is read.
  public var minorVersion: UInt8
  /// 0 for free reading.
  public var readAccess: UInt8
  /// 0 for free writing, 3 for none.
  public var writeAccess: UInt8
  /// The announced size in octets.
  public var areaSize: Int
  /// Whether several blocks can be read by one command.
  public var readsSeveralBlocks: Bool

  /// Reads the container out of a memory image.
  public init(_ image: [UInt8]) throws(LayoutError) {
    guard image.count >= 4 else { throw .cutShort(at: image.count, needed: 4) }
    guard image[0] == 0xE1 || image[0] == 0xE2 else { throw .notFormatted(at: 0, found: image[0]) }
    // Octet 1 is four fields of two bits: major, minor, read, write.
    guard image[1] >> 6 == 1 else { throw .unknownVersion(major: image[1] >> 6, minor: image[1] >> 4 & 3, at: 1) }
    usesLongAddresses = image[0] == 0xE2
    minorVersion = image[1] >> 4 & 3
    readAccess = image[1] >> 2 & 3
    writeAccess = image[1] & 3
    readsSeveralBlocks = image[3] & 0x01 != 0
    count = image[2] == 0 ? 8 : 4
    guard image.count >= count else { throw .cutShort(at: image.count, needed: count) }
    areaSize = (count == 8 ? Int(image[6]) << 8 | Int(image[7]) : Int(image[2])) * 8
  }

  /// The addresses of the TLV blocks in a memory of `memorySize` octets, as far as that is known.
  ///
  /// The size counts from behind the container; where the memory ends sooner by just the container, its maker has
  /// counted that too.
  public func area(memorySize: Int?) -> Range<Int> {
    memorySize == areaSize && areaSize >= count ? count..<areaSize : count..<count + areaSize
  }
}

/// A Type 5 memory as far as it was read.
public struct Type5Image: Equatable, Sendable {
  /// The memory from its first octet.
  public var octets: [UInt8]
  /// The size of the whole memory, where the card told it.
  public var memorySize: Int?
  /// The size of a block, where the card told it.
  public var blockSize: Int?
  /// Which blocks are locked for good, where the card told it.
  public var lockedBlocks: Set<Int>?

  /// An image from its octets.
  public init(_ octets: [UInt8], memorySize: Int?) {
    self.octets = octets
    self.memorySize = memorySize
  }

  /// The contents of the card; see ``Type2Image/contents(chip:uid:)``.
  public func contents(chip: Chip = .unknownType5, uid: [UInt8] = []) throws(LayoutError) -> CardContents {
    var contents = CardContents(uid: uid, type: .type5, chip: chip)
    contents.image = .type5(self)
    try contents.fill { (contents) throws(LayoutError) in
      let container = try Type5Container(octets)
      contents.barriers = WriteBarrier.ofContainer(container.writeAccess, never: 3)
      guard container.readAccess == 0 else {
        contents.message = .hidden
        return
      }
      let area = container.area(memorySize: memorySize)
      contents.locks = lockState(upTo: area.upperBound)
      if contents.locks?.locked.isEmpty == false { contents.barriers.append(.locked) }
      contents.take(try TLVWalk(octets, area: area, controls: false), of: octets)
    }
    return contents
  }

  /// The locked blocks up to the end of the data area; `nil` if the card did not tell.
  private func lockState(upTo end: Int) -> LockState? {
    guard let lockedBlocks, let blockSize, blockSize > 0 else { return nil }
    let blocks = 0..<(end + blockSize - 1) / blockSize
    let locked = blocks.filter { lockedBlocks.contains($0) }
    return LockState(locked: Array(joining: locked.map { $0..<$0 + 1 }), isFrozen: locked.count == blocks.count)
  }
}
