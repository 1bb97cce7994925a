internal import Octets

/// What a device says about itself (Device Information RTD 1.0): `type length value` again and again.
public struct DeviceInformation: Equatable, Sendable {
  /// One piece of information about the device.
  public struct Item: Equatable, Sendable {
    /// 00 manufacturer, 01 model, 02 the device's own name, 03 UUID, 04 firmware; others are reserved or the maker's
    /// own.
    public var type: UInt8
    /// What is said; UTF-8 but for the UUID.
    public var value: [UInt8]
  }

  /// All that is said, in order.
  public let items: [Item]

  /// Reads the payload of a Device Information record. Manufacturer and model must be there.
  public init(decoding payload: [UInt8]) throws(PayloadError) {
    var reader = OctetReader(payload)
    var items: [Item] = []
    while !reader.isAtEnd {
      let type = try reader.octet()
      let start = reader.offset
      let value = try reader.octets(Int(reader.octet()))
      if type == 3, value.count != 16 {
        throw PayloadError(.wrongLength(of: "UUID", must: 16, is: value.count), at: start)
      }
      items.append(Item(type: type, value: value))
    }
    guard items.contains(where: { $0.type == 0 }) else { throw PayloadError(.missing("manufacturer"), at: 0) }
    guard items.contains(where: { $0.type == 1 }) else { throw PayloadError(.missing("model"), at: 0) }
    self.items = items
  }

  /// What is said under a type, as text.
  public func text(_ type: UInt8) -> String? {
    for item in items where item.type == type { return String(validating: item.value, as: UTF8.self) }
    return nil
  }
}
