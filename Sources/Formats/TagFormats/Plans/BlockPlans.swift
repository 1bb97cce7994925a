/// Plans for cards whose memory is written in units by plain commands: Type 1, Type 5 and MIFARE Classic.
enum BlockPlans {
  /// Type 1: one octet at a time in the static memory, eight in a dynamic one.
  static func type1(_ message: [UInt8], _ image: Type1Image) throws(PlanRefusal) -> WritePlan {
    let container = try laidOut(Type1Image.Container(image.octets))
    let walk = try laidOut(TLVWalk(image.octets, area: container.area, reserved: container.reserved))
    let unitSize = container.isDynamic ? 8 : 1
    let units = UnitWrites(image: image.octets, walk: walk, area: container.area, unitSize: unitSize)
    return type1(try units.placing(message), unitSize: unitSize)
  }

  static func type1(_ writes: [UnitWrite], unitSize: Int) -> WritePlan {
    var steps: [PlanStep] = []
    var final: [Int: [UInt8]] = [:]
    for write in writes {
      final[write.address] = write.octets
      let command: Type1Command =
        unitSize == 1
        ? .write(address: UInt8(truncatingIfNeeded: write.address), octet: write.octets[0])
        : .writeBlock(UInt8(truncatingIfNeeded: write.address / 8), octets: write.octets)
      steps.append(PlanStep(.type1(command), write.purpose))
    }
    for address in final.keys.sorted() {
      let octets = (final[address] ?? []).map { Optional($0) }
      let number = UInt8(truncatingIfNeeded: unitSize == 1 ? address : address / 8)
      let command: Type1Command = unitSize == 1 ? .read(address: number) : .readBlock(number)
      steps.append(PlanStep(.type1(command), .verify, expects: .octets([number] + octets)))
    }
    return WritePlan(steps)
  }

  /// Type 5: blocks of the size that the card told.
  static func type5(_ message: [UInt8], _ image: Type5Image, blockSize: Int) throws(PlanRefusal) -> WritePlan {
    let area = try laidOut(Type5Container(image.octets).area(memorySize: image.memorySize))
    let walk = try laidOut(TLVWalk(image.octets, area: area, controls: false))
    let units = UnitWrites(image: image.octets, walk: walk, area: area, unitSize: blockSize)
    return type5(try units.placing(message), blockSize: blockSize)
  }

  static func type5(_ writes: [UnitWrite], blockSize: Int) -> WritePlan {
    var steps: [PlanStep] = []
    var final: [Int: [UInt8]] = [:]
    for write in writes {
      final[write.address / blockSize] = write.octets
      steps.append(PlanStep(.type5(.writeBlock(write.address / blockSize, octets: write.octets)), write.purpose))
    }
    for block in final.keys.sorted() {
      let octets = (final[block] ?? []).map { Optional($0) }
      steps.append(PlanStep(.type5(.readBlock(block)), .verify, expects: .octets(octets)))
    }
    return WritePlan(steps)
  }

  /// MIFARE Classic: blocks of sixteen, each sector opened by the public key of NDEF sectors.
  static func classic(_ message: [UInt8], _ image: ClassicImage) throws(PlanRefusal) -> WritePlan {
    let place = try laidOut(ClassicImage.area(of: ApplicationDirectory(image.octets).messageSectors))
    let walk = try laidOut(TLVWalk(image.octets, area: place.area, reserved: place.reserved, controls: false))
    let units = UnitWrites(image: image.octets, walk: walk, area: place.area, unitSize: 16)
    var plan = ClassicSteps()
    for write in try units.placing(message) { plan.write(write, key: ClassicTrailer.messageKey) }
    plan.verify(key: ClassicTrailer.messageKey)
    return WritePlan(plan.steps)
  }
}

/// Steps on a MIFARE Classic card, which opens one sector at a time.
struct ClassicSteps {
  private(set) var steps: [PlanStep] = []
  /// A second key B that sectors may already have, tried where the first one is refused.
  var otherKeyB: [UInt8]?
  private var open: (sector: Int, kind: ClassicCommand.KeyKind, key: [UInt8])?
  private var written: [Int: [UInt8]] = [:]

  mutating func write(
    _ write: UnitWrite, _ kind: ClassicCommand.KeyKind = .a, key: [UInt8], isIrreversible: Bool = false
  ) {
    let block = write.address / 16
    open(sectorOf: block, kind, key)
    steps.append(
      PlanStep(
        .classic(.write(block: UInt8(truncatingIfNeeded: block), octets: write.octets)), write.purpose,
        isIrreversible: isIrreversible))
    written[block] = write.octets
    // New keys count from the next authentication on.
    if block == ClassicGeometry.trailer(ofSector: ClassicGeometry.sector(ofBlock: block)) {
      written[block] = nil
      open = nil
    }
  }

  /// Reads back the data blocks; a trailer's keys cannot be read.
  mutating func verify(_ kind: ClassicCommand.KeyKind = .a, key: [UInt8]) {
    for block in written.keys.sorted() {
      open(sectorOf: block, kind, key)
      let octets = (written[block] ?? []).map { Optional($0) }
      steps.append(
        PlanStep(.classic(.read(block: UInt8(truncatingIfNeeded: block))), .verify, expects: .octets(octets)))
    }
    written = [:]
  }

  /// Reads back what a trailer shows: its access bits and its free octet.
  mutating func verify(_ trailer: ClassicTrailer, ofSector sector: Int) {
    let block = ClassicGeometry.trailer(ofSector: sector)
    open(sectorOf: block, .a, trailer.keyA)
    let hidden = [UInt8?](repeating: nil, count: 6)
    let shown = (trailer.accessBits + [trailer.generalPurpose]).map { Optional($0) }
    steps.append(
      PlanStep(.classic(.read(block: UInt8(truncatingIfNeeded: block))), .verify, expects: .octets(hidden + shown)))
  }

  private mutating func open(sectorOf block: Int, _ kind: ClassicCommand.KeyKind, _ key: [UInt8]) {
    let sector = ClassicGeometry.sector(ofBlock: block)
    if let open, open.sector == sector, open.kind == kind, open.key == key { return }
    open = (sector, kind, key)
    let trailer = UInt8(truncatingIfNeeded: ClassicGeometry.trailer(ofSector: sector))
    let otherwise = otherKeyB.map { CardCommand.classic(.authenticate(block: trailer, with: .b, key: $0)) }
    steps.append(PlanStep(.classic(.authenticate(block: trailer, with: kind, key: key)), .open, otherwise: otherwise))
  }
}
