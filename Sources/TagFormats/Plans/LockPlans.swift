/// Plans that make a card read-only for good.
enum LockPlans {
  /// Type 1: the container says so, then the lock bits of all blocks, those that freeze the lock octets' own block among them.
  static func type1(_ image: Type1Image, _ chip: Chip) throws(PlanRefusal) -> WritePlan {
    guard chip == .topaz96, image.octets.count >= 114 else { throw .notPossible(chip) }
    var steps = (8..<104).map { address in
      let number = UInt8(address)
      return PlanStep(.type1(.read(address: number)), .verify, expects: .octets([number, image.octets[address]]))
    }
    let writes: [(UInt8, UInt8)] = [(0x0B, image.octets[11] | 0x0F), (0x70, 0xFF), (0x71, 0xFF)]
    for (address, octet) in writes {
      steps.append(
        PlanStep(.type1(.write(address: address, octet: octet)), .lock, isIrreversible: address != 0x0B))
      steps.append(PlanStep(.type1(.read(address: address)), .verify, expects: .octets([address, octet])))
    }
    return WritePlan(steps)
  }

  /// Type 3: the attribute block says so. Whoever has the card's keys can change it back; a FeliCa Lite is closed for good by its own
  /// configuration block, which this does not touch.
  static func type3(_ image: Type3Image) throws(PlanRefusal) -> WritePlan {
    do throws(LayoutFault) {
      var attributes = try Type3Attributes(image.octets)
      let old = PlanStep(
        .type3(.check(blocks: [0])), .verify, expects: .octets(attributes.octets.map { $0 }))
      attributes.accessFlag = 0
      return WritePlan([
        old,
        FilePlans.update([0], attributes.octets, .lock),
        PlanStep(.type3(.check(blocks: [0])), .verify, expects: .octets(attributes.octets.map { $0 })),
      ])
    } catch {
      throw PlanRefusal(error)
    }
  }

  /// Type 5: the container says so, then each block is locked, block 0 the last.
  static func type5(_ image: Type5Image, _ chip: Chip) throws(PlanRefusal) -> WritePlan {
    guard let blockSize = image.blockSize, let container = try? Type5Container(image.octets) else {
      throw .notFormatted
    }
    let end = container.area(memorySize: image.memorySize).upperBound
    var steps: [PlanStep] = []
    for block in 0..<image.octets.count / blockSize {
      let octets = image.octets[block * blockSize..<(block + 1) * blockSize].map { Optional($0) }
      steps.append(PlanStep(.type5(.readBlock(block)), .verify, expects: .octets(octets)))
    }
    var first = Array(image.octets[0..<blockSize])
    first[1] |= 0x03
    steps.append(PlanStep(.type5(.writeBlock(0, octets: first)), .lock))
    steps.append(PlanStep(.type5(.readBlock(0)), .verify, expects: .octets(first.map { $0 })))
    for block in (0..<(end + blockSize - 1) / blockSize).reversed() {
      steps.append(PlanStep(.type5(.lockBlock(block)), .lock, isIrreversible: true))
    }
    return WritePlan(steps)
  }

  /// MIFARE Classic: each message sector's trailer, written with key B, allows reading only and never changes again.
  static func classic(_ image: ClassicImage, keyB: [UInt8]) throws(PlanRefusal) -> WritePlan {
    do throws(LayoutFault) {
      var plan = ClassicSteps()
      let trailer = ClassicTrailer.readOnlyMessage(keyB: keyB)
      for sector in try ApplicationDirectory(image.octets).messageSectors {
        let address = ClassicGeometry.trailer(ofSector: sector) * 16
        plan.write(
          UnitWrite(address: address, octets: trailer.octets, purpose: .lock), .b, key: keyB, isIrreversible: true)
        plan.verify(trailer, ofSector: sector)
      }
      return WritePlan(plan.steps)
    } catch {
      throw PlanRefusal(error)
    }
  }
}
