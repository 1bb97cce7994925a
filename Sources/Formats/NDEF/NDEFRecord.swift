/// A record that owns its octets.
///
/// A record keeps the rules of its kind from the moment it is made, so that encoding one cannot fail.
public struct NDEFRecord: Equatable, Sendable {
  /// What the type means; never ``TypeNameFormat/unchanged``, since chunks are merged.
  public let typeNameFormat: TypeNameFormat
  let typeLength: UInt8
  let idLength: UInt8
  /// TYPE, ID and PAYLOAD as in a message, so that reading a record is one copy and one allocation.
  let parts: [UInt8]

  /// The type, as it is on the card.
  public var type: [UInt8] { Array(parts[..<Int(typeLength)]) }

  /// The identifier by which other records can refer to this one; usually empty.
  public var id: [UInt8] { Array(parts[Int(typeLength)..<payloadStart]) }

  /// The payload.
  public var payload: [UInt8] { Array(parts[payloadStart...]) }

  /// How many octets the payload has.
  public var payloadLength: Int { parts.count &- payloadStart }

  @inline(__always)
  var payloadStart: Int { Int(typeLength) &+ Int(idLength) }

  /// The number of ``typeNameFormat``, as the specification counts.
  public var tnf: UInt8 { typeNameFormat.rawValue }

  /// Makes a record.
  ///
  /// - Throws: ``RecordRule`` if the parts do not go together.
  public init(
    _ typeNameFormat: TypeNameFormat, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []
  ) throws(RecordRule) {
    switch typeNameFormat {
    case .empty: guard type.isEmpty, id.isEmpty, payload.isEmpty else { throw .emptyRecordHasNoContent }
    case .wellKnown, .media, .absoluteURI, .external: guard !type.isEmpty else { throw .needsType }
    case .unknown, .reserved: guard type.isEmpty else { throw .hasNoType }
    case .unchanged: throw .chunksAreNotRecords
    }
    guard type.count <= 0xFF else { throw .typeTooLong(octets: type.count) }
    guard id.count <= 0xFF else { throw .identifierTooLong(octets: id.count) }
    guard UInt64(payload.count) <= 0xFFFF_FFFF else { throw .payloadTooLong(octets: payload.count) }
    self.init(checked: typeNameFormat, type: type, id: id, payload: payload)
  }

  init(checked typeNameFormat: TypeNameFormat, type: [UInt8], id: [UInt8] = [], payload: [UInt8]) {
    var parts: [UInt8] = []
    parts.reserveCapacity(type.count + id.count + payload.count)
    parts += type
    parts += id
    parts += payload
    self.init(checked: typeNameFormat, typeLength: UInt8(type.count), idLength: UInt8(id.count), parts: parts)
  }

  /// Makes a record of parts that already follow each other.
  @inline(__always)
  init(checked typeNameFormat: TypeNameFormat, typeLength: UInt8, idLength: UInt8, parts: [UInt8]) {
    self.typeNameFormat = typeNameFormat
    self.typeLength = typeLength
    self.idLength = idLength
    self.parts = parts
  }

  /// The record that says "nothing": no type, no identifier, no payload.
  public static var empty: NDEFRecord { NDEFRecord(checked: .empty, type: [], payload: []) }

  /// The same record with an identifier, so that others can refer to it.
  public func identified(by id: [UInt8]) throws(RecordRule) -> NDEFRecord {
    try NDEFRecord(typeNameFormat, type: type, id: id, payload: payload)
  }

  /// Whether the record has this NFC Forum type, compared octet by octet.
  public func isWellKnown(_ name: String) -> Bool {
    typeNameFormat == .wellKnown && parts.span.spell(name, at: 0..<Int(typeLength))
  }
}

/// A rule that a record about to be made would break.
public enum RecordRule: Error, Equatable, Sendable {
  /// TNF 0 has neither type nor identifier nor payload.
  case emptyRecordHasNoContent
  /// TNF 1 to 4 need a type.
  case needsType
  /// TNF 5 and 7 have no type.
  case hasNoType
  /// TNF 6 marks chunks; a record is made whole.
  case chunksAreNotRecords
  /// A type has at most 255 octets.
  case typeTooLong(octets: Int)
  /// An identifier has at most 255 octets.
  case identifierTooLong(octets: Int)
  /// A payload has at most 4 294 967 295 octets.
  case payloadTooLong(octets: Int)
}
