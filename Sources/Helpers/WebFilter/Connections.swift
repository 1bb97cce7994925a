import ConnectionNames
import Glibc
import LinuxRuntime
import Netlink

/// The TCP connections of this computer, as the kernel lists them (sock_diag(7)), and the way to end one.
struct Connections: ~Copyable {
  /// One connection.
  struct Connection {
    let family: UInt8
    let user: UInt32
    let localPort: UInt16
    let remotePort: UInt16
    /// The other side's address, 4 octets or 16; an IPv4 address inside an IPv6 socket is one of four.
    let remote: [UInt8]
    /// The kernel's own name for it.
    fileprivate let identity: [UInt8]

    var isLoopback: Bool {
      remote.count == 4 ? remote[0] == 127 : remote.dropLast().allSatisfy { $0 == 0 }
    }
  }

  private let socket: NetlinkSocket

  init() throws(SystemError) {
    socket = try NetlinkSocket(protocol: 4)
  }

  /// Those that were opened.
  ///
  /// - Parameter withOpening: whether those that are being opened count too.
  func list(withOpening: Bool) throws(SystemError) -> [Connection] {
    var found: [Connection] = []
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    for family in [UInt8(AF_INET), UInt8(AF_INET6)] {
      // struct inet_diag_req_v2; the states ESTABLISHED (1), SYN_SENT (2), FIN_WAIT1 (4), CLOSE_WAIT (8).
      let states: UInt32 = 1 << 1 | (withOpening ? 1 << 2 : 0) | 1 << 4 | 1 << 8
      let header = [family, UInt8(IPPROTO_TCP), 0, 0] + nativeOctets(states) + [UInt8](repeating: 0, count: 48)
      try socket.send([NetlinkMessage(type: 20, flags: 1 | 0x300, sequence: UInt32(family), header: header)])
      listing: while let replies = try socket.receive(into: &buffer) {
        for reply in replies where reply.sequence == UInt32(family) {
          if reply.type == NetlinkReply.done { break listing }
          if let error = reply.errorNumber { throw SystemError("sock_diag", error, on: "tcp") }
          if let connection = Self.read(reply.content) { found.append(connection) }
        }
      }
    }
    return found
  }

  /// Ends a connection for both sides.
  ///
  /// - Throws: `EOPNOTSUPP` where the kernel was built without that (CONFIG_INET_DIAG_DESTROY).
  func end(_ connection: Connection) throws(SystemError) {
    let header =
      [connection.family, UInt8(IPPROTO_TCP), 0, 0] + nativeOctets(UInt32.max) + connection.identity
    do throws(SystemError) {
      try socket.request(
        [NetlinkMessage(type: 21, flags: 1 | 4, sequence: 100, header: header)], acknowledged: 1, subject: "tcp")
    } catch  where error.code == ENOENT {
      // It ended by itself in between.
    }
  }

  /// Ends the connection that a packet of this computer belongs to, for both sides.
  func end(sending packet: TCPPacket) throws(SystemError) {
    let room = [UInt8](repeating: 0, count: 16 - packet.source.count)
    // struct inet_diag_sockid: ports, addresses, any interface, and a cookie that fits every socket.
    let identity =
      bigEndian(packet.sourcePort) + bigEndian(packet.destinationPort) + packet.source + room + packet.destination
      + room + nativeOctets(UInt32(0)) + [UInt8](repeating: 0xFF, count: 8)
    try end(
      Connection(
        family: UInt8(packet.source.count == 4 ? AF_INET : AF_INET6), user: 0, localPort: packet.sourcePort,
        remotePort: packet.destinationPort, remote: packet.destination, identity: identity))
  }

  /// Asks for the end of a connection that cannot be: to port 0 of nowhere.
  func probe() throws(SystemError) {
    try end(
      Connection(
        family: UInt8(AF_INET), user: 0, localPort: 0, remotePort: 0, remote: [0, 0, 0, 0],
        identity: [UInt8](repeating: 0, count: 40) + [UInt8](repeating: 0xFF, count: 8)))
  }

  /// struct inet_diag_msg: family, state, timer, retransmits, the socket's identity, then five numbers of which the
  /// user is the fourth.
  private static func read(_ content: ArraySlice<UInt8>) -> Connection? {
    guard content.count >= 72 else { return nil }
    let message = Array(content)
    let identity = Array(message[4..<52])
    var remote = Array(identity[20..<36])
    if message[0] == UInt8(AF_INET) {
      remote = Array(remote[..<4])
    } else if remote[..<10].allSatisfy({ $0 == 0 }), remote[10] == 0xFF, remote[11] == 0xFF {
      remote = Array(remote[12...])
    }
    return Connection(
      family: message[0], user: native(message[64..<68]),
      localPort: UInt16(truncatingIfNeeded: number(identity[0..<2])),
      remotePort: UInt16(truncatingIfNeeded: number(identity[2..<4])), remote: remote, identity: identity)
  }
}
