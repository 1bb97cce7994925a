import Glibc
internal import LinuxRuntime

/// A conversation with sway over its own socket (sway-ipc(7)).
package final class SwayConnection {
  package struct Message: Sendable {
    /// What it is (sway-ipc(7), "Messages and replies", "Events").
    package let kind: UInt32
    /// Its JSON.
    package let body: [UInt8]
  }

  private static let magic = Array("i3-ipc".utf8)
  /// In octets; a tree of thousands of windows stays far below.
  private static let longest = 16 << 20

  private let socket: Descriptor
  private var received: [UInt8] = []

  /// Connects to the socket that sway calls `SWAYSOCK`.
  package init(socket path: String) throws(ScreenError) {
    socket = try renaming(
      { (_: SystemError) in ScreenError.noServer("sway's socket \(path)") }, Descriptor.connected(to: path))
  }

  package var descriptor: Int32 { socket.number }

  package func send(_ kind: UInt32, _ body: String) throws(ScreenError) {
    // The numbers are in the machine's own order.
    var message = Self.magic
    for number in [UInt32(body.utf8.count), kind] {
      unsafe withUnsafeBytes(of: number) { message += unsafe Array($0) }
    }
    message += body.utf8
    try renaming(ScreenError.system, Files.write(message, to: socket.number))
  }

  /// Takes in what arrived, without waiting for more.
  package func receive() throws(ScreenError) {
    var octets = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe recv(socket.number, &octets, octets.count, Int32(MSG_DONTWAIT))
      if count == 0 { throw .lost }
      if count < 0 {
        guard errno == EAGAIN || errno == EINTR else { throw .lost }
        return
      }
      received += octets[..<count]
      guard received.count <= Self.longest else { throw .nonsense }
    }
  }

  /// The next message that arrived whole; `nil` if there is none.
  package func nextMessage() throws(ScreenError) -> Message? {
    let head = Self.magic.count + 8
    guard received.count >= head else { return nil }
    guard received.starts(with: Self.magic) else { throw .nonsense }
    func number(at place: Int) -> UInt32 {
      unsafe received.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    }
    let count = Int(number(at: Self.magic.count))
    guard count <= Self.longest else { throw .nonsense }
    guard received.count >= head + count else { return nil }
    let message = Message(kind: number(at: Self.magic.count + 4), body: Array(received[head..<head + count]))
    received.removeFirst(head + count)
    return message
  }

  /// Asks something and blocks until the answer comes; sway has `time` milliseconds for it.
  package func ask(_ kind: UInt32, _ body: String, within time: Int32 = 5000) throws(ScreenError) -> [UInt8] {
    try send(kind, body)
    while true {
      while let message = try nextMessage() {
        if message.kind == kind { return message.body }
      }
      var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, time) > 0 else { throw .lost }
      try receive()
    }
  }
}
