/// A message that owns its records: what a card holds.
public struct NDEFMessage: Equatable, Sendable {
  /// The longest message that is read, in octets. No card holds more; what is longer is a wrong file.
  ///
  /// Within it, memory is bounded by the input: a record of the shortest form (three octets) costs its stride, one with a type, an identifier
  /// and a payload three arrays besides.
  public static let longest = 16 << 20

  /// The records, in the order in which they stand.
  public var records: [NDEFRecord]

  /// Makes a message of records.
  public init(_ records: [NDEFRecord]) {
    self.records = records
  }

  /// Reads a message strictly: every rule of the specification holds, or an error says which one does not, and where.
  public init(decoding octets: [UInt8]) throws(NDEFError) {
    let span = octets.span
    var cursor = NDEFCursor()
    records = []
    while let view = try cursor.next(in: span) {
      records.append(NDEFRecord(view, in: octets))
    }
  }

  /// Reads a message strictly from octets that somebody else holds.
  public init(decoding octets: Span<UInt8>) throws(NDEFError) {
    var cursor = NDEFCursor()
    records = []
    while let view = try cursor.next(in: octets) {
      records.append(NDEFRecord(view, in: octets))
    }
  }
}

extension NDEFRecord {
  /// Copies a record out of the octets that its view was read from.
  public init(_ view: NDEFRecordView, in octets: Span<UInt8>) {
    self.init(
      checked: view.typeNameFormat,
      type: octets.copy(view.type),
      id: octets.copy(view.identifier),
      payload: view.isChunked ? view.payloadOctets(in: octets) : octets.copy(view.firstPayloadPiece))
  }

  init(_ view: NDEFRecordView, in octets: [UInt8]) {
    self.init(
      checked: view.typeNameFormat,
      type: Array(octets[view.type]),
      id: Array(octets[view.identifier]),
      payload: view.isChunked ? view.payloadOctets(in: octets.span) : Array(octets[view.firstPayloadPiece]))
  }
}

extension Span where Element == UInt8 {
  /// The octets in `range`, as octets of their own.
  func copy(_ range: Range<Int>) -> [UInt8] {
    [UInt8](capacity: range.count) { output in
      for position in range { output.append(self[position]) }
    }
  }
}
