internal import Glibc
internal import LinuxRuntime
internal import Netlink

/// Says who owns a TCP connection of this computer.
///
/// The kernel is asked for the one connection. A kernel without sock_diag(7) has its list of all sockets, which takes
/// longer to read.
package struct SocketOwners: ~Copyable {
  private let socket: NetlinkSocket?
  private var asked: UInt32 = 0

  package init() {
    socket = try? NetlinkSocket(protocol: ConnectionDiagnosis.netlinkProtocol)
  }

  /// The user who opened a connection within this computer; `nil` if it no longer exists.
  ///
  /// - Parameter ends: the connection as the one who opened it sees it: that end is the source. Both addresses count,
  ///   since a port of 127.0.0.1 and the same port of 127.0.0.2 may belong to two users.
  package mutating func user(of ends: ConnectionEnds) -> UInt32? {
    do throws(SystemError) {
      guard let reply = try answer(about: ends) else { return SocketTable.user(of: ends) }
      guard reply.type == ConnectionDiagnosis.byFamily, let found = DiagnosedSocket(reply.content) else { return nil }
      // What only listens is not a connection, and what its owner has closed is nobody's.
      return found.state == ConnectionDiagnosis.State.listen.rawValue || found.inode == 0 ? nil : found.user
    } catch {
      return SocketTable.user(of: ends)
    }
  }

  /// What the kernel calls a connection's socket; `nil` if it does not exist, or its owner has closed it.
  package mutating func socket(of ends: ConnectionEnds) -> UInt32? {
    guard let reply = (try? answer(about: ends)) ?? nil, reply.type == ConnectionDiagnosis.byFamily,
      let found = DiagnosedSocket(reply.content), found.inode != 0
    else { return nil }
    return found.inode
  }

  /// The kernel's answer, after any to earlier questions; `nil` where none comes.
  private mutating func answer(about ends: ConnectionEnds) throws(SystemError) -> NetlinkReply? {
    asked &+= 1
    let header = ConnectionDiagnosis.request(
      family: ends.family, states: .max, identity: ConnectionDiagnosis.identity(of: ends))
    try socket?.send([
      NetlinkMessage(type: ConnectionDiagnosis.byFamily, flags: NetlinkMessage.request, sequence: asked, header: header)
    ])
    var buffer = [UInt8](repeating: 0, count: 4096)
    while let replies = try socket?.receive(into: &buffer) {
      if let reply = replies.first(where: { $0.sequence == asked }) { return reply }
    }
    return nil
  }
}
