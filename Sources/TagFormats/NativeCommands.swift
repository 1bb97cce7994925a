/// The commands of NFC Forum Type 2 tags, with those that NXP added.
public enum Type2Command: Equatable, Sendable {
  /// Four pages from `page` on; at the end of the memory the answer goes on with page 0.
  case read(page: UInt8)
  /// All pages from `first` to `last` in one answer.
  case fastRead(first: UInt8, last: UInt8)
  /// Writes the four octets of one page.
  case write(page: UInt8, octets: [UInt8])
  /// Eight octets that say which chip it is.
  case getVersion
  /// Three octets of a one-way counter, the lowest first.
  case readCounter(UInt8)
  /// Opens the protected pages with four octets; the answer is the two octets of PACK.
  case authenticate(password: [UInt8])
  /// The 32 octets of the originality signature.
  case readSignature
  /// First half of SECTOR_SELECT.
  case openSectorSelect
  /// Second half of SECTOR_SELECT: silence means yes.
  case sectorSelect(UInt8)
  /// First half of the Ultralight C authentication; only that chip answers it.
  case beginUltralightCAuthentication

  /// The octets on air, without the checksum.
  public var frame: [UInt8] {
    switch self {
    case .read(let page): [0x30, page]
    case .fastRead(let first, let last): [0x3A, first, last]
    case .write(let page, let octets): [0xA2, page] + octets
    case .getVersion: [0x60]
    case .readCounter(let index): [0x39, index]
    case .authenticate(let password): [0x1B] + password
    case .readSignature: [0x3C, 0x00]
    case .openSectorSelect: [0xC2, 0xFF]
    case .sectorSelect(let sector): [sector, 0x00, 0x00, 0x00]
    case .beginUltralightCAuthentication: [0x1A, 0x00]
    }
  }

  /// Reads a frame as a card does; `nil` for what no Type 2 card knows.
  ///
  /// The second half of SECTOR_SELECT has no code of its own: a card takes the frame after ``openSectorSelect`` for it.
  public init?(frame: [UInt8]) {
    switch (frame.first, frame.count) {
    case (0x30, 2): self = .read(page: frame[1])
    case (0x3A, 3): self = .fastRead(first: frame[1], last: frame[2])
    case (0xA2, 6): self = .write(page: frame[1], octets: Array(frame[2...]))
    case (0x60, 1): self = .getVersion
    case (0x39, 2): self = .readCounter(frame[1])
    case (0x1B, 5): self = .authenticate(password: Array(frame[1...]))
    case (0x3C, 2): self = .readSignature
    case (0xC2, 2): self = .openSectorSelect
    case (0x1A, 2): self = .beginUltralightCAuthentication
    default: return nil
    }
  }
}

/// The commands of NFC Forum Type 1 tags. Each frame ends with the first four octets of the UID, which the reader's side knows.
public enum Type1Command: Equatable, Sendable {
  /// Header ROM and UID.
  case readIdentification
  /// Header ROM and blocks 0 to E.
  case readAll
  /// One octet; the answer is its address and the octet.
  case read(address: UInt8)
  /// Erases and writes one octet.
  case write(address: UInt8, octet: UInt8)
  /// Eight octets of one block of a dynamic tag; the answer is the block's number and the octets.
  case readBlock(UInt8)
  /// Erases and writes the eight octets of one block of a dynamic tag.
  case writeBlock(UInt8, octets: [UInt8])

  /// The octets on air, without the checksum.
  public func frame(uid: [UInt8]) -> [UInt8] {
    let echo = Array(uid.prefix(4))
    return switch self {
    case .readIdentification: [0x78, 0, 0, 0, 0, 0, 0]
    case .readAll: [0x00, 0, 0] + echo
    case .read(let address): [0x01, address, 0] + echo
    case .write(let address, let octet): [0x53, address, octet] + echo
    case .readBlock(let block): [0x02, block, 0, 0, 0, 0, 0, 0, 0, 0] + echo
    case .writeBlock(let block, let octets): [0x54, block] + octets + echo
    }
  }
}

/// The commands of NFC Forum Type 3 tags that NDEF needs.
public enum Type3Command: Equatable, Sendable {
  /// Asks for the system `12FC`, under which NDEF lives; the answer is IDm and PMm.
  case pollNDEFSystem
  /// Reads blocks by the service `000B`; the answer is their octets, sixteen each.
  case check(blocks: [UInt16])
  /// Writes blocks by the service `0009`.
  case update(blocks: [UInt16], octets: [UInt8])

  /// The octets on air after the length octet.
  public func frame(idm: [UInt8]) -> [UInt8] {
    switch self {
    case .pollNDEFSystem: [0x00, 0x12, 0xFC, 0x00, 0x00]
    case .check(let blocks):
      [0x06] + idm + [0x01, 0x0B, 0x00, UInt8(truncatingIfNeeded: blocks.count)] + Self.list(of: blocks)
    case .update(let blocks, let octets):
      [0x08] + idm + [0x01, 0x09, 0x00, UInt8(truncatingIfNeeded: blocks.count)] + Self.list(of: blocks) + octets
    }
  }

  /// Two octets for a block number below 100, else three with the number's low octet first.
  private static func list(of blocks: [UInt16]) -> [UInt8] {
    blocks.flatMap { block -> [UInt8] in
      let low = UInt8(truncatingIfNeeded: block)
      let high = UInt8(truncatingIfNeeded: block >> 8)
      return high == 0 ? [0x80, low] : [0x00, low, high]
    }
  }
}

/// The commands of NFC Forum Type 5 tags (ISO 15693), sent to the one card in the field.
public enum Type5Command: Equatable, Sendable {
  /// One block.
  case readBlock(Int)
  /// `count` blocks from `first` on.
  case readBlocks(first: Int, count: Int)
  /// Writes one block.
  case writeBlock(Int, octets: [UInt8])
  /// Makes one block unchangeable for ever.
  case lockBlock(Int)
  /// Block size and number of blocks.
  case systemInformation

  /// The octets on air, without the checksum: flag 02 asks for the high data rate. Blocks above FF need the extended commands.
  public var frame: [UInt8] {
    switch self {
    case .readBlock(let block): Self.request(0x20, 0x30, block)
    case .readBlocks(let first, let count):
      first + count > 0x100
        ? Self.request(0x33, 0x33, first, extended: true) + Self.lowFirst(count - 1)
        : Self.request(0x23, 0x33, first) + [UInt8(truncatingIfNeeded: count - 1)]
    case .writeBlock(let block, let octets): Self.request(0x21, 0x31, block) + octets
    case .lockBlock(let block): Self.request(0x22, 0x32, block)
    case .systemInformation: [0x02, 0x2B]
    }
  }

  private static func request(_ short: UInt8, _ long: UInt8, _ block: Int, extended: Bool = false) -> [UInt8] {
    block > 0xFF || extended ? [0x02, long] + lowFirst(block) : [0x02, short, UInt8(truncatingIfNeeded: block)]
  }

  private static func lowFirst(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}

/// The commands of MIFARE Classic.
public enum ClassicCommand: Equatable, Sendable {
  /// Which of a sector's two keys.
  public enum KeyKind: UInt8, Equatable, Sendable {
    /// Key A, command 60.
    case a = 0x60
    /// Key B, command 61.
    case b = 0x61
  }

  /// Opens the sector of `block` with six octets.
  case authenticate(block: UInt8, with: KeyKind, key: [UInt8])
  /// The sixteen octets of one block.
  case read(block: UInt8)
  /// Writes the sixteen octets of one block.
  case write(block: UInt8, octets: [UInt8])
}
