/// A MIFARE Classic memory as far as it was read.
public struct ClassicImage: Equatable, Sendable {
  /// The memory from block 0 on; blocks that were not read are zero.
  public var octets: [UInt8]

  /// An image from its octets.
  public init(_ octets: [UInt8]) {
    self.octets = octets
  }

  /// A memory from a file: some tools write the 1024 octets of a small card into a file of 4096 and leave the
  /// rest zero, which no card's is, since each sector ends with a trailer.
  public init(file octets: [UInt8]) {
    self.octets = octets
    guard octets.count == 4096, announcedChip != .classic4K, octets[1024...].allSatisfy({ $0 == 0 }) else { return }
    self.octets = Array(octets[..<1024])
  }

  /// The chip by what its maker wrote into block 0: the answer to selection (SAK) behind the identifier, 08 or 88 for
  /// 1K, 18 or 98 for 4K, 09 or 89 for Mini.
  public var announcedChip: Chip? {
    guard octets.count >= 16 else { return nil }
    return switch octets[uid.count == 4 ? 5 : 7] & 0x7F {
    case 0x08: .classic1K
    case 0x18: .classic4K
    case 0x09: .classicMini
    default: nil
    }
  }

  /// The chip that a memory image most likely comes from: by its size if that is a card's, unless block 0 announces a
  /// larger chip, of which this is the beginning then.
  public var likelyChip: Chip {
    let bySize = ClassicGeometry(imageSize: octets.count)
    let isWhole = [320, 1024, 4096].contains(octets.count)
    guard let announced = announcedChip, let geometry = ClassicGeometry(of: announced),
      !isWhole || geometry.sectorCount > bySize.sectorCount
    else { return bySize.chip }
    return announced
  }

  /// The identifier in block 0: four octets if a check octet follows them, else seven.
  public var uid: [UInt8] {
    guard octets.count >= 7 else { return [] }
    let isShort = octets[4] == octets[0] ^ octets[1] ^ octets[2] ^ octets[3]
    return Array(octets[0..<(isShort ? 4 : 7)])
  }

  /// The addresses from the first to the last octet of the message sectors, and what is between them that is not
  /// theirs: trailers, the directory, other applications.
  public static func area(of sectors: [Int]) -> (area: Range<Int>, reserved: ReservedOctets) {
    let data = sectors.map { ClassicGeometry.data(ofSector: $0) }
    guard let first = data.first, let last = data.last else { return (0..<0, ReservedOctets()) }
    var reserved = ReservedOctets()
    for (before, after) in zip(data, data.dropFirst()) { reserved.insert(before.upperBound..<after.lowerBound) }
    return (first.lowerBound..<last.upperBound, reserved)
  }

  /// The contents of the card; see ``Type2Image/contents(chip:uid:)``.
  public func contents(chip: Chip? = nil, uid known: [UInt8] = []) throws(LayoutError) -> CardContents {
    var contents = CardContents(uid: known.isEmpty ? uid : known, type: .classic, chip: chip ?? likelyChip)
    contents.image = .classic(self)
    try contents.fill { (contents) throws(LayoutError) in
      let directory = try ApplicationDirectory(octets)
      contents.warnings = directory.warnings
      guard let first = directory.messageSectors.first else { throw .notFormatted(at: 18, found: octets[18]) }
      let mark = ClassicGeometry.trailer(ofSector: first) * 16 + 9
      guard octets.count > mark else { throw .cutShort(at: octets.count, needed: mark + 1) }
      try readMark(octets[mark], at: mark, into: &contents)
      let isClosed = directory.messageSectors.contains { sector in
        let trailer = ClassicGeometry.trailer(ofSector: sector) * 16
        guard octets.count >= trailer + 16 else { return false }
        let block = octets[trailer..<trailer + 16]
        // A trailer is never zero: this one was not read.
        return block.contains { $0 != 0 } && !ClassicTrailer(block).allowsWritingData
      }
      if isClosed { contents.barriers.append(.locked) }
      guard contents.message != .hidden else { return }
      let (area, reserved) = Self.area(of: directory.messageSectors)
      do throws(LayoutError) {
        contents.take(try TLVWalk(octets, area: area, reserved: reserved, controls: false), of: octets)
      } catch {
        // The message may go on in sectors that the second directory names.
        guard case .beyondArea = error, directory.isPartial else { throw error }
        throw .cutShort(at: octets.count, needed: ClassicGeometry.data(ofSector: 16).upperBound)
      }
    }
    return contents
  }

  /// The free octet of an NDEF sector's trailer: major and minor version, read and write access, two bits each. Cards
  /// that were formatted without care have 00 or the factory's 69 there.
  private func readMark(_ mark: UInt8, at: Int, into contents: inout CardContents) throws(LayoutError) {
    guard mark != 0x00, mark != 0x69 else {
      contents.warnings.append(.sectorNotMarked(at: at))
      return
    }
    guard mark >> 6 == 1 else { throw .unknownVersion(major: mark >> 6, minor: mark >> 4 & 3, at: at) }
    contents.barriers = WriteBarrier.ofContainer(mark & 3, never: 3)
    if mark >> 2 & 3 != 0 { contents.message = .hidden }
  }
}
