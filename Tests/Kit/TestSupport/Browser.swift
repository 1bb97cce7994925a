import Glibc
import LinuxRuntime

/// A browser, as rude as need be: sends octets, and reads until the other end closes. It waits on a thread of its own.
public enum Browser {
  public static func send(_ text: String, to port: UInt16) async -> String {
    await withCheckedContinuation { continuation in
      startThread(named: "browser") { continuation.resume(returning: talk(text, to: port)) }
    }
  }

  private static func talk(_ text: String, to port: UInt16) -> String {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return "no connection" }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
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

  public static func get(_ target: String, host: String? = nil, more: String = "", method: String = "GET", port: UInt16)
    async -> String
  {
    await send(
      "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\(more)\r\n",
      to: port)
  }

  public static func status(_ answer: String) -> String {
    String(answer.split(separator: " ", maxSplits: 2).dropFirst().first ?? "")
  }
}
