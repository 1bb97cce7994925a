import Glibc
internal import LinuxRuntime

/// A socket that listens on one address: that of loopback, unless another is named.
struct LoopbackSocket: ~Copyable {
  private let descriptor: Descriptor
  /// The port that it listens on.
  let port: UInt16

  /// The number that the kernel knows it by.
  var number: Int32 { descriptor.number }

  init(address place: String, port wanted: UInt16, mayComeLater: Bool = false) throws(DashboardError) {
    guard let address = NetworkAddress(place) else { throw .system(SystemError("inet_pton", EINVAL, on: place)) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = socket(address.isSix ? AF_INET6 : AF_INET, kind, 0)
    guard number >= 0 else { throw .system(.last("socket")) }
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
      throw errno == EADDRINUSE ? .portTaken(wanted) : .system(.last("bind", on: "\(address.inLinks):\(wanted)"))
    }
    guard listen(number, 64) == 0 else {
      throw errno == EADDRINUSE ? .portTaken(wanted) : .system(.last("listen", on: "\(place):\(wanted)"))
    }
    guard unsafe name.withPointer({ unsafe getsockname(number, $0, $1) }) == 0 else {
      throw .system(.last("getsockname"))
    }
    port = name.port
    self.descriptor = descriptor
  }

  /// Gives the descriptor away, for a library that closes it by itself.
  consuming func release() -> Int32 {
    descriptor.release()
  }
}

/// What the kernel calls an end of a connection: an address and a port, of either family.
private struct SocketName {
  private var storage = sockaddr_in6()
  private var size: socklen_t

  init(_ address: NetworkAddress, port: UInt16) {
    guard !address.isSix else {
      storage.sin6_family = sa_family_t(AF_INET6)
      storage.sin6_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &storage.sin6_addr) { unsafe $0.copyBytes(from: address.octets) }
      size = socklen_t(MemoryLayout<sockaddr_in6>.size)
      return
    }
    // The address of IPv4 is where the other one keeps its flow: behind family and port, which both have first.
    storage.sin6_family = sa_family_t(AF_INET)
    storage.sin6_port = port.bigEndian
    unsafe withUnsafeMutableBytes(of: &storage.sin6_flowinfo) { unsafe $0.copyBytes(from: address.octets) }
    size = socklen_t(MemoryLayout<sockaddr_in>.size)
  }

  var port: UInt16 { UInt16(bigEndian: storage.sin6_port) }

  mutating func withPointer(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    // The pointers live for the call only, and a sockaddr_in fits into a sockaddr_in6.
    unsafe withUnsafeMutablePointer(to: &storage) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in unsafe body(pointer, &size) }
    }
  }
}
