/// A packet of UDP as the kernel hands it to a queue: from the first octet of its IP header on.
package struct UDPPacket: Sendable {
  package let source: HostAddress
  package let destination: HostAddress
  package let sourcePort: UInt16
  package let destinationPort: UInt16
  package let payload: ArraySlice<UInt8>

  /// Reads a packet; `nil` where it is not UDP over IP, is a fragment, or is cut.
  package init?(_ packet: [UInt8]) {
    guard let header = PacketHeader(of: packet, carrying: PacketHeader.udp) else { return nil }
    let start = header.transport
    // RFC 768: the ports, the length, and the checksum.
    guard start + 8 <= header.end else { return nil }
    let length = Int(packet[start + 4]) << 8 | Int(packet[start + 5])
    guard length >= 8, start + length <= header.end else { return nil }
    source = header.source
    destination = header.destination
    sourcePort = UInt16(packet[start]) << 8 | UInt16(packet[start + 1])
    destinationPort = UInt16(packet[start + 2]) << 8 | UInt16(packet[start + 3])
    payload = packet[(start + 8)..<(start + length)]
  }

  package func reply(_ content: [UInt8]) -> [UInt8] {
    let segment =
      PacketHeader.two(Int(destinationPort)) + PacketHeader.two(Int(sourcePort))
      + PacketHeader.two(8 + content.count) + [0, 0] + content
    return PacketHeader.packet(from: destination, to: source, carrying: PacketHeader.udp, segment, sum: 6)
  }
}
