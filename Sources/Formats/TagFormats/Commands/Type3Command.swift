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
