/// A PC/SC call that did not do what was asked, and pcscd's reason.
package struct PCSCError: Error, Equatable, Sendable {
  /// The call, such as `SCardConnect`.
  package let call: String
  /// The reason.
  package let code: PCSCCode

  /// A fault from its parts.
  package init(_ call: String, _ code: PCSCCode) {
    self.call = call
    self.code = code
  }
}

/// A result code of PC/SC, as `pcsclite.h` numbers them.
package struct PCSCCode: RawRepresentable, Hashable, Sendable {
  /// The number, such as `8010001D`.
  package let rawValue: UInt32

  /// A code by its number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Done.
  package static let success = PCSCCode(rawValue: 0)
  /// The wait was cancelled.
  package static let cancelled = PCSCCode(rawValue: 0x8010_0002)
  /// The context or card handle is not known (any more).
  package static let invalidHandle = PCSCCode(rawValue: 0x8010_0003)
  /// A parameter makes no sense; also more readers at once than pcscd can watch.
  package static let invalidParameter = PCSCCode(rawValue: 0x8010_0004)
  /// No reader of that name.
  package static let unknownReader = PCSCCode(rawValue: 0x8010_0009)
  /// The time is over.
  package static let timeout = PCSCCode(rawValue: 0x8010_000A)
  /// Somebody else holds the card for themselves.
  package static let sharingViolation = PCSCCode(rawValue: 0x8010_000B)
  /// No card in the reader.
  package static let noCard = PCSCCode(rawValue: 0x8010_000C)
  /// The card speaks no protocol that the reader knows.
  package static let protocolMismatch = PCSCCode(rawValue: 0x8010_000F)
  /// A value makes no sense; also what a handle of a reader says that was pulled out.
  package static let invalidValue = PCSCCode(rawValue: 0x8010_0011)
  /// The conversation with pcscd broke off.
  package static let communicationBroken = PCSCCode(rawValue: 0x8010_0013)
  /// The card did not take part.
  package static let notTransacted = PCSCCode(rawValue: 0x8010_0016)
  /// The reader is gone.
  package static let readerUnavailable = PCSCCode(rawValue: 0x8010_0017)
  /// pcscd is not running.
  package static let noService = PCSCCode(rawValue: 0x8010_001D)
  /// pcscd stopped.
  package static let serviceStopped = PCSCCode(rawValue: 0x8010_001E)
  /// No reader at all.
  package static let noReaders = PCSCCode(rawValue: 0x8010_002E)
  /// The card does not answer to power.
  package static let unresponsiveCard = PCSCCode(rawValue: 0x8010_0066)
  /// The card has no power.
  package static let unpoweredCard = PCSCCode(rawValue: 0x8010_0067)
  /// Another program reset the card.
  package static let resetCard = PCSCCode(rawValue: 0x8010_0068)
  /// The card was taken away.
  package static let removedCard = PCSCCode(rawValue: 0x8010_0069)
  /// This user may not (polkit).
  package static let securityViolation = PCSCCode(rawValue: 0x8010_006A)

  /// Whether pcscd itself is gone, so that every context and handle is dead with it: after it came back each call on
  /// them still says so.
  package var meansServiceIsGone: Bool {
    [.noService, .serviceStopped, .communicationBroken, .invalidHandle].contains(self)
  }

  /// Whether that may be what is made of a connection that pcscd took and hung up on.
  package var mayBeHangUp: Bool { meansServiceIsGone || self == .securityViolation }

  /// Whether the card has left the reader, or the reader the computer.
  package var meansCardIsGone: Bool {
    [.removedCard, .noCard, .unpoweredCard, .unresponsiveCard, .readerUnavailable, .unknownReader, .invalidValue]
      .contains(self)
  }

  /// The number as the manuals write it.
  package var hex: String {
    let digits = String(rawValue, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
