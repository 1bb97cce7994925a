import Glibc
import LinuxRuntime

/// A browser, as rude as need be: sends octets, and reads until the other end closes. It waits on a thread of its own.
package enum Browser {
  /// - Parameters:
  ///   - bySix: whether it comes by IPv6.
  ///   - source: the address and the port that it comes from, when these matter.
  package static func send(
    _ text: String, to port: UInt16, bySix: Bool = false, from source: (address: String, port: UInt16)? = nil
  ) async -> String {
    await withCheckedContinuation { continuation in
      startThread(named: "browser") { continuation.resume(returning: talk(text, to: port, bySix, source)) }
    }
  }

  private static func connected(
    to port: UInt16, _ bySix: Bool, _ source: (address: String, port: UInt16)?
  ) -> Int32? {
    let number = socket(bySix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      own.sin_port = source.port.bigEndian
      own.sin_addr.s_addr = unsafe inet_addr(source.address)
      let isBound = unsafe withUnsafePointer(to: &own) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isBound else {
        close(number)
        return nil
      }
    }
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = port.bigEndian
    four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    six.sin6_addr = in6addr_loopback
    func reach<Name>(_ name: inout Name) -> Int32 {
      unsafe withUnsafePointer(to: &name) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(number, $0, socklen_t(MemoryLayout<Name>.size))
        }
      }
    }
    if (bySix ? reach(&six) : reach(&four)) == 0 { return number }
    close(number)
    return nil
  }

  private static func talk(
    _ text: String, to port: UInt16, _ bySix: Bool, _ source: (address: String, port: UInt16)?
  ) -> String {
    guard let number = connected(to: port, bySix, source) else { return "no connection" }
    defer { close(number) }
    // As long as `eventually`: at its start a whole suite waits for the two threads that it shares.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var sent = 0
    let octets = Array(text.utf8)
    while sent < octets.count {
      let count = unsafe octets.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          number, bytes.baseAddress.map { unsafe $0 + sent }, octets.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { break }
      sent += count
    }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(number, &chunk, chunk.count, 0)
      if count <= 0 { break }
      answer += chunk[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  package static func get(
    _ target: String, host: String? = nil, more: String = "", method: String = "GET", port: UInt16, bySix: Bool = false,
    from source: (address: String, port: UInt16)? = nil
  ) async -> String {
    await send(
      "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\(more)\r\n",
      to: port, bySix: bySix, from: source)
  }

  package static func status(_ answer: String) -> String {
    String(answer.split(separator: " ", maxSplits: 2).dropFirst().first ?? "")
  }
}
