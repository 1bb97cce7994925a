/// The NFC Forum's tag types, and MIFARE Classic beside them.
public enum TagType: String, Equatable, Sendable, CaseIterable {
  /// Topaz, Jewel.
  case type1
  /// Ultralight, NTAG 2xx.
  case type2
  /// FeliCa.
  case type3
  /// ISO 14443-4: DESFire, NTAG 4xx.
  case type4
  /// ISO 15693: ICODE, NTAG 5, ST25DV.
  case type5
  /// MIFARE Classic, which is not an NFC Forum type.
  case classic
}

/// A chip that is told apart by its answers.
public enum Chip: Equatable, Hashable, Sendable, CaseIterable {
  // MIFARE Ultralight and NTAG 2xx, in the order of their families.
  case ultralight, ultralightC, ultralightEV1Small, ultralightEV1SmallHigh, ultralightEV1Large, ultralightEV1LargeHigh
  case ultralightAES
  case ntag203, ntag210, ntag210Micro, ntag212, ntag213, ntag215, ntag216
  case ntag213C, ntag213TT, ntag213F, ntag216F
  case ntag223DNA, ntag223SD, ntag224DNA, ntag224SD
  case ntagI2C1K, ntagI2C2K, ntagI2CPlus1K, ntagI2CPlus2K
  /// A Type 2 chip whose version names another maker than NXP.
  case foreignType2
  /// A Type 2 chip that nothing is known of.
  case unknownType2
  // ISO 14443-4.
  case desfire, desfireEV1, desfireEV2, desfireEV3, desfireLight, ntag413DNA, ntag424DNA, ntag424DNATT
  /// A Type 4 card that nothing is known of.
  case unknownType4
  // MIFARE Classic.
  case classicMini, classic1K, classic4K
  // FeliCa.
  case felicaLite, felicaLiteS
  /// Any other FeliCa card.
  case unknownType3
  // Topaz.
  case topaz96, topaz512
  /// A Type 1 chip that nothing is known of.
  case unknownType1
  // ISO 15693.
  case icodeSLI, icodeSLIX, icodeSLIX2, icodeDNA, ntag5, st25
  /// Any other ISO 15693 card.
  case unknownType5

  /// The name people know it by.
  public var name: String {
    switch self {
    case .ultralight: "MIFARE Ultralight"
    case .ultralightC: "MIFARE Ultralight C"
    case .ultralightEV1Small: "MIFARE Ultralight EV1 MF0UL11"
    case .ultralightEV1SmallHigh: "MIFARE Ultralight EV1 MF0ULH11"
    case .ultralightEV1Large: "MIFARE Ultralight EV1 MF0UL21"
    case .ultralightEV1LargeHigh: "MIFARE Ultralight EV1 MF0ULH21"
    case .ultralightAES: "MIFARE Ultralight AES"
    case .ntag203: "NTAG203"
    case .ntag210: "NTAG210"
    case .ntag210Micro: "NTAG210 micro"
    case .ntag212: "NTAG212"
    case .ntag213: "NTAG213"
    case .ntag215: "NTAG215"
    case .ntag216: "NTAG216"
    case .ntag213C: "NTAG213C"
    case .ntag213TT: "NTAG213 TT"
    case .ntag213F: "NTAG213F"
    case .ntag216F: "NTAG216F"
    case .ntag223DNA: "NTAG223 DNA"
    case .ntag223SD: "NTAG223 DNA StatusDetect"
    case .ntag224DNA: "NTAG224 DNA"
    case .ntag224SD: "NTAG224 DNA StatusDetect"
    case .ntagI2C1K: "NTAG I2C 1K"
    case .ntagI2C2K: "NTAG I2C 2K"
    case .ntagI2CPlus1K: "NTAG I2C plus 1K"
    case .ntagI2CPlus2K: "NTAG I2C plus 2K"
    case .foreignType2: "Type 2 chip of another maker"
    case .unknownType2: "Type 2 tag"
    case .desfire: "MIFARE DESFire"
    case .desfireEV1: "MIFARE DESFire EV1"
    case .desfireEV2: "MIFARE DESFire EV2"
    case .desfireEV3: "MIFARE DESFire EV3"
    case .desfireLight: "MIFARE DESFire Light"
    case .ntag413DNA: "NTAG413 DNA"
    case .ntag424DNA: "NTAG424 DNA"
    case .ntag424DNATT: "NTAG424 DNA TT"
    case .unknownType4: "Type 4 tag"
    case .classicMini: "MIFARE Classic Mini"
    case .classic1K: "MIFARE Classic 1K"
    case .classic4K: "MIFARE Classic 4K"
    case .felicaLite: "FeliCa Lite"
    case .felicaLiteS: "FeliCa Lite-S"
    case .unknownType3: "Type 3 tag"
    case .topaz96: "Topaz 96"
    case .topaz512: "Topaz 512"
    case .unknownType1: "Type 1 tag"
    case .icodeSLI: "ICODE SLI"
    case .icodeSLIX: "ICODE SLIX"
    case .icodeSLIX2: "ICODE SLIX2"
    case .icodeDNA: "ICODE DNA"
    case .ntag5: "NTAG 5"
    case .st25: "ST25"
    case .unknownType5: "Type 5 tag"
    }
  }
}
