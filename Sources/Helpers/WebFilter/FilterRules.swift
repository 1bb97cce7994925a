import Netlink

/// One rule of a chain, in the words of nf_tables' virtual machine (linux/netfilter/nf_tables.h).
struct FilterRule {
  private var expressions: [(name: String, content: (inout NetlinkMessage) -> Void)] = []

  /// The properties of a packet that a rule can read, by the numbers of their keys.
  enum Meta: UInt32 {
    case mark = 3
    case outgoingType = 9
    case socketUser = 10
    case family = 15
    case transport = 16
  }

  enum Connection: UInt32 {
    case direction = 1
    case mark = 3
  }

  // NFT_REG32_00: the first of the machine's four-octet registers.
  private static let register: UInt32 = 8

  func match(_ meta: Meta, _ value: [UInt8], isNot: Bool = false) -> FilterRule {
    adding("meta") {
      $0.add(1, number: Self.register)
      $0.add(2, number: meta.rawValue)
    }.comparing(value, isNot: isNot)
  }

  func match(_ connection: Connection, _ value: [UInt8]) -> FilterRule {
    loading(connection).comparing(value, isNot: false)
  }

  /// The socket's user is one of some ids.
  ///
  /// Numbers of this machine's order are compared octet by octet, so that they are turned round first.
  func match(socketUsers ids: ClosedRange<UInt32>) -> FilterRule {
    loading(Meta.socketUser).adding("byteorder") {
      $0.add(1, number: Self.register)
      $0.add(2, number: Self.register)
      // NFT_BYTEORDER_HTON; one number of four octets.
      $0.add(3, number: 1)
      $0.add(4, number: 4)
      $0.add(5, number: 4)
    }
    .comparing(bigEndian(ids.lowerBound), by: .notBelow).comparing(bigEndian(ids.upperBound), by: .notAbove)
  }

  func match(connectionMark value: UInt32, of mask: UInt32) -> FilterRule {
    loading(Connection.mark).masking(mask).comparing(nativeOctets(value), isNot: false)
  }

  func match(packetMark value: UInt32, of mask: UInt32, isNot: Bool = false) -> FilterRule {
    loading(Meta.mark).masking(mask).comparing(nativeOctets(value), isNot: isNot)
  }

  /// The port that a packet of TCP or UDP goes to (RFC 768, RFC 9293: octets 2 and 3).
  func match(destinationPort port: UInt16) -> FilterRule {
    loading(2, at: 2).comparing(bigEndian(port), isNot: false)
  }

  /// The address that a packet goes to, of 4 or 16 octets (RFC 791 3.1, RFC 8200 3).
  func match(destination address: [UInt8]) -> FilterRule {
    let isShort = address.count == 4
    // NFPROTO_IPV4 and NFPROTO_IPV6; NFT_PAYLOAD_NETWORK_HEADER.
    return match(.family, [isShort ? 2 : 10])
      .loading(UInt32(address.count), at: isShort ? 16 : 24, in: 1).comparing(address, isNot: false)
  }

  /// Whether a packet of TCP resets its connection (RFC 9293 3.1: octet 13, the third bit).
  func match(resets: Bool) -> FilterRule {
    loading(1, at: 13).masking([0x04]).comparing([0], isNot: resets)
  }

  /// Whether a packet of UDP opens a connection of QUIC: behind the eight octets of its header, the two first bits of a
  /// long header, and then a version that begins in this way (RFC 9000 17.2, RFC 8999 5.1).
  func match(openingOfQUIC version: [UInt8]) -> FilterRule {
    loading(1, at: 8).masking([0xC0]).comparing([0xC0], isNot: false)
      .loading(UInt32(version.count), at: 9).comparing(version, isNot: false)
  }

  /// Writes some bits of the connection's mark; the others belong to other programs.
  func set(connectionMark value: UInt32, of mask: UInt32) -> FilterRule {
    loading(Connection.mark).masking(~mask, turning: value).adding("ct") {
      $0.add(2, number: Connection.mark.rawValue)
      $0.add(4, number: Self.register)
    }
  }

  func clear(packetMark mask: UInt32) -> FilterRule {
    loading(Meta.mark).masking(~mask).adding("meta") {
      $0.add(2, number: Meta.mark.rawValue)
      $0.add(3, number: Self.register)
    }
  }

  /// Hands the packet to a queue; where nobody listens, it goes on.
  func queue(_ number: UInt16, by style: QueueStyle) -> FilterRule {
    switch style {
    case .expression:
      adding("queue") {
        $0.add(1, bigEndian(number))
        $0.add(2, bigEndian(UInt16(1)))
        $0.add(3, bigEndian(UInt16(1)))
      }
    case .target:
      // struct xt_NFQ_info_v3: the queue's number, how many, the flags (bypass); aligned to eight octets.
      adding("target") {
        $0.add(1, text: "NFQUEUE")
        $0.add(2, number: 3)
        $0.add(3, nativeOctets(number) + nativeOctets(UInt16(1)) + nativeOctets(UInt16(1)) + [0, 0])
      }
    }
  }

  func resetConnection() -> FilterRule {
    adding("reject") {
      $0.add(1, number: 1)
      $0.add(2, [0])
    }
  }

  /// Lets the packet pass the rest of the chain (NF_ACCEPT).
  func accept() -> FilterRule {
    adding("immediate") {
      // NFT_REG_VERDICT.
      $0.add(1, number: 0)
      $0.nest(2) { $0.nest(2) { $0.add(1, number: 1) } }
    }
  }

  /// Says that nobody is at that port (NFT_REJECT_ICMPX_UNREACH, NFT_REJECT_ICMPX_PORT_UNREACH).
  func answerUnreachable() -> FilterRule {
    adding("reject") {
      $0.add(1, number: 2)
      $0.add(2, [1])
    }
  }

  func write(to message: inout NetlinkMessage) {
    message.nest(4) { list in
      for expression in expressions {
        list.nest(1) { element in
          element.add(1, text: expression.name)
          element.nest(2, expression.content)
        }
      }
    }
  }

  private func loading(_ meta: Meta) -> FilterRule {
    adding("meta") {
      $0.add(1, number: Self.register)
      $0.add(2, number: meta.rawValue)
    }
  }

  private func loading(_ connection: Connection) -> FilterRule {
    adding("ct") {
      $0.add(1, number: Self.register)
      $0.add(2, number: connection.rawValue)
    }
  }

  /// Loads octets of the packet; header 2 is that of TCP or UDP (NFT_PAYLOAD_TRANSPORT_HEADER).
  private func loading(_ count: UInt32, at place: UInt32, in header: UInt32 = 2) -> FilterRule {
    adding("payload") {
      $0.add(1, number: Self.register)
      $0.add(2, number: header)
      $0.add(3, number: place)
      $0.add(4, number: count)
    }
  }

  private func masking(_ mask: UInt32, turning value: UInt32 = 0) -> FilterRule {
    masking(nativeOctets(mask), turning: nativeOctets(value))
  }

  private func masking(_ mask: [UInt8], turning value: [UInt8] = [0]) -> FilterRule {
    adding("bitwise") {
      $0.add(1, number: Self.register)
      $0.add(2, number: Self.register)
      $0.add(3, number: UInt32(mask.count))
      $0.nest(4) { $0.add(1, mask) }
      $0.nest(5) { $0.add(1, value) }
    }
  }

  /// How a register is compared (NFT_CMP_EQ, _NEQ, _LTE, _GTE).
  private enum Comparison: UInt32 {
    case equal = 0
    case unequal = 1
    case notAbove = 3
    case notBelow = 5
  }

  private func comparing(_ value: [UInt8], isNot: Bool) -> FilterRule {
    comparing(value, by: isNot ? .unequal : .equal)
  }

  private func comparing(_ value: [UInt8], by comparison: Comparison) -> FilterRule {
    adding("cmp") {
      $0.add(1, number: Self.register)
      $0.add(2, number: comparison.rawValue)
      $0.nest(3) { $0.add(1, value) }
    }
  }

  private func adding(_ name: String, _ content: @escaping (inout NetlinkMessage) -> Void) -> FilterRule {
    var rule = self
    rule.expressions.append((name, content))
    return rule
  }
}

enum QueueStyle: CaseIterable, Sendable {
  /// By nf_tables' own expression (CONFIG_NFT_QUEUE).
  case expression
  /// By the older target, through the layer that lets nf_tables use those (CONFIG_NFT_COMPAT).
  case target
}
