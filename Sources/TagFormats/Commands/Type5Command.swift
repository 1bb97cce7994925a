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
