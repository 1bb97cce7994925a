import Glibc
import LinuxRuntime

/// Somebody who asks for an answer that goes on, and takes in what comes on a thread of its own.
package final class Listener: Sendable {
  private let socket: Int32
  private let state = Locked((text: "", ended: false))

  /// Asks.
  ///
  /// - Parameter reads: whether it takes in what comes; one that does not is a test of others' patience.
  package init(port: UInt16, target: String, more: String = "", reads: Bool = true) throws {
    let number = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard number >= 0 else { throw SystemError.last("socket") }
    socket = number
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw SystemError.last("connect") }
    try Files.write("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(more)\r\n".utf8, to: number)
    guard reads else { return }
    startThread(named: "listener") { [state] in
      var chunk = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe recv(number, &chunk, chunk.count, 0)
        if count <= 0 { break }
        let text = String(decoding: chunk[..<count], as: UTF8.self)
        state.withLock { $0.text += text }
      }
      state.withLock { $0.ended = true }
    }
  }

  /// The port that it comes from.
  package var port: UInt16 {
    var name = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &size) == 0
      }
    }
    return isNamed ? UInt16(bigEndian: name.sin_port) : 0
  }

  /// Everything that came so far.
  package var received: String { state.withLock { $0.text } }
  /// Whether the other end has closed.
  package var hasEnded: Bool { state.withLock { $0.ended } }

  /// Closes the connection.
  package func leave() { shutdown(socket, Int32(SHUT_RDWR)) }

  deinit { close(socket) }
}
