/// The header of IP in front of a packet: where it comes from and goes, and where what it carries begins.
struct PacketHeader {
  /// The numbers of the protocols that are read (IANA, protocol numbers).
  static let tcp: UInt8 = 6
  static let udp: UInt8 = 17

  let source: HostAddress
  let destination: HostAddress
  /// Where the header of TCP or UDP begins, and where the packet ends.
  let transport: Int
  let end: Int
  /// Whether it has options of IP, or a route of its own.
  let hasOptions: Bool

  /// Reads a packet; `nil` where it carries another protocol, is a fragment, or is cut.
  init?(of packet: [UInt8], carrying kind: UInt8) {
    switch packet.first.map({ $0 >> 4 }) {
    case 4:
      // RFC 791 3.1.
      guard packet.count >= 20 else { return nil }
      let transport = Int(packet[0] & 0x0F) * 4
      let total = Int(packet[2]) << 8 | Int(packet[3])
      let fragment = Int(packet[6] & 0x3F) << 8 | Int(packet[7])
      guard transport >= 20, packet[9] == kind, fragment == 0 else { return nil }
      self.transport = transport
      // A length of zero is in packets that the card cuts up later (GSO beyond 64 KB).
      end = total > 0 ? min(packet.count, total) : packet.count
      hasOptions = transport > 20
    case 6:
      // RFC 8200 3, and the extension headers of 4 that may stand between.
      guard packet.count >= 40 else { return nil }
      let length = Int(packet[4]) << 8 | Int(packet[5])
      let end = length > 0 ? min(packet.count, 40 + length) : packet.count
      var transport = 40
      var next = packet[6]
      var count = 0
      while next != kind {
        guard next == 0 || next == 43 || next == 60, count < 8, transport + 8 <= end else { return nil }
        next = packet[transport]
        transport += (Int(packet[transport + 1]) + 1) * 8
        count += 1
      }
      self.transport = transport
      self.end = end
      hasOptions = count > 0
    default: return nil
    }
    let length = packet[0] >> 4 == 4 ? 4 : 16
    let addresses = length == 4 ? 12 : 8
    source = HostAddress(packet[addresses..<(addresses + length)])
    destination = HostAddress(packet[(addresses + length)..<(addresses + 2 * length)])
  }

  /// A packet from one address to another, with the checksums that it takes.
  ///
  /// - Parameters:
  ///   - segment: the header of TCP or UDP, its checksum zero, and what it carries.
  ///   - sum: where in it the checksum is.
  static func packet(
    from source: HostAddress, to destination: HostAddress, carrying kind: UInt8, _ segment: [UInt8], sum place: Int
  ) -> [UInt8] {
    let addresses = source.octets + destination.octets
    var sealed = segment
    var check = PacketSum()
    check.add(UInt64(kind) + UInt64(segment.count))
    check.add(addresses[...])
    check.add(segment[...])
    // Zero says that there is none (RFC 768), and IPv6 wants one.
    let seal = check.seal == [0, 0] && kind == udp ? [0xFF, 0xFF] : check.seal
    sealed[place] = seal[0]
    sealed[place + 1] = seal[1]
    guard addresses.count == 8 else {
      return [0x60, 0, 0, 0] + two(segment.count) + [kind, 64] + addresses + sealed
    }
    var header: [UInt8] = [0x45, 0] + two(20 + segment.count) + [0, 0, 0x40, 0, 64, kind, 0, 0] + addresses
    var own = PacketSum()
    own.add(header[...])
    header.replaceSubrange(10..<12, with: own.seal)
    return header + sealed
  }

  /// A number of two octets, the larger first.
  static func two(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }
}

/// The checksum by which a packet shows that it is whole (RFC 1071).
struct PacketSum {
  private var sum: UInt64 = 0

  mutating func add(_ number: UInt64) { sum &+= number }

  mutating func add(_ octets: ArraySlice<UInt8>) {
    var index = octets.startIndex
    while index + 1 < octets.endIndex {
      sum &+= UInt64(octets[index]) << 8 | UInt64(octets[index + 1])
      index += 2
    }
    if index < octets.endIndex { sum &+= UInt64(octets[index]) << 8 }
  }

  /// The checksum as the packet carries it.
  var seal: [UInt8] {
    var folded = sum
    while folded > 0xFFFF { folded = folded >> 16 + folded & 0xFFFF }
    return PacketHeader.two(Int(~folded & 0xFFFF))
  }
}
