extension TCPPacket {
  /// The packet's octets with a checksum of their own (RFC 9293 3.1), so that what was read can be sent and nothing
  /// else; `nil` where it goes on as it is: more belongs to it than was
  /// handed over, or it has a route of its own.
  ///
  /// - Parameter packet: what this packet was read from.
  package func sealed(_ packet: [UInt8]) -> [UInt8]? {
    // With a route of its own, the sum is about another address than the header's.
    guard packet.count == payload.endIndex, packet.count <= 0xFFFF, !envelope.hasOptions else { return nil }
    var sealed = packet
    sealed[transport + 16] = 0
    sealed[transport + 17] = 0
    // The pseudo header: the addresses, the protocol, and the length.
    var sum = PacketSum()
    sum.add(UInt64(Int(PacketHeader.tcp) + packet.count - transport))
    sum.add(sealed[packet[0] >> 4 == 4 ? 12..<20 : 8..<40])
    sum.add(sealed[transport...])
    sealed.replaceSubrange((transport + 16)..<(transport + 18), with: sum.seal)
    return sealed
  }

  /// How far the clock of an answer is ahead of the last heard: further than anything on its way.
  private static let lead: UInt32 = 10_000
  /// The flag RST, which ends a connection at once (RFC 9293 3.1).
  package static let reset: UInt8 = 0x04
  /// The flag ACK: all before a number has come.
  package static let acknowledge: UInt8 = 0x10
  /// The flags FIN, PSH and ACK: content is handed over, and no more follows.
  package static let last: UInt8 = 0x19

  /// A packet that the other side could have sent as an answer to this one.
  ///
  /// - Parameters:
  ///   - sequence: the number of its first octet.
  ///   - acknowledgement: the number of the next octet that it expects.
  package func reply(
    _ content: [UInt8] = [], sequence: UInt32, acknowledging acknowledgement: UInt32, flags: UInt8
  ) -> [UInt8] {
    // Each side says again what it heard of the other's clock last; what comes from before that is not taken (RFC 7323
    // 5.3), and the other side may have spoken since.
    let turned = times.map { Times(own: $0.other &+ Self.lead, other: $0.own) }
    let segment = Self.segment(
      from: destinationPort, to: sourcePort, sequence: sequence, acknowledging: acknowledgement, flags: flags,
      times: turned, content)
    return PacketHeader.packet(from: destination, to: source, carrying: PacketHeader.tcp, segment, sum: 16)
  }

  /// A packet in the place of this one that ends its connection for the other side.
  ///
  /// - Parameter sequence: the number that the other side expects next; another one it would not believe (RFC 5961).
  package func ending(at sequence: UInt32) -> [UInt8] {
    let segment = Self.segment(
      from: sourcePort, to: destinationPort, sequence: sequence, acknowledging: 0, flags: Self.reset, times: nil, [])
    return PacketHeader.packet(from: source, to: destination, carrying: PacketHeader.tcp, segment, sum: 16)
  }

  private static func segment(
    from source: UInt16, to destination: UInt16, sequence: UInt32, acknowledging acknowledgement: UInt32,
    flags: UInt8, times: Times?, _ content: [UInt8]
  ) -> [UInt8] {
    func four(_ number: UInt32) -> [UInt8] {
      PacketHeader.two(Int(number >> 16)) + PacketHeader.two(Int(number & 0xFFFF))
    }
    // Two octets that say nothing bring the option to a whole number of words.
    let options: [UInt8] = times.map { [1, 1, 8, 10] + four($0.own) + four($0.other) } ?? []
    var header = PacketHeader.two(Int(source)) + PacketHeader.two(Int(destination))
    header += four(sequence) + four(acknowledgement)
    header += [UInt8(5 + options.count / 4) << 4, flags, 0xFF, 0xFF, 0, 0, 0, 0]
    return header + options + content
  }
}
