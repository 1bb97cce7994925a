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
