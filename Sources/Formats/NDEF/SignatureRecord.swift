internal import Octets

/// A signature over the records in front of it (Signature RTD 2.0, and the first version, which differs in two octets).
/// It is shown, not checked.
public struct SignatureRecord: Equatable, Sendable {
  /// The version: 20 is 2.0, 01 the first one.
  public let version: UInt8
  /// How it was signed; 0 marks only where signed records begin.
  public let algorithm: UInt8
  /// The digest's kind; 02 is SHA-256, 01 the SHA-1 of the first version, which does not write it.
  public let hash: UInt8
  /// The signature, or the URI where it is to be found.
  public let signature: [UInt8]
  /// Whether ``signature`` is a URI.
  public let isReference: Bool
  /// The certificates, the signer's own first.
  public let certificates: [[UInt8]]

  /// The version octet of Signature RTD 1.0, which has no halves.
  private static let firstVersion: UInt8 = 0x01

  /// Whether it is of the first version, which readers of today need not know.
  public var isOlderVersion: Bool { version == Self.firstVersion }

  /// Reads the payload of a Signature record.
  public init(decoding payload: [UInt8]) throws(PayloadError) {
    var reader = OctetReader(payload)
    version = try reader.octet()
    guard version >> 4 == 2 || version == Self.firstVersion else { throw PayloadError(.version(version), at: 0) }
    let kind = try reader.octet()
    isReference = kind & 0x80 != 0
    algorithm = kind & 0x7F
    hash = version == Self.firstVersion ? 0x01 : try reader.octet()
    signature = try reader.octets(Int(reader.bigEndian16()))
    var chain: [[UInt8]] = []
    let head = try reader.octet()
    for _ in 0..<(head & 0x0F) { chain.append(try reader.octets(Int(reader.bigEndian16()))) }
    if head & 0x80 != 0 { _ = try reader.octets(Int(reader.bigEndian16())) }
    certificates = chain
  }
}
