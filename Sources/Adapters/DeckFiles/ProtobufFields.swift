/// The fields of a protobuf message, one after the other; it ends where the message does, or where it is damaged.
struct ProtobufFields {
  enum Field {
    case number(Int, UInt64)
    case octets(Int, ArraySlice<UInt8>)
  }

  private let octets: [UInt8]
  private var at = 0

  init(_ octets: [UInt8]) { self.octets = octets }

  mutating func next() -> Field? {
    guard let key = varint(), let number = Int(exactly: key >> 3) else { return nil }
    switch key & 7 {
    case 0: return varint().map { .number(number, $0) }
    case 1: return skip(8, number)
    case 5: return skip(4, number)
    case 2:
      guard let length = varint(), length <= UInt64(octets.count - at) else { return nil }
      return skip(Int(length), number)
    default: return nil
    }
  }

  private mutating func skip(_ count: Int, _ number: Int) -> Field? {
    guard count <= octets.count - at else { return nil }
    defer { at += count }
    return .octets(number, octets[at..<(at + count)])
  }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard at < octets.count else { return nil }
      let octet = octets[at]
      at += 1
      value |= UInt64(octet & 0x7F) << UInt64(shift)
      if octet < 0x80 { return value }
    }
    return nil
  }
}
