/// A record in a message's octets: places only, nothing is copied.
///
/// A view belongs to the octets that it was read from and is meaningless with others.
public struct NDEFRecordView: Equatable, Sendable {
  /// What the type means.
  public let typeNameFormat: TypeNameFormat
  /// The place of the type.
  public let type: Range<Int>
  /// The place of the identifier; empty if there is none.
  public let identifier: Range<Int>
  /// The place of the payload, or of its first piece if the record came in chunks.
  public let firstPayloadPiece: Range<Int>
  /// All octets of the record, from its flags on, with all its chunks.
  public let extent: Range<Int>
  /// How many octets the whole payload has.
  public let payloadLength: Int
  /// Whether the payload came in chunks and so does not lie in one piece.
  public let isChunked: Bool

  /// The place of the payload, or `nil` if it came in chunks.
  @inlinable
  public var payload: Range<Int>? { isChunked ? nil : firstPayloadPiece }

  /// The payload as octets of its own, chunks merged.
  public func payloadOctets(in octets: Span<UInt8>) -> [UInt8] {
    var merged: [UInt8] = []
    merged.reserveCapacity(payloadLength)
    forEachPayloadPiece(in: octets) { piece in
      for position in piece { merged.append(octets[position]) }
    }
    return merged
  }

  /// Hands over each piece of the payload in order: one, or one for each chunk.
  public func forEachPayloadPiece(in octets: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    body(firstPayloadPiece)
    guard isChunked else { return }
    var position = firstPayloadPiece.upperBound
    // The chunks were judged when the view was made; a fault here means that the octets are others.
    while position < extent.upperBound, let chunk = try? RecordLayout(at: position, in: octets) {
      body(chunk.payloadStart..<chunk.end)
      position = chunk.end
    }
  }

  /// Whether the record has this NFC Forum type, compared octet by octet as the specification asks.
  public func isWellKnown(_ name: String, in octets: Span<UInt8>) -> Bool {
    typeNameFormat == .wellKnown && octets.spell(name, at: type)
  }
}

extension Span where Element == UInt8 {
  @inline(__always)
  func spell(_ text: String, at range: Range<Int>) -> Bool {
    guard range.count == text.utf8.count, range.upperBound <= count else { return false }
    var position = range.lowerBound
    for letter in text.utf8 {
      guard self[position] == letter else { return false }
      position &+= 1
    }
    return true
  }
}
