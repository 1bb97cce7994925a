import Glibc
internal import LinuxRuntime
internal import SocketOwners

/// What the kernel calls an end of a connection: an address and a port, of either family.
struct SocketName {
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

  init() {
    size = socklen_t(MemoryLayout<sockaddr_in6>.size)
  }

  /// The address as 4 or 16 octets; an IPv4 address inside an IPv6 one becomes 4 octets.
  var address: [UInt8] {
    if storage.sin6_family == sa_family_t(AF_INET) {
      return unsafe withUnsafeBytes(of: storage.sin6_flowinfo) { unsafe Array($0) }
    }
    let all = unsafe withUnsafeBytes(of: storage.sin6_addr) { unsafe Array($0) }
    return all[..<10].allSatisfy { $0 == 0 } && all[10..<12] == [0xFF, 0xFF] ? Array(all[12...]) : all
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

extension ConnectionEnds {
  /// The ends of an accepted connection; the source is the one who opened it. `nil` if it has ended.
  init?(acceptedAs descriptor: Int32) {
    var (peer, ours) = (SocketName(), SocketName())
    guard unsafe peer.withPointer({ unsafe getpeername(descriptor, $0, $1) }) == 0,
      unsafe ours.withPointer({ unsafe getsockname(descriptor, $0, $1) }) == 0
    else { return nil }
    self.init(source: peer.address, sourcePort: peer.port, destination: ours.address, destinationPort: ours.port)
  }
}
