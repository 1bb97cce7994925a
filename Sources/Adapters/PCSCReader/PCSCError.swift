package struct PCSCError: Error, Equatable, Sendable {
  /// The call, such as `SCardConnect`.
  package let call: String
  package let code: PCSCCode

  package init(_ call: String, _ code: PCSCCode) {
    self.call = call
    self.code = code
  }
}

/// A result code of PC/SC, as `pcsclite.h` numbers them.
package struct PCSCCode: RawRepresentable, Hashable, Sendable {
  /// The number, such as `8010001D`.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let success = PCSCCode(rawValue: 0)
  package static let cancelled = PCSCCode(rawValue: 0x8010_0002)
  package static let invalidHandle = PCSCCode(rawValue: 0x8010_0003)
  /// A parameter makes no sense; also more readers at once than pcscd can watch.
  package static let invalidParameter = PCSCCode(rawValue: 0x8010_0004)
  package static let unknownReader = PCSCCode(rawValue: 0x8010_0009)
  package static let timeout = PCSCCode(rawValue: 0x8010_000A)
  /// Another program has the card exclusively.
  package static let sharingViolation = PCSCCode(rawValue: 0x8010_000B)
  package static let noCard = PCSCCode(rawValue: 0x8010_000C)
  /// The card speaks no protocol that the reader knows.
  package static let protocolMismatch = PCSCCode(rawValue: 0x8010_000F)
  /// A value makes no sense; also reported for a handle of a reader that was pulled out.
  package static let invalidValue = PCSCCode(rawValue: 0x8010_0011)
  package static let communicationBroken = PCSCCode(rawValue: 0x8010_0013)
  /// The card did not take part.
  package static let notTransacted = PCSCCode(rawValue: 0x8010_0016)
  package static let readerUnavailable = PCSCCode(rawValue: 0x8010_0017)
  package static let noService = PCSCCode(rawValue: 0x8010_001D)
  package static let serviceStopped = PCSCCode(rawValue: 0x8010_001E)
  package static let noReaders = PCSCCode(rawValue: 0x8010_002E)
  /// The card does not answer to power.
  package static let unresponsiveCard = PCSCCode(rawValue: 0x8010_0066)
  package static let unpoweredCard = PCSCCode(rawValue: 0x8010_0067)
  /// Another program reset the card.
  package static let resetCard = PCSCCode(rawValue: 0x8010_0068)
  package static let removedCard = PCSCCode(rawValue: 0x8010_0069)
  /// This user is not allowed (polkit).
  package static let securityViolation = PCSCCode(rawValue: 0x8010_006A)

  /// Whether pcscd is gone, which makes every context and handle useless even after it is back.
  package var meansServiceIsGone: Bool {
    [.noService, .serviceStopped, .communicationBroken, .invalidHandle].contains(self)
  }

  /// Whether this may come from a connection that pcscd accepted and then closed.
  package var mayBeHangUp: Bool { meansServiceIsGone || self == .securityViolation }

  /// Whether the card has left the reader, or the reader the computer.
  package var meansCardIsGone: Bool {
    [.removedCard, .noCard, .unpoweredCard, .unresponsiveCard, .readerUnavailable, .unknownReader, .invalidValue]
      .contains(self)
  }

  package var hex: String {
    let digits = String(rawValue, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
