/// Plans for cards that keep the message's length apart from its octets: Type 3 and Type 4.
enum FilePlans {
  /// Type 3: the attribute block says that a write is under way, then come the blocks, then the attribute block with
  /// the new length.
  static func type3(
    _ message: [UInt8], _ image: Type3Image, limits: CarrierLimits
  ) throws(PlanRefusal) -> WritePlan {
    var attributes = try laidOut(Type3Attributes(image.octets))
    guard message.count <= attributes.capacity else {
      throw .doesNotFit(
        octets: message.count, capacity: attributes.capacity, enough: Chip.smallest(holding: message.count))
    }
    // A command's length octet counts sixteen octets of head, two for each block's number and sixteen for its octets.
    let blocksAtOnce = max(1, min(attributes.blocksPerWrite, (min(255, limits.largestCommand) - 16) / 18))
    var steps: [PlanStep] = []
    if !message.isEmpty {
      attributes.writeFlag = 0x0F
      steps.append(update([0], attributes.octets, .clear))
      var first = 1
      let padded = message + [UInt8](repeating: 0, count: (16 - message.count % 16) % 16)
      while (first - 1) * 16 < padded.count {
        let count = min(blocksAtOnce, padded.count / 16 - (first - 1))
        let blocks = (first..<first + count).map { UInt16($0) }
        steps.append(update(blocks, Array(padded[(first - 1) * 16..<(first - 1 + count) * 16]), .fill))
        first += count
      }
    }
    attributes.writeFlag = 0x00
    attributes.messageLength = message.count
    steps.append(update([0], attributes.octets, .commit))
    let verified = attributes.octets + message
    for block in 0..<(verified.count + 15) / 16 {
      let octets = verified[block * 16..<min(verified.count, block * 16 + 16)].map { Optional($0) }
      steps.append(PlanStep(.type3(.check(blocks: [UInt16(block)])), .verify, expects: .octets(octets)))
    }
    return WritePlan(steps)
  }

  static func update(_ blocks: [UInt16], _ octets: [UInt8], _ purpose: PlanPurpose) -> PlanStep {
    PlanStep(.type3(.update(blocks: blocks, octets: octets)), purpose)
  }

  /// Type 4: length 0, the octets, the length; each length in one command.
  static func type4(
    _ message: [UInt8], _ image: Type4Image, limits: CarrierLimits
  ) throws(PlanRefusal) -> WritePlan {
    let container = try laidOut(Type4Container(image.container, isPartial: image.isContainerPartial))
    let file = container.file
    guard message.count <= file.capacity else {
      throw .doesNotFit(octets: message.count, capacity: file.capacity, enough: Chip.smallest(holding: message.count))
    }
    guard let old = image.files[file.identifier]?.prefix(file.lengthOctets), old.count == file.lengthOctets else {
      throw .notRead(address: 0)
    }
    let isOld = image.usesOldApplication
    let atOnce = min(container.maximumWrite, limits.largestCommand)
    let zero = [UInt8](repeating: 0, count: file.lengthOctets)
    let length = (0..<file.lengthOctets).map {
      UInt8(truncatingIfNeeded: message.count >> (8 * (file.lengthOctets - 1 - $0)))
    }
    var steps = [
      PlanStep(.apdu(Type4ReadDialogue.selectApplication(version: isOld ? 0 : 1)), .open),
      PlanStep(.apdu(Type4ReadDialogue.selectFile(file.identifier, isOld: isOld)), .open),
    ]
    if let clearing = try change(from: Array(old), to: zero, atOnce: atOnce) {
      steps.append(PlanStep(.apdu(clearing.command), .clear))
    }
    var offset = 0
    while offset < message.count {
      let place = file.lengthOctets + offset
      let room = UpdateBinary.room(at: place, limit: atOnce)
      guard room > 0 else { throw .lengthNotAtOnce(octetsPerCommand: atOnce) }
      let piece = Array(message[offset..<min(message.count, offset + room)])
      steps.append(PlanStep(.apdu(UpdateBinary(offset: place, octets: piece).command), .fill))
      offset += piece.count
    }
    if let committing = try change(from: zero, to: length, atOnce: atOnce) {
      steps.append(PlanStep(.apdu(committing.command), .commit))
    }
    let overlaid = image.settings[Type4FileSettings.messageNumber]?.overlay?.ranges ?? []
    steps += verification(length + message, container, limits: limits, overlaid: overlaid)
    return WritePlan(steps)
  }

  /// The one command that turns one length into the other; `nil` if they are the same.
  private static func change(
    from old: [UInt8], to new: [UInt8], atOnce: Int
  ) throws(PlanRefusal) -> UpdateBinary? {
    let differing = old.indices.filter { old[$0] != new[$0] }
    guard let first = differing.first, let last = differing.last else { return nil }
    // The whole field where it fits, as every other writer has it; else just what changes.
    if old.count <= atOnce { return UpdateBinary(offset: 0, octets: new) }
    guard last - first < atOnce else { throw .lengthNotAtOnce(octetsPerCommand: atOnce) }
    return UpdateBinary(offset: first, octets: Array(new[first...last]))
  }

  /// Reads the file's octets back and compares them, except where the chip writes its own digits.
  static func verification(
    _ octets: [UInt8], _ container: Type4Container, limits: CarrierLimits, overlaid: [Range<Int>]
  ) -> [PlanStep] {
    var steps: [PlanStep] = []
    var offset = 0
    let atOnce = min(container.maximumRead, limits.largestAnswer)
    while offset < octets.count {
      let command = ReadBinary(offset: offset, count: octets.count - offset, answer: atOnce).command
      let isLong = command.ins == 0xB1
      let count = min((command.expected ?? 1) - (isLong ? 3 : 0), octets.count - offset)
      guard count > 0 else { return steps }
      let expected = (offset..<offset + count).map { place in
        overlaid.contains { $0.contains(place) } ? nil : octets[place]
      }
      steps.append(PlanStep(.apdu(command), .verify, expects: .octets(expected)))
      offset += count
    }
    return steps
  }
}
