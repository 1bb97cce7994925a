internal import Octets

/// A Bluetooth device that can be paired by a tap (Bluetooth Secure Simple Pairing Using NFC 1.3).
public struct BluetoothOutOfBand: Equatable, Sendable {
  /// The media type for classic Bluetooth.
  public static let classicMediaType = "application/vnd.bluetooth.ep.oob"
  /// The media type for Bluetooth Low Energy.
  public static let lowEnergyMediaType = "application/vnd.bluetooth.le.oob"

  /// One structure of extended inquiry or advertising data.
  public struct Structure: Equatable, Sendable {
    /// Its type, as the Bluetooth assigned numbers count.
    public var type: UInt8
    /// Its value.
    public var data: [UInt8]
  }

  /// The device's address as people write it: the most significant octet first.
  public let address: [UInt8]?
  /// For Low Energy: 0 a public address, 1 a random one.
  public let addressType: UInt8?
  /// For Low Energy: 0 peripheral only, 1 central only, 2 peripheral preferred, 3 central preferred.
  public let role: UInt8?
  /// All structures, in order.
  public let structures: [Structure]

  /// The device's name, whole or shortened, if it says one that is UTF-8.
  public var name: String? {
    for type: UInt8 in [0x09, 0x08] {
      for structure in structures where structure.type == type {
        if let name = String(validating: structure.data, as: UTF8.self) { return name }
      }
    }
    return nil
  }

  /// Reads classic Bluetooth data: length (little-endian, counting itself), address (little-endian), structures.
  public init(decodingClassic payload: [UInt8]) throws(PayloadError) {
    var reader = OctetReader(payload)
    let length = try Int(reader.bigEndian16().byteSwapped)
    guard length == payload.count else { throw PayloadError(.wrongTotal(says: length, is: payload.count), at: 0) }
    address = try reader.octets(6).reversed()
    addressType = nil
    role = nil
    structures = try Self.structures(&reader)
  }

  /// Reads Bluetooth Low Energy data: structures, of which 1B is the address and 1C the role.
  public init(decodingLowEnergy payload: [UInt8]) throws(PayloadError) {
    var reader = OctetReader(payload)
    let all = try Self.structures(&reader)
    var found: (address: [UInt8]?, type: UInt8?, role: UInt8?) = (nil, nil, nil)
    for structure in all {
      switch structure.type {
      case 0x1B:
        guard structure.data.count == 7 else {
          throw PayloadError(.wrongLength(of: "device address", must: 7, is: structure.data.count), at: 0)
        }
        found.address = structure.data[..<6].reversed()
        found.type = structure.data[6] & 1
      case 0x1C:
        guard structure.data.count == 1 else {
          throw PayloadError(.wrongLength(of: "role", must: 1, is: structure.data.count), at: 0)
        }
        found.role = structure.data[0]
      default: break
      }
    }
    (address, addressType, role) = found
    structures = all
  }

  /// `length type data`, the length counting the type; a length of 0 ends the list early (Bluetooth Core, C 8).
  private static func structures(_ reader: inout OctetReader) throws(PayloadError) -> [Structure] {
    var structures: [Structure] = []
    while !reader.isAtEnd {
      let length = try Int(reader.octet())
      guard length > 0 else { break }
      structures.append(Structure(type: try reader.octet(), data: try reader.octets(length - 1)))
    }
    return structures
  }
}
