internal import CommandShell
internal import NDEF

/// What wraps a message on a card. It is easily left in a file that should be the message alone.
enum MessageWrapping: Equatable {
  /// An NDEF TLV, `03 length` (Type 2, 1, 5, Classic): the message begins after it.
  case tlv(start: Int, length: Int)
  /// The length in front of the message in a Type 4 file, `NLEN` or `ENLEN`.
  case fileLength(start: Int, length: Int)
  /// A terminator TLV, `FE`, after the message, with or without zeros after it.
  case terminator(at: Int)

  /// Looks for a wrapping around a good message; `octets` themselves are not one.
  init?(of octets: [UInt8], error: NDEFError) {
    if case .octetsBehindTheEnd = error.cause, octets[error.offset] == 0xFE,
      octets[(error.offset + 1)...].allSatisfy({ $0 == 0 })
    {
      self = .terminator(at: error.offset)
    } else if let found = Self.tlv(octets) ?? Self.fileLength(octets) {
      self = found
    } else {
      return nil
    }
  }

  func message(in octets: [UInt8]) -> ArraySlice<UInt8> {
    switch self {
    case .tlv(let start, let length), .fileLength(let start, let length): octets[start..<start + length]
    case .terminator(let end): octets[..<end]
    }
  }

  private static func tlv(_ octets: [UInt8]) -> MessageWrapping? {
    // NULL TLVs and a lock control TLV may stand in front, as factories write them.
    var start = 0
    while start < octets.count, octets[start] == 0 { start += 1 }
    if octets[start...].starts(with: [0x01, 0x03]) { start += 5 }
    guard start + 2 <= octets.count, octets[start] == 0x03 else { return nil }
    var length = Int(octets[start + 1])
    start += 2
    if length == 0xFF {
      guard start + 2 <= octets.count else { return nil }
      length = Int(octets[start]) << 8 | Int(octets[start + 1])
      start += 2
    }
    return isMessage(octets, start, length) ? .tlv(start: start, length: length) : nil
  }

  private static func fileLength(_ octets: [UInt8]) -> MessageWrapping? {
    for width in [2, 4] where octets.count > width {
      let length = octets[..<width].reduce(0) { $0 << 8 | Int($1) }
      if isMessage(octets, width, length) { return .fileLength(start: width, length: length) }
    }
    return nil
  }

  private static func isMessage(_ octets: [UInt8], _ start: Int, _ length: Int) -> Bool {
    guard length > 0, length <= octets.count - start else { return false }
    return (try? NDEFMessage(decoding: Array(octets[start..<start + length]))) != nil
  }
}

extension Failure {
  static func wrapped(_ wrapping: MessageWrapping) -> Failure {
    switch wrapping {
    case .tlv(let start, let length):
      Failure(
        .badData, kind: "tlv-left-in", what: "the message is still inside its TLV (03 and a length)", at: .offset(0),
        advice: "the message is the \(length) bytes from offset \(start) on")
    case .fileLength(let start, let length):
      Failure(
        .badData, kind: "length-left-in", what: "the message still has its length (NLEN) in front", at: .offset(0),
        advice: "the message is the \(length) bytes from offset \(start) on")
    case .terminator(let end):
      Failure(
        .badData, kind: "terminator-left-in", what: "a terminator TLV (0xFE) follows the message", at: .offset(end),
        advice: "the message is the first \(end) bytes")
    }
  }
}
