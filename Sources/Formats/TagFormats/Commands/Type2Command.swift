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
