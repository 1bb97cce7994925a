/// A TCP packet as the kernel hands it to a queue: from the first octet of its IP header on.
package struct TCPPacket: Sendable {
  package let source: HostAddress
  package let destination: HostAddress
  package let sourcePort: UInt16
  package let destinationPort: UInt16
  /// The number of its first octet, or of its SYN.
  package let sequence: UInt32
  /// The number of the next octet that it expects from the other side; 0 where it expects none yet.
  package let acknowledgement: UInt32
  package let opens: Bool
  /// Whether it ends one, in order or at once.
  package let ends: Bool
  package let resets: Bool
  package let isUrgent: Bool
  /// Whether it belongs to a path of Multipath TCP that is not known by this packet to be the first (RFC 8684 3):
  /// what it carries is a part of something that is said elsewhere.
  package let isOfManyPaths: Bool
  package let envelope: Envelope
  /// Its time by the clocks of both sides, where they tell it (RFC 7323 3.2).
  package let times: Times?
  package let payload: ArraySlice<UInt8>
  let transport: Int

  package struct Times: Sendable, Equatable {
    package let own: UInt32
    /// What the other side told last.
    package let other: UInt32

    package init(own: UInt32, other: UInt32) {
      self.own = own
      self.other = other
    }
  }

  /// What decides whether a packet arrives, and whether it is taken there.
  package struct Envelope: Sendable, Equatable {
    /// How many routers it may pass: the time to live, or the hop limit.
    package let hops: UInt8
    /// Whether it has options of IP, or a route of its own.
    package let hasOptions: Bool
    /// Whether it is signed (TCP-MD5, RFC 2385; TCP-AO, RFC 5925), which a server that has no key does not take.
    package let isSigned: Bool
  }

  /// Reads a packet; `nil` where it is not TCP over IP, is a fragment, or is cut.
  package init?(_ packet: [UInt8]) {
    guard let header = PacketHeader(of: packet, carrying: PacketHeader.tcp) else { return nil }
    let (transport, end) = (header.transport, header.end)
    // RFC 9293 3.1.
    guard transport + 20 <= end else { return nil }
    self.transport = transport
    source = header.source
    destination = header.destination
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
    // The option begins with its kind, its length and its subtype; 0 opens the first path.
    isOfManyPaths =
      Self.option(30, in: packet[(transport + 20)..<content]).map { place in
        place + 3 <= content && packet[place + 2] >> 4 != 0
      } ?? false
    envelope = Envelope(
      hops: packet[packet[0] >> 4 == 4 ? 8 : 7], hasOptions: header.hasOptions,
      isSigned: Self.option(19, in: packet[(transport + 20)..<content]) != nil
        || Self.option(29, in: packet[(transport + 20)..<content]) != nil)
    times = Self.option(8, in: packet[(transport + 20)..<content]).flatMap { place in
      place + 10 <= content
        ? Times(own: Self.number(packet, at: place + 2), other: Self.number(packet, at: place + 6)) : nil
    }
    payload = packet[content..<end]
  }

  private static func number(_ packet: [UInt8], at place: Int) -> UInt32 {
    UInt32(packet[place]) << 24 | UInt32(packet[place + 1]) << 16 | UInt32(packet[place + 2]) << 8
      | UInt32(packet[place + 3])
  }

  /// Where an option of TCP is (RFC 9293 3.1: kind, length, content).
  private static func option(_ wanted: UInt8, in options: ArraySlice<UInt8>) -> Int? {
    var rest = options
    while let kind = rest.first, kind != 0 {
      if kind == wanted { return rest.startIndex }
      let length = kind == 1 ? 1 : Int(rest.dropFirst().first ?? 0)
      guard length > 0 else { return nil }
      rest = rest.dropFirst(length)
    }
    return nil
  }
}
