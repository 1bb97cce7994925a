/// Where things stand in the memory of a Type 2 chip, in pages of four octets.
///
/// The numbers are those of the chips' data sheets, tables "memory organisation".
public struct Type2Map: Equatable, Sendable {
  /// The last page that can be read. With two sectors the pages count on: page 0 of sector 1 is 100.
  public var lastPage: Int
  /// The last page of the user's memory, which begins with page 4.
  public var lastUserPage: Int
  /// The size that the capability container of a formatted card announces, in units of eight octets.
  public var containerSize: UInt8
  /// What a card leaves the factory with from page 4 on, or is to have after formatting.
  public var firstTLVs: [UInt8]
  /// The page of the dynamic lock octets.
  public var dynamicLockPage: Int?
  /// What the dynamic lock bits lock.
  public var dynamicLocks: DynamicLocks?
  /// The first of four pages: CFG0, CFG1, PWD, PACK.
  public var configurationPage: Int?
  /// Whether GET_VERSION, FAST_READ, READ_SIG and PWD_AUTH are understood.
  public var knowsFastRead: Bool
  /// Whether there is the counter 2 of the NTAG 213 family, which counts taps.
  public var hasTapCounter: Bool
  /// What CFG0 can lay over the message.
  public var mirror: MirrorAbility
  /// Whether the factory sets the capability container.
  public var containerFromFactory: Bool

  /// How many pages there are.
  public var pageCount: Int { lastPage + 1 }
  /// The whole memory in octets.
  public var octetCount: Int { pageCount * 4 }

  /// What a chip can lay over its message.
  public enum MirrorAbility: Equatable, Sendable {
    /// Nothing.
    case none
    /// The UID, as soon as a page is named (NTAG 210 and 212).
    case uid
    /// The UID, the tap counter or both, by bits of their own (NTAG 213 and its family).
    case uidAndCounter
  }

  private init(
    last: Int, user: Int, size: UInt8, first: [UInt8], lock: Int? = nil, locks: DynamicLocks? = nil,
    config: Int? = nil, fast: Bool = false, tapCounter: Bool = false, mirror: MirrorAbility = .none,
    factory: Bool = true
  ) {
    lastPage = last
    lastUserPage = user
    containerSize = size
    firstTLVs = first
    dynamicLockPage = lock
    dynamicLocks = locks
    configurationPage = config
    knowsFastRead = fast
    hasTapCounter = tapCounter
    self.mirror = mirror
    containerFromFactory = factory
  }

  private static let empty: [UInt8] = [TLVType.message, 0x00, TLVType.terminator, 0x00]

  /// The map of `chip`; `nil` for chips of another type and for those that nothing is known of.
  public init?(of chip: Chip) {
    let ntag213Lock: [UInt8] = [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE]
    let ultralightCLock: [UInt8] = [0x01, 0x03, 0xA0, 0x10, 0x44, 0x03, 0x00, 0xFE]
    let ntag212Lock: [UInt8] = [0x01, 0x03, 0x90, 0x0A, 0x34, 0x03, 0x00, 0xFE]
    switch chip {
    case .ultralight:
      self.init(last: 0x0F, user: 0x0F, size: 0x06, first: Self.empty, factory: false)
    case .ultralightC:
      self.init(last: 0x2F, user: 0x27, size: 0x12, first: ultralightCLock, lock: 0x28, locks: .inTwoGroups)
    case .ultralightEV1Small, .ultralightEV1SmallHigh:
      self.init(last: 0x13, user: 0x0F, size: 0x06, first: Self.empty, config: 0x10, fast: true, factory: false)
    case .ultralightEV1Large, .ultralightEV1LargeHigh:
      self.init(
        last: 0x28, user: 0x23, size: 0x10, first: Self.empty, lock: 0x24,
        locks: DynamicLocks(pagesPerBit: 2, lastPage: 0x23), config: 0x25, fast: true, factory: false)
    case .ntag203:
      self.init(last: 0x29, user: 0x27, size: 0x12, first: ultralightCLock, lock: 0x28, locks: .inTwoGroups)
    case .ntag210:
      self.init(last: 0x13, user: 0x0F, size: 0x06, first: Self.empty, config: 0x10, fast: true, mirror: .uid)
    case .ntag212:
      self.init(
        last: 0x28, user: 0x23, size: 0x10, first: ntag212Lock, lock: 0x24,
        locks: DynamicLocks(pagesPerBit: 2, lastPage: 0x23), config: 0x25, fast: true, mirror: .uid)
    case .ntag213, .ntag213F, .ntag213C, .ntag213TT:
      self.init(
        last: 0x2C, user: 0x27, size: 0x12, first: ntag213Lock, lock: 0x28,
        locks: DynamicLocks(pagesPerBit: 2, lastPage: 0x27), config: 0x29, fast: true, tapCounter: true,
        mirror: .uidAndCounter)
    case .ntag215:
      self.init(
        last: 0x86, user: 0x81, size: 0x3E, first: Self.empty, lock: 0x82,
        locks: DynamicLocks(pagesPerBit: 16, lastPage: 0x81), config: 0x83, fast: true, tapCounter: true,
        mirror: .uidAndCounter)
    case .ntag216, .ntag216F:
      self.init(
        last: 0xE6, user: 0xE1, size: 0x6D, first: Self.empty, lock: 0xE2,
        locks: DynamicLocks(pagesPerBit: 16, lastPage: 0xE1), config: 0xE3, fast: true, tapCounter: true,
        mirror: .uidAndCounter)
    case .ntagI2C1K:
      self.init(
        last: 0xE2, user: 0xE1, size: 0x6D, first: Self.empty, lock: 0xE2,
        locks: DynamicLocks(pagesPerBit: 16, lastPage: 0xE1), fast: true)
    case .ntagI2CPlus1K, .ntagI2CPlus2K:
      // The larger one's second sector is beyond what the container can announce in one piece: the first is laid out
      // as the smaller one's, with AUTH0, ACCESS, PWD and PACK where a 216 has them.
      self.init(
        last: 0xE6, user: 0xE1, size: 0x6D, first: Self.empty, lock: 0xE2,
        locks: DynamicLocks(pagesPerBit: 16, lastPage: 0xE1), config: 0xE3, fast: true)
    case .ntagI2C2K:
      self.init(
        last: 0x1E0, user: 0x1DF, size: 0xEA, first: Self.empty, lock: 0x1E0,
        locks: DynamicLocks(pagesPerBit: 32, lastPage: 0x1DF), fast: true)
    default: return nil
    }
  }
}

extension Chip {
  /// Whether its memory is larger than a page number, so that what a command reaches depends on the sector that was
  /// selected before.
  var hasSectors: Bool { (Type2Map(of: self)?.lastPage ?? 0) > 0xFF }
}
