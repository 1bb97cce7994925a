internal import Octets

/// Wi-Fi networks on a card (Wi-Fi Simple Configuration 2.0): attributes of two octets type, two octets length, value.
public struct WiFiConfiguration: Equatable, Sendable {
  /// The media type, compared without regard to case.
  public static let mediaType = "application/vnd.wfa.wsc"

  /// How one joins a network.
  public struct Credential: Equatable, Sendable {
    /// The network's name, usually UTF-8.
    public var networkName: [UInt8] = []
    /// How it asks who one is: 0001 nobody, 0002 WPA-PSK, 0020 WPA2-PSK, 0022 either.
    public var authentication: UInt16?
    /// How it hides what is said: 0001 not at all, 0004 TKIP, 0008 AES, 000C either.
    public var encryption: UInt16?
    /// The password.
    public var key: [UInt8]?
    /// The station that the credential is for.
    public var station: [UInt8]?
  }

  /// The networks.
  public let credentials: [Credential]

  private enum Attribute {
    static let credential: UInt16 = 0x100E
    static let networkName: UInt16 = 0x1045
    static let authentication: UInt16 = 0x1003
    static let encryption: UInt16 = 0x100F
    static let key: UInt16 = 0x1027
    static let station: UInt16 = 0x1020
  }

  /// Reads the payload of a Wi-Fi record. A payload without a credential (a device password, say) is well-formed.
  public init(decoding payload: [UInt8]) throws(PayloadError) {
    var reader = OctetReader(payload)
    var credentials: [Credential] = []
    while !reader.isAtEnd {
      let attribute = try reader.bigEndian16()
      let length = try Int(reader.bigEndian16())
      let start = reader.offset
      let value = try reader.octets(length)
      guard attribute == Attribute.credential else { continue }
      do {
        credentials.append(try Self.credential(value))
      } catch {
        throw PayloadError(error.cause, at: start + error.offset)
      }
    }
    self.credentials = credentials
  }

  private static func credential(_ octets: [UInt8]) throws(PayloadError) -> Credential {
    var credential = Credential()
    var named = false
    var reader = OctetReader(octets)
    while !reader.isAtEnd {
      let attribute = try reader.bigEndian16()
      let length = try Int(reader.bigEndian16())
      let start = reader.offset
      let value = try reader.octets(length)
      switch attribute {
      case Attribute.networkName:
        guard length <= 32 else {
          throw PayloadError(.tooLong("network name", atMost: 32, is: length), at: start)
        }
        credential.networkName = value
        named = true
      case Attribute.authentication: credential.authentication = try number(value, "authentication", at: start)
      case Attribute.encryption: credential.encryption = try number(value, "encryption", at: start)
      case Attribute.key: credential.key = value
      case Attribute.station:
        guard length == 6 else {
          throw PayloadError(.wrongLength(of: "station address", must: 6, is: length), at: start)
        }
        credential.station = value
      default: break
      }
    }
    guard named else { throw PayloadError(.missing("network name"), at: 0) }
    return credential
  }

  private static func number(_ value: [UInt8], _ part: String, at place: Int) throws(PayloadError) -> UInt16 {
    guard value.count == 2 else { throw PayloadError(.wrongLength(of: part, must: 2, is: value.count), at: place) }
    return UInt16(value[0]) << 8 | UInt16(value[1])
  }
}
