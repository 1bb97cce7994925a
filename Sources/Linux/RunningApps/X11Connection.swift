internal import CLinux
import Glibc
import LinuxRuntime

/// A connection to an X11 screen, with a limit on how long everything may take.
struct X11Connection: ~Copyable {
  private let descriptor: Descriptor
  private let end: Int64

  /// Connects; `end` is a time of the clock that counts through suspend.
  init(with number: Int, until end: Int64) throws(X11Error) {
    // Never blocking: a screen that hangs fills its queue, and who waits in front of it waits for ever.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { throw .system(.last("socket")) }
    let descriptor = Descriptor(owning: socket)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
      unsafe path.copyBytes(from: "/tmp/.X11-unix/X\(number)".utf8)
    }
    let isConnected = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(socket, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { throw errno == EAGAIN ? .slow : .system(.last("connect")) }
    self.descriptor = descriptor
    self.end = end
  }

  func say(_ octets: [UInt8]) throws(X11Error) {
    var rest = octets
    while !rest.isEmpty {
      let sent = unsafe send(descriptor.number, rest, rest.count, Int32(MSG_NOSIGNAL))
      if sent >= 0 { rest.removeFirst(sent) } else { try wait(for: POLLOUT, "send") }
    }
  }

  func hear(_ count: Int) throws(X11Error) -> [UInt8] {
    var octets: [UInt8] = []
    while octets.count < count {
      var buffer = [UInt8](repeating: 0, count: count - octets.count)
      let read = unsafe Glibc.read(descriptor.number, &buffer, buffer.count)
      if read == 0 { throw .refused("") }
      if read > 0 { octets += buffer[..<read] } else { try wait(for: POLLIN, "read") }
    }
    return octets
  }

  /// Waits, until `end` at most, after a call that would have blocked.
  private func wait(for event: Int32, _ call: String) throws(X11Error) {
    if errno == EINTR { return }
    guard errno == EAGAIN else { throw .system(.last(call)) }
    let left = end - focuskey_boot_milliseconds()
    var waiting = pollfd(fd: descriptor.number, events: Int16(event), revents: 0)
    guard left > 0, unsafe poll(&waiting, 1, Int32(left)) != 0 else { throw .slow }
  }
}
