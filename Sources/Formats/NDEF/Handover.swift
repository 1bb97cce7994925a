internal import Octets

/// A message about which other radio to use (Connection Handover 1.2 to 1.5). It is recognised and shown, not
/// negotiated.
public struct Handover: Equatable, Sendable {
  /// Who says it.
  public enum Role: String, Equatable, Sendable {
    case select = "Hs"
    case request = "Hr"
    case mediation = "Hm"
    case initiate = "Hi"
  }

  /// Whether a radio is on.
  public enum Power: String, Equatable, Sendable {
    case inactive, active, activating, unknown
  }

  /// One radio that is offered; its data are the records whose identifiers are named here.
  public struct Carrier: Equatable, Sendable {
    /// Whether the radio is on.
    public var power: Power
    /// The identifier of the record with the radio's data.
    public var reference: [UInt8]
    /// The identifiers of records with more.
    public var auxiliary: [[UInt8]]
  }

  /// Why a request was refused.
  public struct Refusal: Equatable, Sendable {
    /// 1 memory for now, 2 memory for good, 3 the radio.
    public var reason: UInt8
    /// More about the reason.
    public var data: [UInt8]
  }

  /// Who says it.
  public let role: Role
  /// The version: major and minor in the high and low four bits.
  public let version: UInt8
  /// The radios that are offered.
  public let carriers: [Carrier]
  /// The number that settles who asked first (`cr`), in a request.
  public let collision: UInt16?
  /// Why a request was refused (`err`).
  public let refusal: Refusal?

  /// Reads the payload of a handover record: `version message`.
  public init(_ role: Role, decoding payload: [UInt8]) throws(PayloadError) {
    guard let version = payload.first else { throw PayloadError(.cut(needs: 1, has: 0), at: 0) }
    guard version >> 4 == 1 else { throw PayloadError(.version(version), at: 0) }
    var carriers: [Carrier] = []
    var collision: UInt16?
    var refusal: Refusal?
    // A select without any radio may end behind its version.
    if payload.count > 1 {
      let inner = Array(payload[1...])
      var cursor = NDEFCursor()
      while let view = try cursor.nextInside(inner, shiftedBy: 1) {
        let record = NDEFRecord(view, in: inner.span)
        var reader = OctetReader(record.payload)
        do {
          if record.isWellKnown("ac") {
            carriers.append(try Carrier(&reader))
          } else if record.isWellKnown("cr") {
            collision = try reader.bigEndian16()
          } else if record.isWellKnown("err") {
            refusal = Refusal(reason: try reader.octet(), data: reader.remainder())
          }
        } catch {
          throw PayloadError(error.cause, at: 1 + view.firstPayloadPiece.lowerBound + error.offset)
        }
      }
    }
    self.role = role
    self.version = version
    self.carriers = carriers
    self.collision = collision
    self.refusal = refusal
  }
}

extension Handover.Carrier {
  /// `power reference-length reference auxiliary-count (length reference)*`.
  init(_ reader: inout OctetReader) throws(PayloadError) {
    switch try reader.octet() & 0x03 {
    case 0: power = .inactive
    case 1: power = .active
    case 2: power = .activating
    default: power = .unknown
    }
    reference = try reader.octets(Int(reader.octet()))
    auxiliary = []
    let count = try reader.octet()
    for _ in 0..<count { auxiliary.append(try reader.octets(Int(reader.octet()))) }
  }
}

extension NDEFCursor {
  /// The next record of a message that fills a payload from some octet on.
  fileprivate mutating func nextInside(_ inner: [UInt8], shiftedBy shift: Int) throws(PayloadError) -> NDEFRecordView? {
    do {
      return try nextInside(inner)
    } catch {
      throw PayloadError(error.cause, at: error.offset + shift)
    }
  }
}
