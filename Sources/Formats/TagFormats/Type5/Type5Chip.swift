extension Chip {
  /// The ISO 15693 chip by its identifier, the highest octet (E0) first: the second octet is the maker, and NXP tells
  /// its family in two bits of the fourth.
  public init(type5UID uid: [UInt8]) {
    guard uid.count == 8, uid[0] == 0xE0 else {
      self = .unknownType5
      return
    }
    switch (uid[1], uid[2], uid[3] & 0x18) {
    case (0x04, 0x01, 0x00): self = .icodeSLI
    case (0x04, 0x01, 0x10): self = .icodeSLIX
    case (0x04, 0x01, 0x08): self = .icodeSLIX2
    case (0x04, 0x01, 0x18): self = .icodeDNA
    case (0x02, _, _): self = .st25
    default: self = .unknownType5
    }
  }
}
