package import TagFormats

/// Whether a chip's signature is its maker's.
///
/// The signature is made once, over the seven octets of the UID, and can be copied together with them: it tells the
/// family of the chip, not that this is the card it was made for.
package enum Originality: Equatable, Sendable {
  case signed(by: Signer)
  /// All octets are zero, as on copied chips.
  case blank
  /// The octets are not a signature of this UID by any maker's key that is known for this chip.
  case wrong
  case unknownChip

  package enum Signer: Equatable, Sendable, CaseIterable {
    /// NTAG 21x, and NTAG 5.
    case ntag21x
    case ultralightEV1
    case ultralightAES
    case ntag424DNA

    package var curve: SignedCurve {
      switch self {
      case .ntag21x, .ultralightEV1: .secp128r1
      case .ultralightAES: .secp192r1
      case .ntag424DNA: .secp224r1
      }
    }

    /// The public key: 04, then the two coordinates. NXP publishes them in AN11350, AN11341, AN13452 and AN12196.
    package var publicKey: [UInt8] {
      switch self {
      case .ntag21x:
        [
          0x04, 0x49, 0x4E, 0x1A, 0x38, 0x6D, 0x3D, 0x3C, 0xFE, 0x3D, 0xC1, 0x0E, 0x5D, 0xE6, 0x8A, 0x49, 0x9B, 0x1C,
          0x20, 0x2D, 0xB5, 0xB1, 0x32, 0x39, 0x3E, 0x89, 0xED, 0x19, 0xFE, 0x5B, 0xE8, 0xBC, 0x61,
        ]
      case .ultralightEV1:
        [
          0x04, 0x90, 0x93, 0x3B, 0xDC, 0xD6, 0xE9, 0x9B, 0x4E, 0x25, 0x5E, 0x3D, 0xA5, 0x53, 0x89, 0xA8, 0x27, 0x56,
          0x4E, 0x11, 0x71, 0x8E, 0x01, 0x72, 0x92, 0xFA, 0xF2, 0x32, 0x26, 0xA9, 0x66, 0x14, 0xB8,
        ]
      case .ultralightAES:
        [
          0x04, 0x53, 0xBF, 0x8C, 0x49, 0xB7, 0xBD, 0x9F, 0xE3, 0x20, 0x7A, 0x91, 0x51, 0x3B, 0x9C, 0x1D, 0x23, 0x8E,
          0xCA, 0xB0, 0x71, 0x86, 0xB7, 0x72, 0x10, 0x4A, 0xB5, 0x35, 0xF7, 0xD3, 0xAE, 0x63, 0xCF, 0x7C, 0x7F, 0x3D,
          0xD0, 0xD1, 0x69, 0xDA, 0x3E, 0x99, 0xE4, 0x3C, 0x63, 0x99, 0x62, 0x1A, 0x86,
        ]
      case .ntag424DNA:
        [
          0x04, 0x8A, 0x9B, 0x38, 0x0A, 0xF2, 0xEE, 0x1B, 0x98, 0xDC, 0x41, 0x7F, 0xEC, 0xC2, 0x63, 0xF8, 0x44, 0x9C,
          0x76, 0x25, 0xCE, 0xCE, 0x82, 0xD9, 0xB9, 0x16, 0xC9, 0x92, 0xDA, 0x20, 0x9D, 0x68, 0x42, 0x2B, 0x81, 0xEC,
          0x20, 0xB6, 0x5A, 0x66, 0xB5, 0x10, 0x2A, 0x61, 0x59, 0x6A, 0xF3, 0x37, 0x92, 0x00, 0x59, 0x93, 0x16, 0xA0,
          0x0A, 0x14, 0x10,
        ]
      }
    }

    static func expected(for chip: Chip) -> Signer? {
      switch chip {
      case .ntag210, .ntag210Micro, .ntag212, .ntag213, .ntag215, .ntag216, .ntag213C, .ntag213TT, .ntag213F, .ntag216F,
        .ntagI2CPlus1K, .ntagI2CPlus2K, .ntag5:
        .ntag21x
      case .ultralightEV1Small, .ultralightEV1SmallHigh, .ultralightEV1Large, .ultralightEV1LargeHigh: .ultralightEV1
      case .ultralightAES: .ultralightAES
      case .ntag424DNA, .ntag424DNATT: .ntag424DNA
      default: nil
      }
    }
  }

  package init(of contents: CardContents) {
    guard let signature = contents.signature else {
      self = .unknownChip
      return
    }
    self.init(signature: signature, uid: contents.uid, chip: contents.chip)
  }

  package init(signature: [UInt8], uid: [UInt8], chip: Chip) {
    guard signature.contains(where: { $0 != 0 }) else {
      self = .blank
      return
    }
    guard let signer = Signer.expected(for: chip) else {
      self = .unknownChip
      return
    }
    self = signer.curve.verifies(signature, over: uid, by: signer.publicKey) ? .signed(by: signer) : .wrong
  }

  package var words: String {
    switch self {
    case .signed:
      "signed by NXP: the chip is of the family that it claims; this does not prove that it is the same card as before"
    case .blank: "not signed: the signature is blank, as on a copy"
    case .wrong: "not signed by NXP: the chip is a copy, or claims to be a different one"
    case .unknownChip: "cannot tell: there is no signature, or no known key for this chip"
    }
  }
}
