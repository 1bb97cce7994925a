internal import CLinux
internal import Glibc

/// Wakes a thread that waits in poll(2).
final class Bell: Sendable {
  let descriptor: Int32

  init() {
    descriptor = focuskey_eventfd()
  }

  func ring() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Takes the ringing away, so that the next wait waits.
  func hush() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }

  deinit { close(descriptor) }
}
