/// The commands of NFC Forum Type 1 tags. Each frame ends with the first four octets of the UID, which the reader's
/// side knows.
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
