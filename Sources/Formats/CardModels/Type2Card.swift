package import TagFormats

/// An Ultralight or NTAG 2xx as a value: its memory, and its answer to each command.
///
/// It keeps the rules that matter to a reader: bits of page 3 and of the lock octets can only be set, lock bits and the
/// password refuse writes, a refused command throws the card back to idle, READ goes on with page 0 at the end, the tap
/// counter counts once for each selection, and the mirror overlays what is read.
package struct Type2Card: Equatable, Sendable {
  package let chip: Chip
  /// The memory from page 0 on, as a programmer of the chip sees it: with PWD and PACK in it.
  package var memory: [UInt8]
  package var counter: UInt32 = 0
  /// The originality signature that READ_SIG gives.
  package var signature = [UInt8](repeating: 0, count: 32)
  package private(set) var failedPasswords = 0

  private let map: Type2Map
  private var isSelected = true
  private var isAuthenticated = false
  private var hasCounted = false
  private var sector = 0
  private var awaitsSector = false

  /// A card as it leaves the factory; `nil` for chips of unknown memory. `uid` has seven octets.
  package init?(_ chip: Chip, uid: [UInt8]) {
    guard let map = Type2Map(of: chip), uid.count == 7 else { return nil }
    self.chip = chip
    self.map = map
    memory = [UInt8](repeating: 0, count: map.octetCount)
    memory.replaceSubrange(0..<3, with: uid[0..<3])
    memory[3] = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
    memory.replaceSubrange(4..<8, with: uid[3..<7])
    memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
    memory[9] = 0x48
    if map.containerFromFactory {
      memory.replaceSubrange(12..<16, with: [0xE1, 0x10, map.containerSize, 0x00])
      memory.replaceSubrange(16..<16 + map.firstTLVs.count, with: map.firstTLVs)
    }
    if chip == .ultralightC { memory[0x2A * 4] = 0x30 }
    if let page = map.configurationPage {
      memory.replaceSubrange(page * 4..<page * 4 + 8, with: [0x04, 0, 0, 0xFF, 0, 0x05, 0, 0])
      memory.replaceSubrange(page * 4 + 8..<page * 4 + 12, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
  }

  /// A formatted card that holds `message`; `nil` if the chip's memory is not known or the message does not fit.
  package init?(_ chip: Chip, uid: [UInt8], holding message: [UInt8]) {
    self.init(chip, uid: uid)
    memory.replaceSubrange(12..<16, with: [0xE1, 0x10, map.containerSize, 0x00])
    memory.replaceSubrange(16..<16 + map.firstTLVs.count, with: map.firstTLVs)
    guard
      let area = try? Type2Container(memory).area,
      let walk = try? TLVWalk(memory, area: area),
      let placement = TLVPlacement(of: message, at: walk.room, area: area, reserved: walk.reserved)
    else { return nil }
    for (address, octet) in placement.octets { memory[address] = octet }
  }

  package var uid: [UInt8] { Array(memory[0..<3] + memory[4..<8]) }

  package mutating func leaveField() {
    reselect()
    hasCounted = false
  }

  package mutating func answer(to command: Type2Command) -> CardAnswer {
    guard isSelected else { return .silent }
    if awaitsSector { return selectSector(command) }
    let answer = respond(to: command)
    if answer == .refused { isSelected = false }
    return answer
  }

  package mutating func reselect() {
    isSelected = true
    isAuthenticated = false
    sector = 0
    awaitsSector = false
  }

  private mutating func respond(to command: Type2Command) -> CardAnswer {
    switch command {
    case .read(let page): return read(sector << 8 | Int(page))
    case .fastRead(let first, let last): return fastRead(sector << 8 | Int(first), sector << 8 | Int(last))
    case .write(let page, let octets): return write(octets, to: sector << 8 | Int(page))
    case .getVersion: return chip.type2Version.map { .data($0) } ?? .refused
    case .readCounter(let index): return readCounter(index)
    case .authenticate(let password): return authenticate(password)
    case .readSignature: return chip.type2Version == nil ? .refused : .data(signature)
    case .openSectorSelect:
      guard map.lastPage > 0xFF else { return .refused }
      awaitsSector = true
      return .acknowledged
    case .sectorSelect: return .refused
    case .beginUltralightCAuthentication:
      return chip == .ultralightC ? .data([0xAF, 1, 2, 3, 4, 5, 6, 7, 8]) : .refused
    }
  }

  private mutating func selectSector(_ command: Type2Command) -> CardAnswer {
    awaitsSector = false
    guard case .sectorSelect(let number) = command, Int(number) <= map.lastPage >> 8 else {
      isSelected = false
      return .refused
    }
    sector = Int(number)
    return .silent
  }
}

extension Type2Card {
  private var access: UInt8 { map.configurationPage.map { memory[$0 * 4 + 4] } ?? 0 }

  /// The first page behind the password; past the end when nothing is.
  private var firstProtectedPage: Int {
    if chip == .ultralightC { return Int(memory[0x2A * 4]) }
    return map.configurationPage.map { Int(memory[$0 * 4 + 3]) } ?? Int.max
  }

  /// The first page that a reader cannot read now.
  private var readableEnd: Int {
    var end = sector == 0 ? min(map.pageCount, 0x100) : map.pageCount
    if chip == .ultralightC { end = 0x2C }
    let closed = access & 0x80 != 0 && !isAuthenticated
    return closed ? min(end, firstProtectedPage) : end
  }

  private mutating func read(_ page: Int) -> CardAnswer {
    guard page < readableEnd else { return .refused }
    count()
    let start = sector << 8
    return .data((0..<4).flatMap { pageAsRead(page + $0 < readableEnd ? page + $0 : start + page + $0 - readableEnd) })
  }

  private mutating func fastRead(_ first: Int, _ last: Int) -> CardAnswer {
    guard map.knowsFastRead, first <= last, last < readableEnd else { return .refused }
    count()
    return .data((first...last).flatMap { pageAsRead($0) })
  }

  /// The octets of a page as they go on air: the password reads as zeroes, and the mirror is over the message.
  private func pageAsRead(_ page: Int) -> [UInt8] {
    if let first = map.configurationPage, page == first + 2 || page == first + 3 { return [0, 0, 0, 0] }
    var octets = Array(memory[page * 4..<page * 4 + 4])
    guard let mirror = Type2Image(memory).mirrorOverlay(of: chip, uid: uid, counter: counter) else { return octets }
    for offset in 0..<4 where mirror.range.contains(page * 4 + offset) && page >= 4 && page <= map.lastUserPage {
      octets[offset] = mirror.digits[page * 4 + offset - mirror.range.lowerBound]
    }
    return octets
  }

  private mutating func count() {
    guard !hasCounted, map.hasTapCounter, access & 0x10 != 0 else { return }
    hasCounted = true
    counter = min(counter + 1, 0xFF_FFFF)
  }

  private func readCounter(_ index: UInt8) -> CardAnswer {
    guard map.hasTapCounter, index == 2, access & 0x10 != 0 else { return .refused }
    guard access & 0x08 == 0 || isAuthenticated else { return .refused }
    return .data([UInt8(truncatingIfNeeded: counter), UInt8(truncatingIfNeeded: counter >> 8), UInt8(counter >> 16)])
  }

  private mutating func authenticate(_ password: [UInt8]) -> CardAnswer {
    guard let first = map.configurationPage, password.count == 4 else { return .refused }
    let limit = Int(access & 0x07)
    guard limit == 0 || failedPasswords < limit else { return .refused }
    guard memory[(first + 2) * 4..<(first + 3) * 4].elementsEqual(password) else {
      failedPasswords += 1
      return .refused
    }
    failedPasswords = 0
    isAuthenticated = true
    return .data(Array(memory[(first + 3) * 4..<(first + 3) * 4 + 2]))
  }
}

extension Type2Card {
  private mutating func write(_ octets: [UInt8], to page: Int) -> CardAnswer {
    guard octets.count == 4, page >= 2, page <= map.lastPage else { return .refused }
    guard page < firstProtectedPage || isAuthenticated else { return .refused }
    let start = page * 4
    switch page {
    case 2:
      // Block-lock bits freeze the lock bits of their pages.
      let frozen = memory[10]
      var mask: [UInt8] = [0xFF, 0xFF]
      if frozen & 0b001 != 0 { mask[0] &= ~0x08 }
      if frozen & 0b010 != 0 {
        mask[0] &= ~0xF0
        mask[1] &= ~0x03
      }
      if frozen & 0b100 != 0 { mask[1] &= ~0xFC }
      memory[10] |= octets[2] & mask[0]
      memory[11] |= octets[3] & mask[1]
    case 3:
      guard memory[10] & 0x08 == 0 else { return .refused }
      for offset in 0..<4 { memory[start + offset] |= octets[offset] }
    case map.dynamicLockPage ?? -1:
      for offset in 0..<3 { memory[start + offset] |= octets[offset] }
    default:
      guard !isLocked(page) else { return .refused }
      memory.replaceSubrange(start..<start + 4, with: octets)
    }
    return .acknowledged
  }

  private func isLocked(_ page: Int) -> Bool {
    if let first = map.configurationPage, page == first || page == first + 1 { return access & 0x40 != 0 }
    let state = Type2Image(memory).lockState(of: chip)
    return state?.locked.contains { $0.contains(page) } ?? false
  }
}
