/// What lies on the antenna, as the card told it while it was being selected.
public struct CardIdentity: Equatable, Sendable {
  /// The family of the card and what only that family tells.
  public enum Family: Equatable, Sendable {
    /// ISO 14443 A: the two octets of ATQA as one number (0044 for most Ultralights), SAK, and the ATS of a card that knows ISO 14443-4.
    case isoA(atqa: UInt16, sak: UInt8, ats: [UInt8])
    /// FeliCa: the eight octets of PMm.
    case felica(pmm: [UInt8])
  }

  /// UID or IDm.
  public var uid: [UInt8]
  /// The family.
  public var family: Family

  /// A card as it was selected.
  public init(uid: [UInt8], family: Family) {
    self.uid = uid
    self.family = family
  }

  /// Whether it speaks ISO 7816 commands (SAK bit 6, ISO 14443-3 table 9).
  public var isISO14443Part4: Bool {
    if case .isoA(_, let sak, _) = family { sak & 0x20 != 0 } else { false }
  }

  /// Whether it is a MIFARE Classic or speaks like one (SAK bit 4, NXP AN10833).
  public var isClassic: Bool {
    if case .isoA(_, let sak, _) = family { sak & 0x28 == 0x08 } else { false }
  }
}
