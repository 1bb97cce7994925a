/// A TCP packet as the kernel hands it to a queue: from the first octet of its IP header on.
public struct TCPPacket: Sendable {
  /// Where it comes from.
  public let source: HostAddress
  /// Where it goes.
  public let destination: HostAddress
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
  /// Whether it ends one at once.
  public let resets: Bool
  /// Whether some of its content is urgent.
  public let isUrgent: Bool
  /// What decides whether it arrives.
  public let envelope: Envelope
  /// What it carries.
  public let payload: ArraySlice<UInt8>
  let transport: Int

  /// What decides whether a packet arrives, and whether it is taken there.
  public struct Envelope: Sendable, Equatable {
    /// How many routers it may pass: the time to live, or the hop limit.
    public let hops: UInt8
    /// Whether it has options of IP, or a route of its own.
    public let hasOptions: Bool
    /// Whether it is signed (TCP-MD5, RFC 2385; TCP-AO, RFC 5925), which a server that has no key does not take.
    public let isSigned: Bool
  }

  /// Reads a packet; `nil` where it is not TCP over IP, is a fragment, or is cut.
  public init?(_ packet: [UInt8]) {
    guard let header = Self.header(of: packet) else { return nil }
    let (transport, end) = (header.transport, header.end)
    // RFC 9293 3.1.
    guard transport + 20 <= end else { return nil }
    self.transport = transport
    let length = packet[0] >> 4 == 4 ? 4 : 16
    let addresses = length == 4 ? 12 : 8
    source = HostAddress(packet[addresses..<(addresses + length)])
    destination = HostAddress(packet[(addresses + length)..<(addresses + 2 * length)])
    sourcePort = UInt16(packet[transport]) << 8 | UInt16(packet[transport + 1])
    destinationPort = UInt16(packet[transport + 2]) << 8 | UInt16(packet[transport + 3])
    sequence = Self.number(packet, at: transport + 4)
    acknowledgement = Self.number(packet, at: transport + 8)
    let content = transport + Int(packet[transport + 12] >> 4) * 4
    guard content >= transport + 20, content <= end else { return nil }
    let flags = packet[transport + 13]
    opens = flags & 0x02 != 0
    ends = flags & 0x05 != 0
    resets = flags & 0x04 != 0
    isUrgent = flags & 0x20 != 0
    envelope = Envelope(
      hops: packet[length == 4 ? 8 : 7], hasOptions: header.hasOptions,
      isSigned: Self.isSigned(packet[(transport + 20)..<content]))
    payload = packet[content..<end]
  }

  private static func number(_ packet: [UInt8], at place: Int) -> UInt32 {
    UInt32(packet[place]) << 24 | UInt32(packet[place + 1]) << 16 | UInt32(packet[place + 2]) << 8
      | UInt32(packet[place + 3])
  }

  /// Where TCP's own header begins, and where the packet ends.
  private static func header(of packet: [UInt8]) -> (transport: Int, end: Int, hasOptions: Bool)? {
    switch packet.first.map({ $0 >> 4 }) {
    case 4:
      // RFC 791 3.1.
      guard packet.count >= 20 else { return nil }
      let transport = Int(packet[0] & 0x0F) * 4
      let total = Int(packet[2]) << 8 | Int(packet[3])
      let fragment = Int(packet[6] & 0x3F) << 8 | Int(packet[7])
      guard transport >= 20, packet[9] == 6, fragment == 0 else { return nil }
      // A length of zero is in packets that the card cuts up later (GSO beyond 64 KB).
      return (transport, total > 0 ? min(packet.count, total) : packet.count, transport > 20)
    case 6:
      // RFC 8200 3, and the extension headers of 4 that may stand between.
      guard packet.count >= 40 else { return nil }
      let length = Int(packet[4]) << 8 | Int(packet[5])
      let end = length > 0 ? min(packet.count, 40 + length) : packet.count
      var transport = 40
      var next = packet[6]
      var count = 0
      while next != 6 {
        guard next == 0 || next == 43 || next == 60, count < 8, transport + 8 <= end else { return nil }
        next = packet[transport]
        transport += (Int(packet[transport + 1]) + 1) * 8
        count += 1
      }
      return (transport, end, count > 0)
    default: return nil
    }
  }

  /// Whether the options of TCP hold a signature (RFC 9293 3.1: kind, length, content).
  private static func isSigned(_ options: ArraySlice<UInt8>) -> Bool {
    var rest = options
    while let kind = rest.first, kind != 0 {
      if kind == 19 || kind == 29 { return true }
      let length = kind == 1 ? 1 : Int(rest.dropFirst().first ?? 0)
      guard length > 0 else { return false }
      rest = rest.dropFirst(length)
    }
    return false
  }
}
