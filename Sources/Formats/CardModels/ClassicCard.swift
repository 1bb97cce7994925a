package import TagFormats

package struct ClassicCard: Equatable, Sendable {
  package let chip: Chip
  /// The memory from block 0 on, with the keys in its trailers.
  package var memory: [UInt8]
  private var open: (sector: Int, kind: ClassicCommand.KeyKind)?
  private var isSelected = true

  /// A card as it leaves the factory; `nil` for chips of another kind.
  package init?(_ chip: Chip, uid: [UInt8]) {
    guard let geometry = ClassicGeometry(of: chip), uid.count == 4 else { return nil }
    self.chip = chip
    memory = [UInt8](repeating: 0, count: geometry.octetCount)
    memory.replaceSubrange(0..<4, with: uid)
    memory[4] = uid[0] ^ uid[1] ^ uid[2] ^ uid[3]
    let factory = ClassicTrailer(
      keyA: ClassicTrailer.factoryKey, accessBits: [0xFF, 0x07, 0x80], generalPurpose: 0x69,
      keyB: ClassicTrailer.factoryKey)
    for sector in 0..<geometry.sectorCount { setTrailer(factory, ofSector: sector) }
  }

  /// A formatted card that holds a message in all its sectors, by the first directory only; `nil` if it does not fit.
  package init?(_ chip: Chip, uid: [UInt8], holding message: [UInt8]) {
    self.init(chip, uid: uid)
    guard let geometry = ClassicGeometry(of: chip) else { return nil }
    memory.replaceSubrange(16..<48, with: ApplicationDirectory.first(sectorCount: geometry.sectorCount))
    setTrailer(.directory(version: 1, keyB: ClassicTrailer.factoryKey), ofSector: 0)
    let sectors = Array(1..<min(geometry.sectorCount, 16))
    for sector in sectors { setTrailer(.message(keyB: ClassicTrailer.factoryKey), ofSector: sector) }
    let (area, reserved) = ClassicImage.area(of: sectors)
    guard let placement = TLVPlacement(of: message, at: 64, area: area, reserved: reserved) else { return nil }
    for (address, octet) in placement.octets { memory[address] = octet }
  }

  package var uid: [UInt8] { Array(memory[0..<4]) }

  /// Puts a trailer into the memory, ignoring all access bits.
  package mutating func setTrailer(_ trailer: ClassicTrailer, ofSector sector: Int) {
    let address = ClassicGeometry.trailer(ofSector: sector) * 16
    memory.replaceSubrange(address..<address + 16, with: trailer.octets)
  }

  package mutating func reselect() {
    isSelected = true
    open = nil
  }

  package mutating func answer(to command: ClassicCommand) -> CardAnswer {
    guard isSelected else { return .silent }
    let answer = respond(to: command)
    if answer == .refused {
      isSelected = false
      open = nil
    }
    return answer
  }

  package static func == (one: ClassicCard, other: ClassicCard) -> Bool {
    one.chip == other.chip && one.memory == other.memory && one.isSelected == other.isSelected
      && one.open?.sector == other.open?.sector && one.open?.kind == other.open?.kind
  }

  private mutating func respond(to command: ClassicCommand) -> CardAnswer {
    switch command {
    case .authenticate(let block, let kind, let key):
      let sector = ClassicGeometry.sector(ofBlock: Int(block))
      guard let trailer = trailer(ofSector: sector) else { return .refused }
      guard key == (kind == .a ? trailer.keyA : trailer.keyB) else { return .refused }
      open = (sector, kind)
      return .acknowledged
    case .read(let block):
      guard let trailer = opened(by: Int(block)) else { return .refused }
      guard !isTrailer(Int(block)) else {
        let hidden = [UInt8](repeating: 0, count: 6)
        return .data(hidden + trailer.accessBits + [trailer.generalPurpose] + hidden)
      }
      guard let condition = trailer.condition(ofGroup: group(of: Int(block))), condition != 7 else { return .refused }
      return .data(Array(memory[Int(block) * 16..<Int(block) * 16 + 16]))
    case .write(let block, let octets):
      guard octets.count == 16, block > 0, let trailer = opened(by: Int(block)), mayWrite(Int(block), trailer) else {
        return .refused
      }
      memory.replaceSubrange(Int(block) * 16..<Int(block) * 16 + 16, with: octets)
      return .acknowledged
    }
  }

  private func trailer(ofSector sector: Int) -> ClassicTrailer? {
    let address = ClassicGeometry.trailer(ofSector: sector) * 16
    return address + 16 <= memory.count ? ClassicTrailer(memory[address..<address + 16]) : nil
  }

  private func opened(by block: Int) -> ClassicTrailer? {
    let sector = ClassicGeometry.sector(ofBlock: block)
    return open?.sector == sector ? trailer(ofSector: sector) : nil
  }

  private func isTrailer(_ block: Int) -> Bool {
    block == ClassicGeometry.trailer(ofSector: ClassicGeometry.sector(ofBlock: block))
  }

  /// In large sectors a group is five blocks.
  private func group(of block: Int) -> Int {
    let blocks = ClassicGeometry.blocks(ofSector: ClassicGeometry.sector(ofBlock: block))
    return blocks.count == 4 ? block - blocks.lowerBound : (block - blocks.lowerBound) / 5
  }

  /// Conditions of the data sheet, tables "access conditions": for data 000 any key, 100, 110 and 011 key B; for
  /// trailers 000 and 001 key A, 011 and 100 key B, where the access bits themselves change only with 001 and 011.
  private func mayWrite(_ block: Int, _ trailer: ClassicTrailer) -> Bool {
    guard let condition = trailer.condition(ofGroup: group(of: block)) else { return false }
    if isTrailer(block) { return condition == 1 ? open?.kind == .a : condition == 3 && open?.kind == .b }
    return condition == 0 || [3, 4, 6].contains(condition) && open?.kind == .b
  }
}
