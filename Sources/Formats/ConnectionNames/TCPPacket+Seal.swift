extension TCPPacket {
  /// The packet's octets with a checksum of their own (RFC 9293 3.1), so that what was read can be sent and nothing
  /// else; `nil` where it goes on as it is: more belongs to it than was
  /// handed over, or it has a route of its own.
  ///
  /// - Parameter packet: what this packet was read from.
  public func sealed(_ packet: [UInt8]) -> [UInt8]? {
    // With a route of its own, the sum is about another address than the header's.
    guard packet.count == payload.endIndex, packet.count <= 0xFFFF, !envelope.hasOptions else { return nil }
    var sealed = packet
    sealed[transport + 16] = 0
    sealed[transport + 17] = 0
    let addresses = packet[0] >> 4 == 4 ? 12..<20 : 8..<40
    // The pseudo header: the addresses, the protocol, and the length.
    var sum = UInt64(6 + packet.count - transport)
    sum += Self.sum(sealed[addresses])
    sum += Self.sum(sealed[transport...])
    while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
    sealed[transport + 16] = UInt8(truncatingIfNeeded: ~sum >> 8)
    sealed[transport + 17] = UInt8(truncatingIfNeeded: ~sum)
    return sealed
  }

  /// The sum of a piece's numbers of two octets each.
  private static func sum(_ octets: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0
    var index = octets.startIndex
    while index + 1 < octets.endIndex {
      sum &+= UInt64(octets[index]) << 8 | UInt64(octets[index + 1])
      index += 2
    }
    return index < octets.endIndex ? sum + UInt64(octets[index]) << 8 : sum
  }
}
