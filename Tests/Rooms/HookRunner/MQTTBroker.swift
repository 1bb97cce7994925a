import Glibc
import LinuxRuntime

/// A broker of MQTT 3.1.1 (OASIS standard of 2014) that takes what is published and keeps it: no more than the tests
/// need. It waits on a thread of its own.
final class MQTTBroker: Sendable {
  /// What was published.
  struct Message: Equatable, Sendable {
    let topic: String
    let payload: String
  }

  let port: UInt16
  private let listener: Int32
  private let kept = LinuxRuntime.Locked<[Message]>([])

  /// Everything that was published so far.
  var messages: [Message] { kept.withLock { $0 } }

  init() throws {
    (listener, port) = try listenOnLoopback()
    startThread(named: "broker") { [listener, kept] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Self.serve(client) { message in kept.withLock { $0.append(message) } }
        close(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ client: Int32, _ keep: (Message) -> Void) {
    while let (kind, body) = packet(client) {
      switch kind >> 4 {
      // CONNECT is answered with CONNACK: accepted, no session.
      case 1: _ = unsafe send(client, [0x20, 2, 0, 0] as [UInt8], 4, Int32(MSG_NOSIGNAL))
      case 3:
        guard body.count >= 2 else { return }
        let length = Int(body[0]) << 8 | Int(body[1])
        guard body.count >= 2 + length else { return }
        keep(
          Message(
            topic: String(decoding: body[2..<(2 + length)], as: UTF8.self),
            payload: String(decoding: body[(2 + length)...], as: UTF8.self)))
      default: return
      }
    }
  }

  /// The first octet of a packet, and what follows its length.
  private static func packet(_ client: Int32) -> (UInt8, [UInt8])? {
    guard let kind = read(client, 1)?.first else { return nil }
    var (length, shift) = (0, 0)
    while true {
      guard let octet = read(client, 1)?.first, shift < 28 else { return nil }
      length |= Int(octet & 0x7F) << shift
      if octet & 0x80 == 0 { break }
      shift += 7
    }
    return read(client, length).map { (kind, $0) }
  }

  private static func read(_ client: Int32, _ count: Int) -> [UInt8]? {
    var octets = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = unsafe octets.withUnsafeMutableBytes { unsafe recv(client, $0.baseAddress! + done, count - done, 0) }
      guard more > 0 else { return nil }
      done += more
    }
    return octets
  }
}

/// A socket that listens on a free port of 127.0.0.1.
func listenOnLoopback() throws -> (number: Int32, port: UInt16) {
  let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      unsafe bind(number, pointer, size) == 0 && listen(number, 8) == 0 && getsockname(number, pointer, &size) == 0
    }
  }
  guard isListening else { throw SystemError.last("listen") }
  return (number, UInt16(bigEndian: address.sin_port))
}
