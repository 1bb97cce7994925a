internal import CLinux
import Glibc
package import LinuxRuntime

package struct NetlinkSocket: ~Copyable, Sendable {
  /// NETLINK_NETFILTER (linux/netlink.h): tables, queues, connection tracking.
  package static let netfilter: Int32 = 12

  private let descriptor: Descriptor
  /// The number that the kernel knows this socket by.
  package let port: UInt32

  package var number: Int32 { descriptor.number }

  /// Opens a socket of a protocol, such as NETLINK_NETFILTER (12).
  package init(protocol number: Int32, waitsAtMost milliseconds: Int32 = 2000) throws(SystemError) {
    var port: UInt32 = 0
    let descriptor = unsafe focuskey_netlink(number, &port)
    guard descriptor >= 0 else { throw .last("socket", on: "netlink") }
    focuskey_netlink_tune(descriptor, milliseconds, 4 << 20)
    self.descriptor = Descriptor(owning: descriptor)
    self.port = port
  }

  package func join(_ group: Int32) throws(SystemError) {
    guard focuskey_netlink_join(descriptor.number, group) == 0 else { throw .last("setsockopt", on: "netlink") }
  }

  /// Sends messages as one datagram.
  package func send(_ messages: [NetlinkMessage]) throws(SystemError) {
    var datagram = messages.count == 1 ? messages[0].octets : []
    if messages.count > 1 { for message in messages { datagram += message.octets } }
    let sent = unsafe Glibc.send(descriptor.number, datagram, datagram.count, 0)
    guard sent == datagram.count else { throw .last("send", on: "netlink") }
  }

  /// The next datagram's messages; `nil` when none came in time.
  package func receive(into buffer: inout [UInt8]) throws(SystemError) -> [NetlinkReply]? {
    while true {
      let count = unsafe recv(descriptor.number, &buffer, buffer.count, 0)
      if count >= 0 { return NetlinkReply.messages(in: Array(buffer[..<count])) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      // Messages were lost because too many came; what comes next is whole again.
      case ENOBUFS: continue
      default: throw .last("recv", on: "netlink")
      }
    }
  }

  /// Sends messages of which those with NLM_F_ACK are acknowledged, and waits until all are or one is refused.
  ///
  /// - Throws: the kernel's reason for the first message that it refused.
  package func request(_ messages: [NetlinkMessage], acknowledged: Int, subject: String) throws(SystemError) {
    try send(messages)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var missing = acknowledged
    while missing > 0 {
      guard let replies = try receive(into: &buffer) else { throw SystemError("netlink", ETIMEDOUT, on: subject) }
      for reply in replies {
        guard let error = reply.errorNumber else { continue }
        guard error == 0 else {
          // The kernel answers the rest of a refused batch too; the next request must not take that for its own.
          while unsafe recv(descriptor.number, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
          throw SystemError("netlink", error, on: subject)
        }
        missing -= 1
      }
    }
  }
}
