internal import CommandShell
internal import NDEF
internal import Octets

extension Failure {
  static func noMessage(_ error: NDEFError) -> Failure {
    Failure(
      .badData, kind: error.kind, what: error.description, at: .offset(error.offset), advice: advice(for: error.cause))
  }

  static func noHex(_ fault: HexError) -> Failure {
    switch fault {
    case .notADigit(let character, let offset):
      Failure(
        .badData, kind: "not-hex", what: "'\(character)' is not a hex digit", at: .offset(offset),
        advice: "give each byte as two of 0-9 and a-f")
    case .halfAnOctet(let digits):
      Failure(
        .badData, kind: "half-an-octet", what: "\(digits) hex digits do not pair up", at: .offset(digits / 2),
        advice: "the last byte is only half there")
    }
  }

  static func refused(_ fault: PayloadError, in argument: String?) -> Failure {
    Failure(
      .badData, kind: fault.kind, what: fault.description,
      at: argument.map { argument in .text("\(argument), byte \(fault.offset)") } ?? .offset(fault.offset),
      advice: "change it; no reader would take it")
  }

  static func broken(_ rule: RecordRule, in argument: String) -> Failure {
    Failure(
      .badData, kind: "record-rule", what: words(for: rule), at: .text(argument),
      advice: "1 is an NFC Forum type, 2 a media type, 4 an external type, 5 unknown")
  }

  private static func words(for rule: RecordRule) -> String {
    switch rule {
    case .emptyRecordHasNoContent: "an Empty record (TNF 0) has neither type nor payload"
    case .needsType: "a record of TNF 1 to 4 needs a type"
    case .hasNoType: "a record of unknown kind (TNF 5) has no type"
    case .chunksAreNotRecords: "TNF 6 marks chunks and TNF 7 is reserved; neither is written"
    case .typeTooLong(let octets): "the type has \(octets) bytes; at most 255 fit"
    case .identifierTooLong(let octets): "the identifier has \(octets) bytes; at most 255 fit"
    case .payloadTooLong(let octets): "the payload has \(octets) bytes; at most 4294967295 fit"
    }
  }

  private static func advice(for cause: NDEFError.Cause) -> String {
    switch cause {
    case .noOctets: "give at least one record; 'nothing' is d00000"
    case .cut, .noMessageEnd, .chunksNotFinished: "the message is cut short; copy it whole"
    case .octetsBehindTheEnd: "cut them off, or read with --lenient"
    case .tooLong: "no card holds a message this long"
    default: "read with --lenient to see what is there"
    }
  }
}
