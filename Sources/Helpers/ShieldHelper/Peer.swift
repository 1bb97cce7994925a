internal import CLinux
import Glibc
import LinuxRuntime
internal import Octets
import ShieldProtocol

/// One service at the other end of the helper's socket.
final class Peer {
  let descriptor: Descriptor
  /// Who it is, as the kernel says.
  let user: UInt32
  var draft: OrderBook.Draft?
  var watches = false
  private var lines = LineBuffer(longest: ShieldRequest.longestLine)
  private var outbox: [UInt8] = []

  /// What is read at once: long lists come in quickly, and nobody else waits long.
  private static let portion = 256 << 10
  /// A service that never reads is let go.
  private static let longestOutbox = 256 << 10

  init?(descriptor: consuming Descriptor) {
    var user: UInt32 = 0
    var process: Int32 = 0
    guard unsafe focuskey_peer(descriptor.number, &user, &process) == 0 else { return nil }
    self.descriptor = descriptor
    self.user = user
  }

  /// The turn in which it was last heard of.
  var heard: UInt64 = 0

  var hasOutput: Bool { !outbox.isEmpty }

  /// Reads what came; `false` when the other end is gone or says what nobody says.
  func read(_ take: (Result<ShieldRequest, ShieldRequestError>) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.portion)
    let count = unsafe Glibc.read(descriptor.number, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    guard count > 0 else { return false }
    lines.add(buffer[..<count])
    while true {
      do throws(LineBuffer.TooLong) {
        guard let line = try lines.next() else { return true }
        let request: Result<ShieldRequest, ShieldRequestError>
        do throws(ShieldRequestError) {
          request = .success(try ShieldRequest(line: line))
        } catch {
          request = .failure(error)
        }
        take(request)
      } catch {
        return false
      }
    }
  }

  func say(_ answer: ShieldAnswer) {
    outbox += Array(answer.line.utf8) + [0x0A]
  }

  /// Sends what waits; `false` when the other end is gone or does not read.
  func flush() -> Bool {
    while !outbox.isEmpty {
      let sent = unsafe send(descriptor.number, outbox, outbox.count, Int32(MSG_NOSIGNAL))
      if sent < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN && outbox.count <= Self.longestOutbox
      }
      outbox.removeFirst(sent)
    }
    return true
  }
}
