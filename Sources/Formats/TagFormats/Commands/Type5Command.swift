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
  /// An octet for each of `count` blocks from `first` on; its lowest bit says that the block is locked.
  case securityStatus(first: Int, count: Int)

  /// How many blocks are asked for their locks at once: what every chip and reader answers.
  static let mostStatuses = 16

  /// The octets on air, without the checksum: flag 02 asks for the high data rate. Blocks above FF need the extended
  /// commands.
  public var frame: [UInt8] {
    switch self {
    case .readBlock(let block): Self.request(0x20, 0x30, block)
    case .readBlocks(let first, let count): Self.request(0x23, 0x33, first, count: count)
    case .securityStatus(let first, let count): Self.request(0x2C, 0x3C, first, count: count)
    case .writeBlock(let block, let octets): Self.request(0x21, 0x31, block) + octets
    case .lockBlock(let block): Self.request(0x22, 0x32, block)
    case .systemInformation: [0x02, 0x2B]
    }
  }

  private static func request(_ short: UInt8, _ long: UInt8, _ block: Int, extended: Bool = false) -> [UInt8] {
    block > 0xFF || extended ? [0x02, long] + lowFirst(block) : [0x02, short, UInt8(truncatingIfNeeded: block)]
  }

  private static func request(_ short: UInt8, _ long: UInt8, _ first: Int, count: Int) -> [UInt8] {
    first + count > 0x100
      ? request(long, long, first, extended: true) + lowFirst(count - 1)
      : request(short, long, first) + [UInt8(truncatingIfNeeded: count - 1)]
  }

  private static func lowFirst(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}
