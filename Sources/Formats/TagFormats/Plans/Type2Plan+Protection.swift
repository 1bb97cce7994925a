extension Type2Plan {
  /// Makes the card read-only for good, in the order that leaves no half-locked card: the message is compared
  /// first, then the container says so, then the dynamic lock bits, then the static ones, which also freeze themselves.
  mutating func lock(freezingConfiguration: Bool) throws(PlanRefusal) {
    guard let map = Type2Map(of: contents.chip) else { throw .notPossible(contents.chip) }
    guard let container = image.page(3), let serial = image.page(2) else { throw .notRead(address: 8) }
    // Of the container all but the octet that the lock itself changes.
    add(.read(page: 3), .verify, expects: .octets(container[0..<3].map { $0 }))
    var content: [Int: [UInt8]] = [:]
    for page in 4..<min(map.lastUserPage + 1, image.octets.count / 4) { content[page] = image.page(page) }
    verify(content)
    let readOnly = Array(container[0..<3]) + [container[3] | 0x0F]
    add(.write(page: 3, octets: readOnly), .lock, isIrreversible: true)
    verify([3: readOnly])
    if let page = map.dynamicLockPage {
      guard let all = map.dynamicLocks?.all else { throw .notPossible(contents.chip) }
      select(sectorOf: page)
      add(.write(page: UInt8(page & 0xFF), octets: all), .lock, isIrreversible: true)
      // Bits that somebody has set beyond these stay set.
      let old = image.dynamicLocks ?? image.page(page) ?? [0, 0, 0, 0]
      add(.read(page: UInt8(page & 0xFF)), .verify, expects: .octets((0..<3).map { old[$0] | all[$0] }))
      select(sectorOf: 0)
    }
    let locked = Array(serial[0..<2]) + [0xFF, 0xFF]
    add(.write(page: 2, octets: locked), .lock, isIrreversible: true)
    verify([2: locked])
    if freezingConfiguration {
      guard let first = map.configurationPage, var one = image.configuration(of: contents.chip)?[4..<8].map({ $0 })
      else {
        throw .notPossible(contents.chip)
      }
      one[0] |= 0x40
      add(.write(page: UInt8(first + 1), octets: one), .lock, isIrreversible: true)
      verify([first + 1: one])
    }
  }

  /// Sets a password: the secret and its answer first, what it guards last, so that a cut leaves either no protection
  /// or the whole of it. At the end the card is selected again and the password tried.
  mutating func protect(_ protection: PasswordProtection) throws(PlanRefusal) {
    let (first, zero, one) = try openConfiguration()
    add(.write(page: UInt8(first + 2), octets: protection.password), .protect)
    add(.write(page: UInt8(first + 3), octets: protection.answer + [0, 0]), .protect)
    var access = one
    access[0] = access[0] & 0x78 | (protection.protectsReading ? 0x80 : 0) | UInt8(protection.allowedFailures & 0x07)
    add(.write(page: UInt8(first + 1), octets: access), .protect, isIrreversible: protection.allowedFailures > 0)
    var start = zero
    start[3] = UInt8(protection.fromPage)
    add(.write(page: UInt8(first), octets: start), .protect)
    steps(append: PlanStep(.reselect, .open))
    add(.authenticate(password: protection.password), .verify, expects: .octets(protection.answer.map { $0 }))
    verify([first: start, first + 1: access])
  }

  /// Removes the password protection; the card must have been opened with the password.
  mutating func unprotect() throws(PlanRefusal) {
    let (first, zero, _) = try openConfiguration()
    var start = zero
    start[3] = 0xFF
    add(.write(page: UInt8(first), octets: start), .protect)
    verify([first: start])
  }

  /// Lets the chip write its UID, its tap counter or both over the message at `offset`, where the message must have
  /// octets to spare. The counter runs before its digits are shown.
  mutating func mirror(uid: Bool, counter: Bool, at offset: Int) throws(PlanRefusal) {
    guard let map = Type2Map(of: contents.chip), map.mirror == .uidAndCounter || map.mirror == .uid && !counter else {
      throw .notPossible(contents.chip)
    }
    let (first, zero, one) = try openConfiguration()
    let settings = MirrorSettings(uid: uid, counter: counter, address: 0, counterRuns: counter)
    let address = try addressOfMessage(offset, count: settings.count)
    var access = one
    if counter { access[0] |= 0x10 }
    if access != one { add(.write(page: UInt8(first + 1), octets: access), .mirror) }
    var mode = zero
    let shown: UInt8 = map.mirror == .uid ? mode[0] & 0xC0 : (uid ? 0x40 : 0) | (counter ? 0x80 : 0)
    mode[0] = mode[0] & 0x0F | shown | UInt8(address & 3) << 4
    mode[2] = settings.count == 0 ? 0 : UInt8(address / 4)
    add(.write(page: UInt8(first), octets: mode), .mirror)
    verify([first: mode, first + 1: access])
  }

  /// The address of an octet of the message; the `count` octets from there must be in one piece.
  private func addressOfMessage(_ offset: Int, count: Int) throws(PlanRefusal) -> Int {
    guard count > 0 else { return 0 }
    guard
      offset >= 0, let area = try? Type2Container(image.octets).area,
      let place = try? TLVWalk(image.octets, area: area).message
    else { throw .mirrorOutsideMessage }
    var before = 0
    for piece in place.value {
      if offset < before + piece.count {
        let address = piece.lowerBound + offset - before
        guard address + count <= piece.upperBound else { throw .mirrorOutsideMessage }
        return address
      }
      before += piece.count
    }
    throw .mirrorOutsideMessage
  }

  private func openConfiguration() throws(PlanRefusal) -> (first: Int, zero: [UInt8], one: [UInt8]) {
    guard let first = Type2Map(of: contents.chip)?.configurationPage else { throw .notPossible(contents.chip) }
    guard let octets = image.configuration(of: contents.chip) else { throw .notRead(address: first * 4) }
    guard octets[4] & 0x40 == 0 else { throw .configurationFrozen }
    return (first, Array(octets[0..<4]), Array(octets[4..<8]))
  }
}

/// What a password is to guard.
public struct PasswordProtection: Equatable, Sendable {
  /// Four octets.
  public var password: [UInt8]
  /// The two octets (PACK) that the card answers a right password with.
  public var answer: [UInt8]
  /// The first page that asks for it.
  public var fromPage: Int
  /// Whether reading asks for it as well as writing.
  public var protectsReading: Bool
  /// After how many wrong tries, over the card's whole life, it refuses the right one too; 0 for never. This counts up
  /// and never down.
  public var allowedFailures: Int

  /// A protection from its parts; `nil` if one is out of range.
  public init?(
    password: [UInt8], answer: [UInt8], fromPage: Int = 4, protectsReading: Bool = false, allowedFailures: Int = 0
  ) {
    guard password.count == 4, answer.count == 2, (0..<0xFF).contains(fromPage), (0...7).contains(allowedFailures)
    else {
      return nil
    }
    self.password = password
    self.answer = answer
    self.fromPage = fromPage
    self.protectsReading = protectsReading
    self.allowedFailures = allowedFailures
  }
}
