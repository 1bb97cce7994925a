/// How a MIFARE Classic memory is divided: sectors of four blocks, from sector 32 (hex 20) on of sixteen; a block
/// has sixteen octets.
public struct ClassicGeometry: Equatable, Sendable {
  /// How many sectors there are.
  public var sectorCount: Int

  /// The division of a chip; `nil` for chips of another kind.
  public init?(of chip: Chip) {
    switch chip {
    case .classicMini: sectorCount = 5
    case .classic1K: sectorCount = 16
    case .classic4K: sectorCount = 40
    default: return nil
    }
  }

  /// The division of a memory image: as many whole sectors as it has.
  public init(imageSize: Int) {
    sectorCount = 0
    while sectorCount < 40, Self.octets(ofSector: sectorCount).upperBound <= imageSize { sectorCount += 1 }
  }

  /// The chip with this many sectors.
  public var chip: Chip { sectorCount <= 5 ? .classicMini : sectorCount <= 16 ? .classic1K : .classic4K }
  /// The size of the memory in octets.
  public var octetCount: Int { sectorCount == 0 ? 0 : Self.octets(ofSector: sectorCount - 1).upperBound }

  /// The blocks of a sector; the last one is its trailer.
  public static func blocks(ofSector sector: Int) -> Range<Int> {
    sector < 32 ? sector * 4..<sector * 4 + 4 : 128 + (sector - 32) * 16..<128 + (sector - 32) * 16 + 16
  }

  /// The sector that a block belongs to.
  public static func sector(ofBlock block: Int) -> Int {
    block < 128 ? block / 4 : 32 + (block - 128) / 16
  }

  /// The block with a sector's keys and access bits.
  public static func trailer(ofSector sector: Int) -> Int { blocks(ofSector: sector).upperBound - 1 }

  /// The addresses of a sector.
  public static func octets(ofSector sector: Int) -> Range<Int> {
    blocks(ofSector: sector).lowerBound * 16..<blocks(ofSector: sector).upperBound * 16
  }

  /// The addresses of a sector's data.
  public static func data(ofSector sector: Int) -> Range<Int> {
    blocks(ofSector: sector).lowerBound * 16..<trailer(ofSector: sector) * 16
  }
}
