enum LockPlans {
  /// Type 1: the container says so, then the lock bits of all blocks, those that freeze the lock octets' own block
  /// among them.
  static func type1(_ image: Type1Image, _ chip: Chip) throws(PlanRefusal) -> WritePlan {
    guard chip == .topaz96, image.octets.count >= 114 else { throw .notPossible(chip) }
    // All but the octet that the lock itself changes.
    var steps = (8..<104).filter { $0 != 11 }.map { address in
      let number = UInt8(address)
      return PlanStep(.type1(.read(address: number)), .verify, expects: .octets([number, image.octets[address]]))
    }
    let writes: [(UInt8, UInt8)] = [(0x0B, image.octets[11] | 0x0F), (0x70, 0xFF), (0x71, 0xFF)]
    for (address, octet) in writes {
      steps.append(PlanStep(.type1(.write(address: address, octet: octet)), .lock, isIrreversible: address != 0x0B))
      steps.append(PlanStep(.type1(.read(address: address)), .verify, expects: .octets([address, octet])))
    }
    return WritePlan(steps)
  }

  /// Type 3: the attribute block says so. Anyone who has the card's keys can change it back; a FeliCa Lite is closed
  /// for good by its own configuration block, which this does not touch.
  static func type3(_ image: Type3Image) throws(PlanRefusal) -> WritePlan {
    do throws(LayoutError) {
      var attributes = try Type3Attributes(image.octets)
      let old = PlanStep(.type3(.check(blocks: [0])), .verify, expects: .octets(attributes.octets.map { $0 }))
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

  /// Type 5: the container says so, then each block is locked, block 0 the last. Where the card tells what is locked,
  /// it is asked at the end.
  static func type5(_ image: Type5Image, _ chip: Chip) throws(PlanRefusal) -> WritePlan {
    guard let blockSize = image.blockSize, let container = try? Type5Container(image.octets) else {
      throw .notFormatted
    }
    let end = container.area(memorySize: image.memorySize).upperBound
    var steps: [PlanStep] = []
    for block in 0..<image.octets.count / blockSize {
      var octets = image.octets[block * blockSize..<(block + 1) * blockSize].map { Optional($0) }
      // The octet that the lock itself changes.
      if block == 0 { octets[1] = nil }
      steps.append(PlanStep(.type5(.readBlock(block)), .verify, expects: .octets(octets)))
    }
    let locked = image.lockedBlocks ?? []
    var first = Array(image.octets[0..<blockSize])
    if !locked.contains(0), first[1] & 0x03 != 0x03 {
      first[1] |= 0x03
      let compared = CardCommand.type5(.readBlock(0))
      steps.append(PlanStep(.type5(.writeBlock(0, octets: first)), .lock, otherwise: compared))
      steps.append(PlanStep(.type5(.readBlock(0)), .verify, expects: .octets(first.map { $0 })))
    }
    let count = (end + blockSize - 1) / blockSize
    for block in (0..<count).reversed() where !locked.contains(block) {
      // A block that is locked already refuses to be locked: a plan that goes round a second time asks instead.
      let otherwise = image.lockedBlocks.map { _ in CardCommand.type5(.securityStatus(first: block, count: 1)) }
      steps.append(PlanStep(.type5(.lockBlock(block)), .lock, isIrreversible: true, otherwise: otherwise))
    }
    if image.lockedBlocks != nil {
      for start in stride(from: 0, to: count, by: Type5Command.mostStatuses) {
        let some = min(count - start, Type5Command.mostStatuses)
        steps.append(PlanStep(.type5(.securityStatus(first: start, count: some)), .verify, expects: .locked(some)))
      }
    }
    return WritePlan(steps)
  }

  /// MIFARE Classic: each message sector's trailer, written with key B, allows reading only and never changes again.
  static func classic(_ image: ClassicImage, keyB: [UInt8]) throws(PlanRefusal) -> WritePlan {
    do throws(LayoutError) {
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
