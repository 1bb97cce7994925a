internal import TagFormats

/// What the answer to reset tells of a card. Storage cards have none of their own: the reader makes one (PC/SC part 3, 3.1.3.2.3.2).
enum AnswerToReset {
  /// Begins the historical octets of a storage card: category 80, application identifier 4F of 0C octets, the PC/SC workgroup's RID.
  private static let storage: [UInt8] = [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]

  /// The kind of card; `nil` if that is not told.
  static func type(of atr: [UInt8]) -> TagType? {
    guard atr.count >= 4, atr[0] == 0x3B else { return nil }
    let historical = atr[4...]
    // SCL3711's own form for FeliCa.
    if historical.starts(with: [0x04, 0x43, 0xFD]) { return .type3 }
    guard historical.starts(with: storage) else {
      // 3B 8n 80 01: ISO 14443-4 behind a contactless reader.
      return atr[1] & 0xF0 == 0x80 && atr[2] == 0x80 && atr[3] == 0x01 ? .type4 : nil
    }
    guard historical.count >= storage.count + 3 else { return nil }
    let standard = historical[historical.startIndex + storage.count]
    let name =
      UInt16(historical[historical.startIndex + storage.count + 1]) << 8
      | UInt16(historical[historical.startIndex + storage.count + 2])
    switch name {
    case 0x0001, 0x0002, 0x0026: return .classic
    case 0x0003, 0x003A, 0x0036, 0x0037: return .type2
    case 0x002F, 0x0030, 0xF004: return .type1
    case 0x003B, 0xF011, 0xF012: return .type3
    case 0xFF00...0xFFFF: return ofSelection(UInt8(truncatingIfNeeded: name))
    default: return standard >= 0x09 && standard <= 0x0C ? .type5 : nil
    }
  }

  /// ACS readers put the SAK there where they know no name for the card.
  private static func ofSelection(_ sak: UInt8) -> TagType? {
    if sak & 0x20 != 0 { return .type4 }
    return sak & 0x08 != 0 ? .classic : .type2
  }
}
