import ConnectionNames

/// Makes packets of one connection as they leave a computer, whole but for their checksums.
struct PacketMaker {
  var port: UInt16 = 40_000
  var hops: UInt8 = 64
  /// The options of TCP, a multiple of four octets.
  var options: [UInt8] = []
  /// The options of IP, a multiple of four octets.
  var options4: [UInt8] = []
  var isIPv6 = false
  var urgent = false

  static let synchronise: UInt8 = 0x02
  static let finish: UInt8 = 0x11
  static let reset: UInt8 = 0x14

  func octets(_ content: some Collection<UInt8>, sequence: UInt32, flags: UInt8, expecting: UInt32) -> [UInt8] {
    var tcp: [UInt8] = HelloMaker.two(Int(port)) + HelloMaker.two(443)
    for number in [sequence, expecting] {
      tcp += HelloMaker.two(Int(number >> 16)) + HelloMaker.two(Int(number & 0xFFFF))
    }
    tcp += [UInt8(5 + options.count / 4) << 4, flags | (urgent ? 0x20 : 0), 0xFF, 0xFF, 0, 0, 0, 1] + options + content
    if isIPv6 {
      return [0x60, 0, 0, 0] + HelloMaker.two(tcp.count) + [6, hops] + [UInt8](repeating: 1, count: 16)
        + [UInt8](repeating: 2, count: 16) + tcp
    }
    let header = 20 + options4.count
    return [0x40 | UInt8(header / 4), 0] + HelloMaker.two(header + tcp.count) + [0, 0, 0x40, 0, hops, 6, 0, 0]
      + [10, 0, 0, 1, 198, 51, 100, 1] + options4 + tcp
  }

  func packet(
    _ content: some Collection<UInt8>, sequence: UInt32, flags: UInt8 = 0x18, expecting: UInt32 = 500
  ) -> TCPPacket {
    TCPPacket(octets(content, sequence: sequence, flags: flags, expecting: expecting))!
  }

  /// The packet that opens the connection, in front of the sequence number 1.
  var opening: TCPPacket { packet([], sequence: 0, flags: Self.synchronise, expecting: 0) }
}

/// A table that is told of packets on a clock of its own.
struct Listener {
  var names = ConnectionNames()
  var now: UInt64 = 0
  var isWeb = true

  init(opening maker: PacketMaker = PacketMaker()) {
    _ = see(maker.opening)
  }

  mutating func see(_ packet: TCPPacket) -> ConnectionNames.Finding {
    names.see(packet, at: now, isWeb: isWeb)
  }
}
