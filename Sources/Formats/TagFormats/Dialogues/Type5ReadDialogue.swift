/// Reads a Type 5 card: block 0 tells the block's size and the container, then the blocks of the message.
struct Type5ReadDialogue: Sendable {
  private let scope: ReadingScope
  private let limits: CarrierLimits
  private let uid: [UInt8]
  private let chip: Chip
  private var image = Type5Image([], memorySize: nil)
  private var blockSize = 0
  private var asked: Type5Command
  private var retries = 2
  private var mustReselect = false
  private var readsSeveral = true
  /// The next block whose lock is asked for; `nil` when all are known or the card tells none.
  private var nextStatus: Int?

  init(_ sighting: CardSighting, scope: ReadingScope, limits: CarrierLimits) {
    self.scope = scope
    self.limits = limits
    uid = sighting.uid
    chip = sighting.chip ?? Chip(type5UID: sighting.uid)
    asked = scope.isDisjoint(with: [.protection, .memory]) ? .readBlock(0) : .systemInformation
    nextStatus = scope.contains(.protection) ? 0 : nil
  }

  mutating func next(after answer: CardAnswer?) -> Step<CardContents> {
    guard let answer else { return .send(.type5(asked)) }
    if mustReselect {
      mustReselect = false
      return answer == .acknowledged ? ask() : .failed(.cardLeft)
    }
    switch (asked, answer) {
    case (_, .gone): return .failed(.cardLeft)
    case (.systemInformation, .data(let octets)):
      image.memorySize = Self.memorySize(octets)
      return ask()
    case (.systemInformation, .notCarried): return ask()
    case (.securityStatus(let first, let count), .data(let octets)) where octets.count == count:
      let locked = (0..<count).filter { octets[$0] & 1 == 1 }.map { first + $0 }
      image.lockedBlocks = (image.lockedBlocks ?? []).union(locked)
      nextStatus = first + count
      return ask()
    case (.securityStatus, _):
      // Not every chip tells.
      image.lockedBlocks = nil
      nextStatus = nil
      return answer == .notCarried ? ask() : reselect()
    case (_, .notCarried): return .failed(.notCarried(.type5(asked)))
    case (.systemInformation, _):
      return reselect()
    case (.readBlock(let block), .data(let octets))
    where blockSize == 0 ? (1...32).contains(octets.count) : octets.count == blockSize:
      if blockSize == 0 {
        blockSize = octets.count
        image.blockSize = blockSize
      }
      if block * blockSize == image.octets.count { image.octets += octets }
      return ask()
    case (.readBlocks(_, let count), .data(let octets)) where octets.count == count * blockSize:
      image.octets += octets
      return ask()
    case (.readBlocks, _):
      readsSeveral = false
      return reselect()
    default:
      guard retries > 0 else { return .failed(TagError(answer, to: .type5(asked))) }
      retries -= 1
      return reselect()
    }
  }

  private mutating func reselect() -> Step<CardContents> {
    mustReselect = true
    return .send(.reselect)
  }

  private mutating func ask() -> Step<CardContents> {
    do {
      let contents = try image.contents(chip: chip, uid: uid)
      let end = image.memorySize ?? areaEnd
      guard scope.contains(.memory), image.octets.count < end else { return askStatus() ?? .done(contents) }
      asked = command(needed: end)
      return .send(.type5(asked))
    } catch .cutShort(_, let needed) {
      asked = command(needed: needed)
      return .send(.type5(asked))
    } catch {
      return .failed(.layout(error))
    }
  }

  /// Asks which of the data area's blocks are locked, several at once.
  private mutating func askStatus() -> Step<CardContents>? {
    guard let first = nextStatus, blockSize > 0 else { return nil }
    let end = (areaEnd + blockSize - 1) / blockSize
    guard first < end else { return nil }
    asked = .securityStatus(first: first, count: min(end - first, Type5Command.mostStatuses))
    return .send(.type5(asked))
  }

  private func command(needed: Int) -> Type5Command {
    guard blockSize > 0 else { return .readBlock(0) }
    let first = image.octets.count / blockSize
    // A first bite of 64 octets holds a link; many chips give at most 32 blocks at once.
    let end = max(needed, image.octets.count == blockSize ? min(64, areaEnd) : 0)
    let count = min((end + blockSize - 1) / blockSize - first, 32, max(1, limits.largestAnswer / blockSize))
    let allowed = readsSeveral && (try? Type5Container(image.octets))?.readsSeveralBlocks == true
    return allowed && count > 1 ? .readBlocks(first: first, count: count) : .readBlock(first)
  }

  private var areaEnd: Int {
    (try? Type5Container(image.octets))?.area(memorySize: image.memorySize).upperBound ?? 0
  }

  /// GET SYSTEM INFORMATION: flags, UID, then DSFID, AFI and the memory's size as far as the flags 01, 02 and 04
  /// announce them.
  private static func memorySize(_ octets: [UInt8]) -> Int? {
    guard octets.count >= 9 else { return nil }
    let flags = octets[0]
    let at = 9 + (flags & 0x01 == 0 ? 0 : 1) + (flags & 0x02 == 0 ? 0 : 1)
    guard flags & 0x04 != 0, octets.count >= at + 2 else { return nil }
    return (Int(octets[at]) + 1) * (Int(octets[at + 1] & 0x1F) + 1)
  }
}
