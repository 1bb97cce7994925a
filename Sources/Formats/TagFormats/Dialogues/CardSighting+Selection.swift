extension CardSighting {
  /// What the answer-to-reset of a PC/SC reader tells.
  ///
  /// A storage card's is made up by the reader (PC/SC part 3, section 3.1.3.2.3): `3B 8F 80 01 80 4F 0C A0 00 00 03
  /// 06`, the standard, two octets with the card's name, four zeroes and a check octet. It cannot tell an NTAG213 from
  /// a 216.
  public init(atr: [UInt8], uid: [UInt8] = []) {
    let storage: [UInt8] = [0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]
    if atr.count >= 15, atr.starts(with: storage) {
      self.init(standard: atr[12], name: UInt16(atr[13]) << 8 | UInt16(atr[14]), uid: uid)
    } else if atr.starts(with: [0x3B, 0x8C, 0x80, 0x01, 0x04, 0x43, 0xFD]) {
      // FeliCa as the driver of the SCL3711 tells it.
      self.init(type: .type3, uid: uid)
    } else if atr.count >= 4, atr[0] == 0x3B, atr[1] & 0xF0 == 0x80, atr[2] == 0x80, atr[3] == 0x01 {
      self.init(type: .type4, uid: uid)
    } else {
      self.init(type: nil, uid: uid)
    }
  }

  private init(standard: UInt8, name: UInt16, uid: [UInt8]) {
    switch (standard, name) {
    case (_, 0x0001): self.init(type: .classic, chip: .classic1K, uid: uid)
    case (_, 0x0002): self.init(type: .classic, chip: .classic4K, uid: uid)
    case (_, 0x0026): self.init(type: .classic, chip: .classicMini, uid: uid)
    case (_, 0x0003): self.init(type: .type2, uid: uid)
    case (_, 0x003A): self.init(type: .type2, chip: .ultralightC, uid: uid)
    case (_, 0x002F), (_, 0x0030), (_, 0xF004): self.init(type: .type1, uid: uid)
    case (_, 0x003B), (_, 0xF011), (_, 0xF012), (0x11, _): self.init(type: .type3, uid: uid)
    case (0x0B, _): self.init(type: .type5, uid: uid)
    // Older readers of ACS give the answer to selection where they know no name.
    case (_, 0xFF00...0xFFFF): self.init(sak: UInt8(name & 0xFF), uid: uid)
    default: self.init(type: nil, uid: uid)
    }
  }

  /// What the answer to selection (SAK) of an ISO 14443-3 A card tells: bit 20 is ISO 14443-4, also where a Classic is
  /// emulated beside it.
  public init(sak: UInt8, uid: [UInt8]) {
    switch sak {
    case _ where sak & 0x20 != 0: self.init(type: .type4, uid: uid)
    case 0x00: self.init(type: .type2, uid: uid)
    case 0x09: self.init(type: .classic, chip: .classicMini, uid: uid)
    case 0x01, 0x08, 0x88: self.init(type: .classic, chip: .classic1K, uid: uid)
    case 0x18: self.init(type: .classic, chip: .classic4K, uid: uid)
    default: self.init(type: nil, uid: uid)
    }
  }
}
