internal import Netlink

/// The kernel's socket monitoring (sock_diag(7)) by name: its protocol, its requests, and what they ask for.
enum ConnectionDiagnosis {
  /// NETLINK_SOCK_DIAG (linux/netlink.h).
  static let netlinkProtocol: Int32 = 4
  /// SOCK_DIAG_BY_FAMILY (linux/sock_diag.h): lists sockets, or answers with one.
  static let byFamily: UInt16 = 20
  /// SOCK_DESTROY (linux/sock_diag.h): ends a socket.
  static let destroy: UInt16 = 21

  /// A state of TCP (include/net/tcp_states.h).
  enum State: UInt8 {
    case established = 1
    case synSent = 2
    case finWait1 = 4
    case closeWait = 8
    case listen = 10

    /// The state as a bit of a request's mask.
    var bit: UInt32 { 1 << UInt32(rawValue) }
  }

  /// The cookie that fits every socket (INET_DIAG_NOCOOKIE, twice).
  static let anyCookie = [UInt8](repeating: 0xFF, count: 8)
  /// The length of `inet_diag_sockid`: two ports, two addresses, an interface and a cookie.
  static let identityLength = 48

  /// `inet_diag_sockid` (linux/inet_diag.h) of a connection, on any interface.
  static func identity(of ends: ConnectionEnds) -> [UInt8] {
    let rest = [UInt8](repeating: 0, count: 16 - ends.source.count)
    let ports = bigEndian(ends.sourcePort) + bigEndian(ends.destinationPort)
    return ports + ends.source + rest + ends.destination + rest + nativeOctets(UInt32(0)) + anyCookie
  }

  /// `inet_diag_req_v2` (linux/inet_diag.h): family, protocol, extensions, padding, the states and the socket.
  static func request(family: UInt8, states: UInt32, identity: [UInt8]) -> [UInt8] {
    let tcp: UInt8 = 6
    return [family, tcp, 0, 0] + nativeOctets(states) + identity
  }
}

/// A socket as the kernel describes it: `inet_diag_msg` (linux/inet_diag.h).
///
/// Family, state, timer and retries, one octet each; the socket's identity; then expiry, two queues, user and inode,
/// four octets each.
struct DiagnosedSocket {
  let family: UInt8
  let state: UInt8
  let identity: [UInt8]
  let user: UInt32
  /// 0 for a socket whose owner has closed it already; the kernel names user 0 for it then.
  let inode: UInt32

  init?(_ content: ArraySlice<UInt8>) {
    guard content.count >= 72 else { return nil }
    let message = Array(content)
    family = message[0]
    state = message[1]
    identity = Array(message[4..<(4 + ConnectionDiagnosis.identityLength)])
    user = native(message[64..<68])
    inode = native(message[68..<72])
  }
}
