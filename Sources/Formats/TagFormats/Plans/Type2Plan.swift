struct Type2Plan {
  let contents: CardContents
  let image: Type2Image
  private var steps: [PlanStep] = []
  private var sector = 0

  init(_ contents: CardContents, _ image: Type2Image, password: [UInt8]?) {
    self.contents = contents
    self.image = image
    // The reading before may have ended in the second sector, where other pages have the same numbers.
    if contents.chip.hasSectors { steps.append(PlanStep(.reselect, .open)) }
    if let password { add(.authenticate(password: password), .open) }
  }

  var plan: WritePlan { WritePlan(steps) }

  mutating func write(_ message: [UInt8]) throws(PlanRefusal) {
    let area = try container().area
    let walk = try laidOut(TLVWalk(image.octets, area: area))
    let units = UnitWrites(image: image.octets, walk: walk, area: area, unitSize: 4)
    try write(units.placing(message))
  }

  /// Writes an empty layout: the container if it is missing, and the factory's TLV blocks.
  mutating func format() throws(PlanRefusal) {
    guard let map = Type2Map(of: contents.chip) else { throw .notPossible(contents.chip) }
    guard let old = image.page(3) else { throw .notRead(address: 12) }
    let container: [UInt8] = [Type2Container.mark, 0x10, map.containerSize, 0x00]
    // The bits of page 3 can only be set: what is there already must not stand against it.
    let isFormatted = (try? Type2Container(image.octets)) != nil
    guard isFormatted || zip(old, container).allSatisfy({ $0 & ~$1 == 0 }) else { throw .barrier(.readOnly) }
    let empty: [UInt8] = [TLVType.message, 0x00, TLVType.terminator, 0x00]
    let first = map.firstTLVs
    // An empty message at the very beginning ends every walk, so nothing behind it is looked at until page 4 is written
    // again.
    var writes = [UnitWrite(address: 16, octets: empty, purpose: .clear)]
    if first.count > 4 {
      writes.append(UnitWrite(address: 20, octets: Array(first[4..<8]), purpose: .fill))
      writes.append(UnitWrite(address: 16, octets: Array(first[0..<4]), purpose: .commit))
    }
    if !isFormatted { writes.append(UnitWrite(address: 12, octets: container, purpose: .commit)) }
    try write(writes)
    for index in steps.indices where steps[index].command == .type2(.write(page: 3, octets: container)) {
      steps[index].isIrreversible = true
    }
  }

  private func container() throws(PlanRefusal) -> Type2Container {
    try laidOut(Type2Container(image.octets))
  }
}

/// Reads a part of the layout; turns a layout error into a refusal of the plan.
func laidOut<Part>(_ part: @autoclosure () throws(LayoutError) -> Part) throws(PlanRefusal) -> Part {
  do throws(LayoutError) { return try part() } catch { throw PlanRefusal(error) }
}

extension PlanRefusal {
  init(_ fault: LayoutError) {
    switch fault {
    case .notFormatted: self = .notFormatted
    case .cutShort(let at, _): self = .notRead(address: at)
    default: self = .damaged(fault)
    }
  }
}

extension Type2Plan {
  mutating func add(
    _ command: Type2Command, _ purpose: PlanPurpose, expects: PlanExpectation = .success, isIrreversible: Bool = false
  ) {
    steps.append(PlanStep(.type2(command), purpose, expects: expects, isIrreversible: isIrreversible))
  }

  mutating func steps(append step: PlanStep) {
    steps.append(step)
  }

  /// Writes the units, then verifies the final content of each.
  private mutating func write(_ writes: [UnitWrite]) throws(PlanRefusal) {
    var final: [Int: [UInt8]] = [:]
    for write in writes {
      let page = write.address / 4
      select(sectorOf: page)
      add(.write(page: UInt8(page & 0xFF), octets: write.octets), write.purpose)
      final[page] = write.octets
    }
    verify(final)
  }

  /// Reads the pages back, four with each command where they lie together. Digits that the chip mirrors over them are
  /// left out.
  mutating func verify(_ pages: [Int: [UInt8]]) {
    var left = pages.keys.sorted()[...]
    while let first = left.first {
      select(sectorOf: first)
      var expected: [UInt8?] = []
      for page in first..<first + 4 where page >> 8 == first >> 8 {
        let octets: [UInt8?] = pages[page].map { $0.map { $0 } } ?? [nil, nil, nil, nil]
        expected += octets.enumerated().map { isMirrored(page * 4 + $0.offset) ? nil : $0.element }
      }
      while expected.last == .some(nil) { expected.removeLast() }
      if !expected.isEmpty { add(.read(page: UInt8(first & 0xFF)), .verify, expects: .octets(expected)) }
      left = left.drop { $0 < first + 4 }
    }
  }

  private func isMirrored(_ address: Int) -> Bool {
    guard let mirror = contents.mirror, mirror.count > 0 else { return false }
    return (mirror.address..<mirror.address + mirror.count).contains(address)
  }

  mutating func select(sectorOf page: Int) {
    guard page >> 8 != sector else { return }
    sector = page >> 8
    add(.openSectorSelect, .open)
    add(.sectorSelect(UInt8(sector)), .open, expects: .silence)
  }
}
