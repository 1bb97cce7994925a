/// A piece that a card writes at once: a page, a block or a single octet.
struct UnitWrite: Equatable, Sendable {
  var address: Int
  var octets: [UInt8]
  var purpose: PlanPurpose
}

/// Writes a message into TLV blocks, one unit at a time.
///
/// A card reads the first NDEF block, and its length's first octet alone decides whether it is empty. So that octet
/// becomes 0 first, and the unit that holds it comes last; whatever else the message takes, the other two octets of a
/// long length included, is written in between, where no reader looks.
struct UnitWrites {
  let image: [UInt8]
  let walk: TLVWalk
  let area: Range<Int>
  let unitSize: Int

  func placing(_ message: [UInt8]) throws(PlanRefusal) -> [UnitWrite] {
    let start = walk.message?.type ?? newStart
    guard let placement = TLVPlacement(of: message, at: start, area: area, reserved: walk.reserved) else {
      throw .doesNotFit(octets: message.count, capacity: walk.capacity, enough: Chip.smallest(holding: message.count))
    }
    let wanted = try applying(placement.octets)
    let changed = wanted.keys.filter { wanted[$0] != unit($0) }.sorted()
    guard changed.count > 1 else { return changed.map { write($0, wanted, .commit) } }
    let last = placement.lengthAddress / unitSize
    var writes = try clearing(type: start, length: placement.lengthAddress)
    writes += changed.filter { $0 != last && !(walk.message == nil && $0 == start / unitSize) }
      .map { write($0, wanted, .fill) }
    writes.append(write(last, wanted, .commit))
    return writes
  }

  /// The writes after which the first NDEF block exists and is empty.
  private func clearing(type: Int, length: Int) throws(PlanRefusal) -> [UnitWrite] {
    let cleared = try applying([(length, 0x00)])
    let began = try applying([(type, TLVType.message), (length, 0x00)])
    let typeUnit = type / unitSize
    let lengthUnit = length / unitSize
    var writes: [UnitWrite] = []
    // Where type and length are apart, the length comes first: until the type is written it is padding, or is after
    // the terminator.
    if typeUnit != lengthUnit, cleared[lengthUnit] != unit(lengthUnit) {
      writes.append(write(lengthUnit, cleared, .clear))
    }
    let first = walk.message == nil ? typeUnit : lengthUnit
    if typeUnit == lengthUnit || walk.message == nil, began[first] != unit(first) {
      writes.append(write(first, began, .clear))
    }
    return writes
  }

  /// Where a first message begins: behind the last block. If its type and length would lie in two units and a
  /// terminator is where the length would be, one octet further on, so that the terminator is never gone before the
  /// type is there.
  private var newStart: Int {
    let start = walk.room
    let length = walk.reserved.firstFree(from: start + 1)
    guard start / unitSize != length / unitSize, start < image.count, length < image.count else { return start }
    return image[start] == TLVType.null && image[length] != TLVType.null ? length : start
  }

  private func write(_ unit: Int, _ wanted: [Int: [UInt8]], _ purpose: PlanPurpose) -> UnitWrite {
    UnitWrite(address: unit * unitSize, octets: wanted[unit] ?? self.unit(unit) ?? [], purpose: purpose)
  }

  /// The current octets of a unit; `nil` beyond the end of the image.
  private func unit(_ unit: Int) -> [UInt8]? {
    let start = unit * unitSize
    return start + unitSize <= image.count ? Array(image[start..<start + unitSize]) : nil
  }

  /// The units that the octets fall into, with the octets in them. Octets that were not read become zero where they are
  /// free.
  private func applying(_ octets: [(address: Int, octet: UInt8)]) throws(PlanRefusal) -> [Int: [UInt8]] {
    var units: [Int: [UInt8]] = [:]
    for (address, octet) in octets {
      let number = address / unitSize
      if units[number] == nil { units[number] = try known(number) }
      units[number]?[address % unitSize] = octet
    }
    return units
  }

  private func known(_ number: Int) throws(PlanRefusal) -> [UInt8] {
    if let octets = unit(number) { return octets }
    var octets = [UInt8](repeating: 0, count: unitSize)
    for offset in 0..<unitSize {
      let address = number * unitSize + offset
      if address < image.count {
        octets[offset] = image[address]
      } else if walk.reserved.contains(address) {
        throw .notRead(address: address)
      }
    }
    return octets
  }
}
