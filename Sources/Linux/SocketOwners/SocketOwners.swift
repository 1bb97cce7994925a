internal import Glibc
internal import LinuxRuntime
internal import Netlink

/// Who owns a TCP connection of this computer.
public enum SocketOwners {
  /// The user who opened a connection within this computer; `nil` if it no longer exists.
  ///
  /// The kernel is asked for this one connection. One without sock_diag(7) has its list of all sockets, which takes
  /// longer to read.
  ///
  /// - Parameter ends: the connection as the one who opened it sees it: that end is the source. Both addresses count,
  ///   since a port of 127.0.0.1 and the same port of 127.0.0.2 may belong to two users.
  public static func user(of ends: ConnectionEnds) -> UInt32? {
    do throws(SystemError) {
      let socket = try NetlinkSocket(protocol: ConnectionDiagnosis.netlinkProtocol)
      let header = ConnectionDiagnosis.request(
        family: ends.family, states: .max, identity: ConnectionDiagnosis.identity(of: ends))
      try socket.send([
        NetlinkMessage(type: ConnectionDiagnosis.byFamily, flags: NetlinkMessage.request, sequence: 1, header: header)
      ])
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard let reply = try socket.receive(into: &buffer)?.first, reply.type == ConnectionDiagnosis.byFamily,
        let found = DiagnosedSocket(reply.content)
      else { return nil }
      // What only listens is not a connection, and what its owner has closed is nobody's.
      return found.state == ConnectionDiagnosis.State.listen.rawValue || found.inode == 0 ? nil : found.user
    } catch {
      return SocketTable.user(of: ends)
    }
  }
}
