internal import LinuxRuntime
internal import Netlink

/// Who comes after a connection on loopback, asked of the kernel for this one connection (sock_diag(7)).
enum LoopbackPeer {
  /// The user who opened the connection from one port of this computer to another; `nil` where it is not there any
  /// more.
  static func user(connectedFrom port: UInt16, to ours: UInt16) -> UInt32? {
    do throws(SystemError) {
      // NETLINK_SOCK_DIAG is 4 (linux/netlink.h).
      let socket = try NetlinkSocket(protocol: 4)
      // SOCK_DIAG_BY_FAMILY is 20 (linux/sock_diag.h), NLM_F_REQUEST 1.
      try socket.send([NetlinkMessage(type: 20, flags: 1, sequence: 1, header: request(port, ours))])
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard let reply = try socket.receive(into: &buffer)?.first, reply.type == 20 else { return nil }
      return user(in: Array(reply.content))
    } catch {
      // A kernel without sock_diag has its list of all sockets, which takes longer to read.
      return SocketTable.user(connectedFrom: port, to: ours)
    }
  }

  /// `inet_diag_req_v2` (linux/inet_diag.h): the socket whose own end is the peer's.
  private static func request(_ port: UInt16, _ ours: UInt16) -> [UInt8] {
    let loopback: [UInt8] = [127, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
    // AF_INET, IPPROTO_TCP, no extensions, padding; every state.
    var octets: [UInt8] = [2, 6, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    octets += bigEndian(port) + bigEndian(ours) + loopback + loopback
    // Any interface, and no cookie.
    return octets + [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
  }

  /// The user in `inet_diag_msg`; `nil` for what only listens, and for a socket whose owner has closed it: the kernel
  /// names user 0 for that.
  private static func user(in message: [UInt8]) -> UInt32? {
    // Family, state, timer, retries; the socket's ends, 48 octets; expiry and two queues, 4 each; user; inode.
    guard message.count >= 72, message[1] != 10, native(message[68..<72]) != 0 else { return nil }
    return native(message[64..<68])
  }
}
