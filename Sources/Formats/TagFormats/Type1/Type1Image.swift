/// A Type 1 memory as far as it was read, from block 0 on; the header ROM is not part of it.
public struct Type1Image: Equatable, Sendable {
  /// The memory from its first octet.
  public var octets: [UInt8]
  /// The first octet of the header ROM (HR0), where it was read: 11 for a card of 120 octets, 12 for a larger one. A
  /// card with another high half than 1 is not made for NDEF.
  public var headerROM: UInt8?

  /// An image from its octets.
  public init(_ octets: [UInt8]) {
    self.octets = octets
  }

  /// A memory from a file: some tools put the two octets of the header ROM in front, the first of which has a
  /// high half of 1.
  public init(file octets: [UInt8]) {
    let hasHeader = octets.count >= 122 && octets[0] >> 4 == 1 && octets[8] != 0xE1 && octets[10] == 0xE1
    self.octets = hasHeader ? Array(octets[2...]) : octets
    if hasHeader { headerROM = octets[0] }
  }

  /// The capability container in octets 8 to B: mark, version, size of the memory in blocks of eight less one, access.
  public struct Container: Equatable, Sendable {
    /// The size of the memory in octets.
    public var memorySize: Int
    /// 0 for free reading.
    public var readAccess: UInt8
    /// 0 for free writing, F for none.
    public var writeAccess: UInt8

    /// Whether there is more than the static memory of 120 octets.
    public var isDynamic: Bool { memorySize > 120 }
    /// The addresses of the TLV blocks.
    public var area: Range<Int> { 12..<max(12, memorySize) }
    /// Blocks D and E, on dynamic tags also F: reserved octets and lock bits.
    public var reserved: ReservedOctets { ReservedOctets([104..<(isDynamic ? 128 : 120)]) }

    /// Reads the container out of a memory image.
    public init(_ image: [UInt8]) throws(LayoutError) {
      guard image.count >= 12 else { throw .cutShort(at: image.count, needed: 12) }
      guard image[8] == 0xE1 else { throw .notFormatted(at: 8, found: image[8]) }
      guard image[9] >> 4 == 1 else { throw .unknownVersion(major: image[9] >> 4, minor: image[9] & 0xF, at: 9) }
      memorySize = (Int(image[10]) + 1) * 8
      readAccess = image[11] >> 4
      writeAccess = image[11] & 0xF
    }
  }

  /// The contents of the card; see ``Type2Image/contents(chip:uid:)``.
  public func contents(chip known: Chip? = nil, uid: [UInt8] = []) throws(LayoutError) -> CardContents {
    let inMemory = octets.count >= 7 ? Array(octets[0..<7]) : []
    var contents = CardContents(uid: uid.isEmpty ? inMemory : uid, type: .type1, chip: known ?? guessedChip)
    contents.image = .type1(self)
    if let headerROM, headerROM >> 4 != 1 { return contents }
    try contents.fill { (contents) throws(LayoutError) in
      var container = try Container(octets)
      // A card that says that it is static has no octet behind 77, whatever its container announces.
      if headerROM == 0x11 { container.memorySize = min(container.memorySize, 120) }
      contents.locks = lockState(container)
      contents.barriers = WriteBarrier.ofContainer(container.writeAccess)
      if contents.locks?.locked.contains(where: { $0.overlaps(1..<0xD) || $0.overlaps(0x10..<0x40) }) == true {
        contents.barriers.append(.locked)
      }
      guard container.readAccess == 0 else {
        contents.message = .hidden
        return
      }
      contents.take(try TLVWalk(octets, area: container.area, reserved: container.reserved), of: octets)
    }
    return contents
  }

  private var guessedChip: Chip {
    if headerROM == 0x11 { return .topaz96 }
    guard let size = try? Container(octets).memorySize else { return .unknownType1 }
    return size == 120 ? .topaz96 : size == 512 ? .topaz512 : .unknownType1
  }

  /// Octets 70 and 71 hold one lock bit for each of the blocks 0 to F; on a Topaz 512, octets 7A to 7F one for each of
  /// the blocks 10 to 3F. Blocks 0, D and E are locked from the factory.
  private func lockState(_ container: Container) -> LockState? {
    guard octets.count >= 114 else { return nil }
    var bits = UInt64(octets[112]) | UInt64(octets[113]) << 8
    if container.isDynamic, octets.count >= 128 {
      for index in 0..<6 { bits |= UInt64(octets[122 + index]) << UInt64(16 + index * 8) }
    }
    let locked = (0..<64).filter { bits >> UInt64($0) & 1 == 1 }
    return LockState(locked: Array(joining: locked.map { $0..<$0 + 1 }), isFrozen: false)
  }
}
