extension Type2Image {
  /// The chip that a memory image most likely comes from, by its size and its capability container.
  ///
  /// Chips with memories of the same size cannot be told apart in a file; the one with a factory-made container goes
  /// first if there is a container. An image that ends before the data area does, or whose data area is larger than
  /// the chip of that size has, is a piece of a larger one: then only the factory's Lock Control TLV names the chip.
  public var likelyChip: Chip {
    let container = try? Type2Container(octets)
    guard let chip = chipBySize(isFormatted: container != nil) else { return chipByLockControl ?? .unknownType2 }
    guard let container, let map = Type2Map(of: chip) else { return chip }
    let end = min(octets.count, (map.lastUserPage + 1) * 4)
    if let factory = chipByLockControl, factory != chip { return factory }
    return container.area.upperBound <= end ? chip : .unknownType2
  }

  private func chipBySize(isFormatted: Bool) -> Chip? {
    switch octets.count {
    case 64: .ultralight
    case 80: isFormatted ? .ntag210 : .ultralightEV1Small
    case 164: isFormatted ? .ntag212 : .ultralightEV1Large
    case 168: .ntag203
    case 176, 192: .ultralightC
    case 180: .ntag213
    case 540: .ntag215
    case 924: .ntag216
    default: nil
    }
  }

  /// The chip whose factory-made Lock Control TLV opens the data area. Ultralight C and NTAG203 have the same one, and
  /// cannot be told apart by it.
  private var chipByLockControl: Chip? {
    guard octets.count >= 21, octets[16] == TLVType.lockControl, octets[17] == 3 else { return nil }
    return switch (octets[18], octets[19], octets[20]) {
    case (0xA0, 0x0C, 0x34): .ntag213
    case (0x90, 0x0A, 0x34): .ntag212
    default: nil
    }
  }
}
