import Glibc
import LinuxRuntime

/// A unix socket's address.
struct SocketPath {
  let path: String
  let address: sockaddr_un

  init(_ path: String) {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      precondition(path.utf8.count < bytes.count)
      unsafe bytes.copyBytes(from: path.utf8)
    }
    self.address = address
  }

  func bind(_ socket: Int32) throws { try unsafe use("bind") { unsafe Glibc.bind(socket, $0, $1) } }

  func connect(_ socket: Int32) throws { try unsafe use("connect") { unsafe Glibc.connect(socket, $0, $1) } }

  private func use(_ call: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws {
    var address = address
    let outcome = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard outcome == 0 else { throw SystemError.last(call, on: path) }
  }
}
