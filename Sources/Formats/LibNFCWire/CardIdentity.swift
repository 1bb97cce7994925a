package struct CardIdentity: Equatable, Sendable {
  package enum Family: Equatable, Sendable {
    /// ISO 14443 A: the two octets of ATQA as one number (0044 for most Ultralights), SAK, and the ATS of a card that
    /// knows ISO 14443-4.
    case isoA(atqa: UInt16, sak: UInt8, ats: [UInt8])
    /// FeliCa: the eight octets of PMm.
    case felica(pmm: [UInt8])
  }

  /// UID or IDm.
  package var uid: [UInt8]
  package var family: Family

  package init(uid: [UInt8], family: Family) {
    self.uid = uid
    self.family = family
  }
}
