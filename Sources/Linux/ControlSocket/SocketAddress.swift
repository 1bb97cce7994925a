import Glibc
package import LinuxRuntime

package enum ControlError: Error, Equatable, Sendable {
  /// The path does not fit into a socket address (unix(7): 108 octets with the closing zero).
  case pathTooLong(path: String, octets: Int, limit: Int)
  case nobodyThere(path: String)
  case hungUp
  case noAnswer(seconds: Int)
  /// Nobody reads the output any more to which the answer would be written.
  case nobodyReads
  case answerTooLong
  case system(SystemError)
}

/// The address of a unix socket, checked before the kernel would cut it short.
struct SocketAddress {
  /// sun_path holds 108 octets, one of them the closing zero.
  static let longestPath = 107

  let path: String

  init(_ path: String) throws(ControlError) {
    guard path.utf8.count <= Self.longestPath else {
      throw .pathTooLong(path: path, octets: path.utf8.count, limit: Self.longestPath)
    }
    self.path = path
  }

  func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8)
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe call(generic, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
