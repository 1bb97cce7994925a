import ConnectionNames

/// Makes questions by the letter of RFC 1035, for the tests to read.
struct QuestionMaker {
  var identifier: UInt16 = 0x1234
  var flags: UInt16 = 0x0100
  var name = "m.social.example"
  var type: UInt16 = 65
  var isExtended = true
  /// How much the extension has in it.
  var padding = 0

  static func two(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  /// A header of IPv4 in front of a packet of that length.
  static func header(_ length: Int, _ kind: UInt8) -> [UInt8] {
    [0x45, 0] + two(length) + [0, 0, 0x40, 0, 64, kind, 0, 0, 10, 0, 0, 1, 198, 51, 100, 1]
  }

  var labels: [UInt8] { name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0] }
  var question: [UInt8] { labels + Self.two(Int(type)) + [0, 1] }

  var octets: [UInt8] {
    let head = Self.two(Int(identifier)) + Self.two(Int(flags)) + [0, 1, 0, 0, 0, 0, 0, isExtended ? 1 : 0]
    let more = [0, 0, 41, 16, 0, 0, 0, 0x80, 0] + Self.two(padding) + [UInt8](repeating: 0, count: padding)
    return head + question + (isExtended ? more : [])
  }

  /// Behind its length, as it goes over a connection.
  var framed: [UInt8] { Self.two(octets.count) + octets }
}

/// Packets of one connection to a resolver, as they leave this computer.
struct QuestionPackets {
  static let synchronise: UInt8 = 0x02
  static let finish: UInt8 = 0x11
  static let reset: UInt8 = 0x04
  var hasTimes = false
  var isIPv6 = false

  func packet(
    _ content: [UInt8] = [], sequence: UInt32, flags: UInt8 = 0x18, expecting: UInt32 = 500
  ) -> TCPPacket {
    TCPPacket(octets(content, sequence: sequence, flags: flags, expecting: expecting))!
  }

  func octets(_ content: [UInt8], sequence: UInt32, flags: UInt8, expecting: UInt32) -> [UInt8] {
    func four(_ number: UInt32) -> [UInt8] {
      QuestionMaker.two(Int(number >> 16)) + QuestionMaker.two(Int(number & 0xFFFF))
    }
    let options: [UInt8] = hasTimes ? [1, 1, 8, 10, 0, 0, 0, 7, 0, 0, 0, 9] : []
    let tcp =
      QuestionMaker.two(40_000) + QuestionMaker.two(53) + four(sequence) + four(expecting)
      + [UInt8(5 + options.count / 4) << 4, flags, 0xFF, 0xFF, 0, 0, 0, 0] + options + content
    if isIPv6 {
      return [0x60, 0, 0, 0] + QuestionMaker.two(tcp.count) + [6, 64] + [UInt8](repeating: 1, count: 16)
        + [UInt8](repeating: 2, count: 16) + tcp
    }
    return QuestionMaker.header(20 + tcp.count, 6) + tcp
  }

  /// A packet of UDP.
  static func datagram(_ content: [UInt8], port: UInt16 = 40_000) -> [UInt8] {
    let udp =
      QuestionMaker.two(Int(port)) + QuestionMaker.two(53) + QuestionMaker.two(8 + content.count) + [0, 0] + content
    return QuestionMaker.header(20 + udp.count, 17) + udp
  }
}
