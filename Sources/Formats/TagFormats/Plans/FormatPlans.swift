enum FormatPlans {
  /// Type 1: clears the container's mark first and writes it back last, as the specification asks.
  static func type1(_ image: Type1Image, _ chip: Chip) throws(PlanRefusal) -> WritePlan {
    let isDynamic: Bool
    switch chip {
    case .topaz96: isDynamic = false
    case .topaz512: isDynamic = true
    default: throw .notPossible(chip)
    }
    // A Topaz 512 says that its lock bits are octets 7A to 7F and that 78 and 79 are set aside.
    let blocks: [UInt8] = isDynamic ? [0x01, 0x03, 0xF2, 0x30, 0x33, 0x02, 0x03, 0xF0, 0x02, 0x03] : []
    let rest: [UInt8] = [0x10, isDynamic ? 0x3F : 0x0E, 0x00] + blocks + [TLVType.message, 0x00, TLVType.terminator]
    var writes: [UnitWrite] = []
    if isDynamic {
      // Seven octets of block 1 behind the mark, and blocks 2 and 3.
      let octets = rest + [UInt8](repeating: 0, count: 23 - rest.count)
      let first = Array(octets[0..<7])
      writes = [
        UnitWrite(address: 8, octets: [0x00] + first, purpose: .clear),
        UnitWrite(address: 16, octets: Array(octets[7..<15]), purpose: .fill),
        UnitWrite(address: 24, octets: Array(octets[15..<23]), purpose: .fill),
        UnitWrite(address: 8, octets: [0xE1] + first, purpose: .commit),
      ]
    } else {
      writes.append(UnitWrite(address: 8, octets: [0x00], purpose: .clear))
      for (index, octet) in rest.enumerated() {
        writes.append(UnitWrite(address: 9 + index, octets: [octet], purpose: .fill))
      }
      writes.append(UnitWrite(address: 8, octets: [0xE1], purpose: .commit))
    }
    return BlockPlans.type1(writes, unitSize: isDynamic ? 8 : 1)
  }

  /// Type 3: an attribute block with the numbers of a FeliCa Lite, or those that the card has already.
  static func type3(_ image: Type3Image, _ chip: Chip) throws(PlanRefusal) -> WritePlan {
    var attributes: Type3Attributes
    if let known = try? Type3Attributes(image.octets) {
      attributes = known
    } else if chip == .felicaLite || chip == .felicaLiteS {
      attributes = Type3Attributes(blocksPerRead: 4, blocksPerWrite: 1, blockCount: 13)
    } else {
      throw .notPossible(chip)
    }
    attributes.writeFlag = 0
    attributes.messageLength = 0
    let octets = attributes.octets
    return WritePlan([
      FilePlans.update([0], octets, .commit),
      PlanStep(.type3(.check(blocks: [0])), .verify, expects: .octets(octets.map { $0 })),
    ])
  }

  /// Type 5: the empty message first, then the container before it, unless a good one is there.
  static func type5(_ image: Type5Image, _ chip: Chip) throws(PlanRefusal) -> WritePlan {
    guard let blockSize = image.blockSize, blockSize >= 4 else { throw .notRead(address: 0) }
    let container: [UInt8]
    if let known = try? Type5Container(image.octets), known.areaSize > 0 {
      container = Array(image.octets[0..<known.count])
    } else {
      guard let size = image.memorySize else { throw .notRead(address: 0) }
      let units = (size - 4) / 8
      // E2 where the extended commands are needed; octet 3 claims nothing: reading several blocks at once is tried only
      // where it is said.
      let mark: UInt8 = size / blockSize > 0x100 ? 0xE2 : 0xE1
      let long = (size - 8) / 8
      container =
        units <= 0xFF
        ? [mark, 0x40, UInt8(units), 0x00]
        : [mark, 0x40, 0x00, 0x00, 0x00, 0x00, UInt8(truncatingIfNeeded: long >> 8), UInt8(truncatingIfNeeded: long)]
    }
    var octets = container + [TLVType.message, 0x00, TLVType.terminator]
    octets += [UInt8](repeating: 0, count: (blockSize - octets.count % blockSize) % blockSize)
    var writes: [UnitWrite] = []
    for start in stride(from: 0, to: octets.count, by: blockSize).reversed() {
      writes.append(
        UnitWrite(
          address: start, octets: Array(octets[start..<start + blockSize]), purpose: start == 0 ? .commit : .fill))
    }
    return BlockPlans.type5(writes, blockSize: blockSize)
  }

  /// MIFARE Classic from the factory: the empty message, the sectors' trailers, the directory, and last the trailer of
  /// sector 0, which announces the directory.
  static func classic(_ chip: Chip, keyB: [UInt8]) throws(PlanRefusal) -> WritePlan {
    guard let geometry = ClassicGeometry(of: chip), keyB.count == 6 else { throw .notPossible(chip) }
    let isLarge = geometry.sectorCount > 16
    var plan = ClassicSteps()
    // A plan that was cut off has left some sectors with their new keys.
    plan.otherKeyB = keyB
    let factory = ClassicTrailer.factoryKey
    let empty = [TLVType.message, 0x00, TLVType.terminator] + [UInt8](repeating: 0, count: 13)
    plan.write(UnitWrite(address: 64, octets: empty, purpose: .fill), key: factory)
    plan.verify(key: factory)
    for sector in 1..<geometry.sectorCount where sector != 16 {
      let trailer = ClassicTrailer.message(keyB: keyB)
      plan.write(
        UnitWrite(address: ClassicGeometry.trailer(ofSector: sector) * 16, octets: trailer.octets, purpose: .fill),
        key: factory)
      plan.verify(trailer, ofSector: sector)
    }
    let version: UInt8 = isLarge ? 2 : 1
    let directoryTrailer = ClassicTrailer.directory(version: version, keyB: keyB)
    if isLarge {
      directory(ApplicationDirectory.second(), at: ClassicGeometry.data(ofSector: 16).lowerBound, key: factory, &plan)
      plan.write(
        UnitWrite(address: ClassicGeometry.trailer(ofSector: 16) * 16, octets: directoryTrailer.octets, purpose: .fill),
        key: factory)
    }
    directory(ApplicationDirectory.first(sectorCount: geometry.sectorCount), at: 16, key: factory, &plan)
    plan.write(UnitWrite(address: 48, octets: directoryTrailer.octets, purpose: .commit), key: factory)
    plan.verify(directoryTrailer, ofSector: 0)
    return WritePlan(plan.steps)
  }

  /// A directory's blocks, the one with the checksum last.
  private static func directory(_ octets: [UInt8], at address: Int, key: [UInt8], _ plan: inout ClassicSteps) {
    for start in stride(from: 0, to: octets.count, by: 16).reversed() {
      plan.write(
        UnitWrite(address: address + start, octets: Array(octets[start..<start + 16]), purpose: .fill), key: key)
    }
    plan.verify(key: key)
  }
}
