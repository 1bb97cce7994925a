extension Type2Image {
  /// The chip that a whole memory image most likely comes from, by its size and its capability container.
  ///
  /// Chips with memories of the same size cannot be told apart in a file; the one with a factory-made container goes
  /// first if there is a container.
  public var likelyChip: Chip {
    let isFormatted = octets.count >= 16 && octets[12] == Type2Container.mark
    switch octets.count {
    case 64: return .ultralight
    case 80: return isFormatted ? .ntag210 : .ultralightEV1Small
    case 164: return isFormatted ? .ntag212 : .ultralightEV1Large
    case 168: return .ntag203
    case 176, 192: return .ultralightC
    case 180: return .ntag213
    case 540: return .ntag215
    case 924: return .ntag216
    default: return .unknownType2
    }
  }
}
