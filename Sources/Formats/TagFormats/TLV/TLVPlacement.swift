/// Octets that a message takes when it is laid out as a TLV block: where, and which.
public struct TLVPlacement: Equatable, Sendable {
  /// The address of the length's first octet: what it holds decides what the area reads as.
  public var lengthAddress: Int
  /// Addresses and octets from the type to the terminator, in ascending order.
  public var octets: [(address: Int, octet: UInt8)]

  /// Lays `message` out from `start` on, around the reserved octets; the terminator is left out where the area is full.
  ///
  /// - Returns: `nil` if it does not fit.
  public init?(of message: [UInt8], at start: Int, area: Range<Int>, reserved: ReservedOctets) {
    guard message.count < 0xFFFF else { return nil }
    let count = UInt16(message.count)
    let length =
      message.count < 0xFF ? [UInt8(count)] : [0xFF, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
    let block = [TLVType.message] + length + message + [TLVType.terminator]
    var octets: [(address: Int, octet: UInt8)] = []
    octets.reserveCapacity(block.count)
    var at = start
    for octet in block {
      at = reserved.firstFree(from: at)
      octets.append((at, octet))
      at += 1
    }
    if octets[octets.count - 1].address >= area.upperBound { octets.removeLast() }
    guard octets[octets.count - 1].address < area.upperBound else { return nil }
    lengthAddress = octets[1].address
    self.octets = octets
  }

  /// Equal when the same octets go to the same places.
  public static func == (one: TLVPlacement, other: TLVPlacement) -> Bool {
    one.lengthAddress == other.lengthAddress && one.octets.elementsEqual(other.octets) { $0 == $1 }
  }
}
