/// A TCP packet as the kernel hands it to a queue: from the first octet of its IP header on.
public struct TCPPacket: Sendable {
  /// The addresses, 4 octets each or 16.
  public let source: [UInt8]
  /// Where it goes.
  public let destination: [UInt8]
  /// The port it comes from.
  public let sourcePort: UInt16
  /// The port it goes to.
  public let destinationPort: UInt16
  /// The number of its first octet, or of its SYN.
  public let sequence: UInt32
  /// The number of the next octet that it expects from the other side; 0 where it expects none yet.
  public let acknowledgement: UInt32
  /// Whether it opens a connection.
  public let opens: Bool
  /// Whether it ends one, in order or at once.
  public let ends: Bool
  /// What it carries.
  public let payload: ArraySlice<UInt8>

  /// Reads a packet; `nil` where it is not TCP over IP, is a fragment, or is cut.
  public init?(_ packet: [UInt8]) {
    guard let version = packet.first.map({ $0 >> 4 }) else { return nil }
    var transport: Int
    var end = packet.count
    switch version {
    case 4:
      // RFC 791 3.1.
      guard packet.count >= 20 else { return nil }
      transport = Int(packet[0] & 0x0F) * 4
      let total = Int(packet[2]) << 8 | Int(packet[3])
      // A length of zero is in packets that the card cuts up later (GSO beyond 64 KB).
      if total > 0 { end = min(end, total) }
      let fragment = Int(packet[6] & 0x3F) << 8 | Int(packet[7])
      guard transport >= 20, packet[9] == 6, fragment == 0 else { return nil }
      source = Array(packet[12..<16])
      destination = Array(packet[16..<20])
    case 6:
      // RFC 8200 3, and the extension headers of 4 that may stand between.
      guard packet.count >= 40 else { return nil }
      let length = Int(packet[4]) << 8 | Int(packet[5])
      if length > 0 { end = min(end, 40 + length) }
      source = Array(packet[8..<24])
      destination = Array(packet[24..<40])
      transport = 40
      var next = packet[6]
      var hops = 0
      while next != 6 {
        guard next == 0 || next == 43 || next == 60, hops < 8, transport + 8 <= end else { return nil }
        next = packet[transport]
        transport += (Int(packet[transport + 1]) + 1) * 8
        hops += 1
      }
    default: return nil
    }
    // RFC 9293 3.1.
    guard transport + 20 <= end else { return nil }
    sourcePort = UInt16(packet[transport]) << 8 | UInt16(packet[transport + 1])
    destinationPort = UInt16(packet[transport + 2]) << 8 | UInt16(packet[transport + 3])
    sequence = packet[(transport + 4)..<(transport + 8)].reduce(0) { $0 << 8 | UInt32($1) }
    acknowledgement = packet[(transport + 8)..<(transport + 12)].reduce(0) { $0 << 8 | UInt32($1) }
    let header = Int(packet[transport + 12] >> 4) * 4
    guard header >= 20, transport + header <= end else { return nil }
    let flags = packet[transport + 13]
    opens = flags & 0x02 != 0
    ends = flags & 0x05 != 0
    payload = packet[(transport + header)..<end]
  }
}
