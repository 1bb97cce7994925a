internal import Glibc
package import LinuxRuntime
internal import Netlink

package struct ConnectionEnds: Sendable {
  /// This computer's address, 4 octets or 16.
  package let source: [UInt8]
  package let sourcePort: UInt16
  /// The other side's address, as long as this computer's.
  package let destination: [UInt8]
  package let destinationPort: UInt16

  package init(source: [UInt8], sourcePort: UInt16, destination: [UInt8], destinationPort: UInt16) {
    self.source = source
    self.sourcePort = sourcePort
    self.destination = destination
    self.destinationPort = destinationPort
  }

  var family: UInt8 { UInt8(source.count == 4 ? AF_INET : AF_INET6) }
}

/// The TCP connections of this computer, as the kernel lists them (sock_diag(7)), and the way to end one.
package struct TCPConnections: ~Copyable {
  package struct Connection: Sendable {
    package let user: UInt32
    package let localPort: UInt16
    package let remotePort: UInt16
    /// The other side's address, 4 octets or 16; an IPv4 address inside an IPv6 socket is one of four.
    package let remote: [UInt8]
    let family: UInt8
    /// The kernel's own name for it.
    let identity: [UInt8]

    /// Its two ends, as the side that opened it sees them.
    package var ends: ConnectionEnds {
      // Two ports, then two addresses of sixteen octets (ConnectionDiagnosis.identity).
      let length = family == UInt8(AF_INET) ? 4 : 16
      return ConnectionEnds(
        source: Array(identity[4..<(4 + length)]), sourcePort: localPort,
        destination: Array(identity[20..<(20 + length)]), destinationPort: remotePort)
    }

    package var isLoopback: Bool {
      remote.count == 4 ? remote[0] == 127 : remote.dropLast().allSatisfy { $0 == 0 }
    }
  }

  private let socket: NetlinkSocket

  package init() throws(SystemError) {
    socket = try NetlinkSocket(protocol: ConnectionDiagnosis.netlinkProtocol)
  }

  /// The open connections; with `withOpening` also those that are being opened.
  package func list(withOpening: Bool) throws(SystemError) -> [Connection] {
    var found: [Connection] = []
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    typealias State = ConnectionDiagnosis.State
    let opening = withOpening ? State.synSent.bit : 0
    let states = State.established.bit | State.finWait1.bit | State.closeWait.bit | opening
    let any = [UInt8](repeating: 0, count: ConnectionDiagnosis.identityLength)
    for family in [UInt8(AF_INET), UInt8(AF_INET6)] {
      let header = ConnectionDiagnosis.request(family: family, states: states, identity: any)
      let flags = NetlinkMessage.request | NetlinkMessage.dump
      try socket.send([
        NetlinkMessage(type: ConnectionDiagnosis.byFamily, flags: flags, sequence: UInt32(family), header: header)
      ])
      listing: while let replies = try socket.receive(into: &buffer) {
        for reply in replies where reply.sequence == UInt32(family) {
          if reply.type == NetlinkReply.done { break listing }
          if let error = reply.errorNumber { throw SystemError("sock_diag", error, on: "tcp") }
          if let socket = DiagnosedSocket(reply.content) { found.append(Connection(socket)) }
        }
      }
    }
    return found
  }

  /// Ends a connection for both sides.
  ///
  /// - Throws: `EOPNOTSUPP` if the kernel was built without that (CONFIG_INET_DIAG_DESTROY).
  package func end(_ connection: Connection) throws(SystemError) {
    try end(family: connection.family, identity: connection.identity)
  }

  package func end(_ ends: ConnectionEnds) throws(SystemError) {
    try end(family: ends.family, identity: ConnectionDiagnosis.identity(of: ends))
  }

  /// Finds out whether the kernel ends connections, with an impossible one: to port 0 of nowhere.
  package func probe() throws(SystemError) {
    let nowhere = [UInt8](repeating: 0, count: 4)
    try end(ConnectionEnds(source: nowhere, sourcePort: 0, destination: nowhere, destinationPort: 0))
  }

  private func end(family: UInt8, identity: [UInt8]) throws(SystemError) {
    let header = ConnectionDiagnosis.request(family: family, states: .max, identity: identity)
    let flags = NetlinkMessage.request | NetlinkMessage.acknowledge
    do throws(SystemError) {
      try socket.request(
        [NetlinkMessage(type: ConnectionDiagnosis.destroy, flags: flags, sequence: 100, header: header)],
        acknowledged: 1, subject: "tcp")
    } catch  where error.code == ENOENT {
      // It ended by itself in between.
    }
  }
}

extension TCPConnections.Connection {
  fileprivate init(_ socket: DiagnosedSocket) {
    var remote = Array(socket.identity[20..<36])
    if socket.family == UInt8(AF_INET) {
      remote = Array(remote[..<4])
    } else if remote[..<10].allSatisfy({ $0 == 0 }), remote[10] == 0xFF, remote[11] == 0xFF {
      remote = Array(remote[12...])
    }
    self.init(
      user: socket.user, localPort: UInt16(truncatingIfNeeded: number(socket.identity[0..<2])),
      remotePort: UInt16(truncatingIfNeeded: number(socket.identity[2..<4])), remote: remote, family: socket.family,
      identity: socket.identity)
  }
}
