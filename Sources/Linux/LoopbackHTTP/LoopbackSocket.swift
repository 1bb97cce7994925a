import Glibc
internal import LinuxRuntime

/// A socket that listens on one address: that of loopback, unless another is named.
struct LoopbackSocket: ~Copyable {
  /// How many connections wait to be accepted: where others bring many, the owner's must not be turned away unseen.
  private static let mostWaiting: Int32 = 4096

  private let descriptor: Descriptor
  let port: UInt16

  var number: Int32 { descriptor.number }

  init(address place: String, port wanted: UInt16, mayComeLater: Bool = false) throws(SystemError) {
    guard let address = NetworkAddress(place) else { throw SystemError("inet_pton", EINVAL, on: place) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = socket(address.isSix ? AF_INET6 : AF_INET, kind, 0)
    guard number >= 0 else { throw .last("socket") }
    let descriptor = Descriptor(owning: number)
    // A service that ended a moment ago leaves connections behind; they do not hold the port.
    var yes: Int32 = 1
    unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    // Who listens everywhere listens to IPv4 too, whatever the system's own rule is.
    var no: Int32 = 0
    if address == .any {
      unsafe setsockopt(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<Int32>.size))
    }
    if mayComeLater {
      unsafe setsockopt(number, Int32(IPPROTO_IP), IP_FREEBIND, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    var name = SocketName(address, port: wanted)
    guard unsafe name.withPointer({ unsafe bind(number, $0, $1.pointee) }) == 0 else {
      throw .last("bind", on: "\(address.inLinks):\(wanted)")
    }
    guard listen(number, Self.mostWaiting) == 0 else {
      throw .last("listen", on: "\(place):\(wanted)")
    }
    guard unsafe name.withPointer({ unsafe getsockname(number, $0, $1) }) == 0 else {
      throw .last("getsockname")
    }
    port = name.port
    self.descriptor = descriptor
  }

  /// Gives the descriptor away, for a library that closes it by itself.
  consuming func release() -> Int32 {
    descriptor.release()
  }
}
