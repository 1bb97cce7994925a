import Glibc
internal import LinuxRuntime

/// A socket that listens on one address: that of loopback, unless another is named.
struct LoopbackSocket: ~Copyable {
  private let descriptor: Descriptor
  /// The port that it listens on.
  let port: UInt16

  /// The number that the kernel knows it by.
  var number: Int32 { descriptor.number }

  init(address place: String, port wanted: UInt16) throws(DashboardError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = socket(AF_INET, kind, 0)
    guard number >= 0 else { throw .system(.last("socket")) }
    let descriptor = Descriptor(owning: number)
    // A service that ended a moment ago leaves connections behind; they do not hold the port.
    var yes: Int32 = 1
    unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = wanted.bigEndian
    guard unsafe inet_pton(AF_INET, place, &address.sin_addr) == 1 else {
      throw .system(SystemError("inet_pton", EINVAL, on: place))
    }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(number, $0, size) }
    }
    guard bound == 0 else {
      throw errno == EADDRINUSE ? .portTaken(wanted) : .system(.last("bind", on: "\(place):\(wanted)"))
    }
    guard listen(number, 64) == 0 else {
      throw errno == EADDRINUSE ? .portTaken(wanted) : .system(.last("listen", on: "\(place):\(wanted)"))
    }
    var given = size
    let asked = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(number, $0, &given) }
    }
    guard asked == 0 else { throw .system(.last("getsockname")) }
    port = UInt16(bigEndian: address.sin_port)
    self.descriptor = descriptor
  }

  /// Gives the descriptor away, for a library that closes it by itself.
  consuming func release() -> Int32 {
    descriptor.release()
  }
}
