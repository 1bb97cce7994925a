extension Chip {
  /// The ISO 14443-4 chip by the first frame of its answer to GET_VERSION (`90 60 00 00 00`): vendor, type, subtype,
  /// major, minor, storage, protocol of its hardware.
  public init(type4Version version: [UInt8]) {
    guard version.count >= 5, version[0] == 0x04 else {
      self = .unknownType4
      return
    }
    switch (version[1] & 0x0F, version[3]) {
    case (0x01, 0x00): self = .desfire
    case (0x01, 0x01): self = .desfireEV1
    case (0x01, 0x12), (0x01, 0x22), (0x01, 0x42): self = .desfireEV2
    case (0x01, 0x33): self = .desfireEV3
    case (0x08, 0x30): self = .desfireLight
    case (0x04, 0x10): self = .ntag413DNA
    // The subtype tells the one with a wire that can be torn ("tag tamper").
    case (0x04, 0x30): self = version[2] & 0x0F == 0x08 ? .ntag424DNATT : .ntag424DNA
    default: self = .unknownType4
    }
  }

  /// The first frame of this chip's answer to GET_VERSION; `nil` for chips of other types.
  public var type4Version: [UInt8]? {
    switch self {
    case .desfire: [0x04, 0x01, 0x01, 0x00, 0x02, 0x18, 0x05]
    case .desfireEV1: [0x04, 0x01, 0x01, 0x01, 0x00, 0x1A, 0x05]
    case .desfireEV2: [0x04, 0x01, 0x01, 0x12, 0x00, 0x1A, 0x05]
    case .desfireEV3: [0x04, 0x01, 0x01, 0x33, 0x00, 0x1A, 0x05]
    case .desfireLight: [0x04, 0x08, 0x01, 0x30, 0x00, 0x13, 0x05]
    case .ntag413DNA: [0x04, 0x04, 0x02, 0x10, 0x00, 0x0F, 0x05]
    case .ntag424DNA: [0x04, 0x04, 0x02, 0x30, 0x00, 0x11, 0x05]
    case .ntag424DNATT: [0x04, 0x04, 0x08, 0x30, 0x00, 0x11, 0x05]
    default: nil
    }
  }
}
