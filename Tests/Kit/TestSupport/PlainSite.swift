import Glibc
import LinuxRuntime
import Synchronization

/// A site of somebody else's, on loopback: one page without any rule of its own, at every path and under every name.
package final class PlainSite: Sendable {
  /// The port.
  package let port: UInt16
  private let socket: Int32
  private let page: SharedPage

  /// What it shows, for whichever thread answers.
  private final class SharedPage: Sendable {
    let now: Mutex<String>

    init(_ page: String) { now = Mutex(page) }

    /// The answer to a request: the page with its version, or that this version is still the newest.
    func answer(to request: String) -> String {
      let page = now.withLock { $0 }
      let version = "\"\(page.hashValue)\""
      guard !request.contains(version) else {
        return "HTTP/1.1 304 Not Modified\r\nETag: \(version)\r\nConnection: close\r\n\r\n"
      }
      return """
        HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nETag: \(version)\r
        Connection: close\r\n\r\n\(page)
        """
    }
  }

  /// Shows another page from now on.
  package func show(_ page: String) { self.page.now.withLock { $0 = page } }

  /// Serves it.
  package init(page: String = "<!doctype html><title>elsewhere</title><body></body>") throws {
    let number = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw SystemError.last("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let worked = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(number, address, size) == 0 && listen(number, 16) == 0 && getsockname(number, address, &size) == 0
      }
    }
    guard worked else { throw SystemError.last("bind") }
    socket = number
    port = UInt16(bigEndian: address.sin_port)
    let shared = SharedPage(page)
    self.page = shared
    startThread(named: "elsewhere") {
      while true {
        let caller = accept(number, nil, nil)
        guard caller >= 0 else { return }
        // A browser keeps connections in reserve on which it says nothing; none of them holds up the next.
        startThread(named: "elsewhere") {
          var chunk = [UInt8](repeating: 0, count: 16 << 10)
          let count = unsafe recv(caller, &chunk, chunk.count, 0)
          if count > 0 {
            try? Files.write(shared.answer(to: String(decoding: chunk[..<count], as: UTF8.self)).utf8, to: caller)
          }
          Glibc.close(caller)
        }
      }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }
}
