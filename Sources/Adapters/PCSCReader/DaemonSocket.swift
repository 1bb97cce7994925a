internal import CPCSC
import Glibc
internal import LinuxRuntime

enum DaemonSocket {
  /// The path (pcsclite.h); `PCSCLITE_CSOCK_NAME` overrides it, as it does for libpcsclite.
  static var path: String { Environment["PCSCLITE_CSOCK_NAME"] ?? "/run/pcscd/pcscd.comm" }

  /// Whether somebody takes connections there.
  ///
  /// A pcscd with polkit refuses a user by hanging up on a connection that it took, and libpcsclite has no word for
  /// that: by the moment it calls it a security violation, a broken conversation or a missing service.
  static var takesConnections: Bool {
    let path = Array(path.utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in unsafe place.copyBytes(from: path) }
    let socket = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    guard socket.number >= 0 else { return false }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(socket.number, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
