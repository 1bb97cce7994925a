/// A message that owns its records: what a card holds.
public struct NDEFMessage: Equatable, Sendable {
  /// The longest message that is read, in octets. No card holds more; what is longer is a wrong file.
  ///
  /// Within it there is no limit of records, types or payloads beyond the specification's own, and memory is bounded by
  /// the input: a record costs 16 octets and one array for what it holds, at most 20 octets for each octet of the worst
  /// message.
  public static let longest = 16 << 20

  /// The records, in the order in which they stand.
  public var records: [NDEFRecord]

  /// Makes a message of records.
  public init(_ records: [NDEFRecord]) {
    self.records = records
  }

  /// Reads a message strictly: every rule of the specification holds, or an error says which one does not, and where.
  public init(decoding octets: [UInt8]) throws(NDEFError) {
    try self.init(decoding: octets.span)
  }

  /// Reads a message strictly from octets that somebody else holds.
  public init(decoding octets: Span<UInt8>) throws(NDEFError) {
    var cursor = NDEFCursor()
    records = []
    while let view = try cursor.advance(in: octets) {
      records.append(NDEFRecord(view, in: octets))
    }
  }
}

extension NDEFRecord {
  /// Copies a record out of the octets that its view was read from.
  @inline(__always)
  public init(_ view: NDEFRecordView, in octets: Span<UInt8>) {
    self.init(
      checked: view.typeNameFormat,
      typeLength: UInt8(truncatingIfNeeded: view.type.count),
      idLength: UInt8(truncatingIfNeeded: view.identifier.count),
      parts: view.isChunked
        ? view.mergedParts(in: octets) : octets.copy(view.type.lowerBound..<view.firstPayloadPiece.upperBound))
  }
}

extension NDEFRecordView {
  /// TYPE, ID and all pieces of the payload, one after the other.
  fileprivate func mergedParts(in octets: Span<UInt8>) -> [UInt8] {
    octets.copy(type) + octets.copy(identifier) + payloadOctets(in: octets)
  }
}
