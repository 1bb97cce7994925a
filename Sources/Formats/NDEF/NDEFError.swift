/// Why octets are not an NDEF message: the cause, and the octet at which it shows.
public struct NDEFError: Error, Equatable, Sendable {
  /// What is wrong.
  public var cause: Cause
  /// The place: octets from the start of the message.
  public var offset: Int

  /// Makes an error of its cause and place.
  public init(_ cause: Cause, at offset: Int) {
    self.cause = cause
    self.offset = offset
  }

  /// What can be wrong with a message's framing.
  public enum Cause: Equatable, Sendable {
    /// No octets at all. A message has at least one record; "nothing" is the one Empty record `D0 00 00`.
    case noOctets
    /// More octets than ``NDEFMessage/longest``.
    case tooLong(octets: Int)
    /// The octets end inside a field.
    case cut(Field, needs: UInt64, has: Int)
    /// The first record does not say that it begins the message (MB).
    case noMessageBegin
    /// A later record says that it begins the message (MB).
    case secondMessageBegin
    /// The octets end behind a record that is not the last (ME is missing).
    case noMessageEnd
    /// Octets stand behind the record that ends the message.
    case octetsBehindTheEnd(Int)
    /// A record has both "more chunks follow" (CF) and "last record" (ME).
    case endInsideChunks
    /// The octets end although another chunk was announced.
    case chunksNotFinished
    /// A record of its own comes where the next chunk belongs.
    case recordInsideChunks
    /// A chunk (TNF 6) that continues nothing.
    case chunkOfNothing
    /// A middle or last chunk with a type.
    case chunkWithType(octets: Int)
    /// A middle or last chunk with an identifier length (IL), be it 0.
    case chunkWithIdentifier
    /// An Empty record (TNF 0) that is the first of several chunks.
    case emptyRecordInChunks
    /// An Empty record (TNF 0) with a type, an identifier or a payload.
    case emptyRecordWith(Field)
    /// A record whose kind (TNF 1 to 4) needs a type, without one.
    case noType(TypeNameFormat)
    /// A record of unknown or reserved kind (TNF 5, 7) with a type.
    case unknownWithType(octets: Int)
  }

  /// The parts of a record, in their order.
  public enum Field: Equatable, Sendable {
    case typeLength, payloadLength, identifierLength, type, identifier, payload
  }
}
