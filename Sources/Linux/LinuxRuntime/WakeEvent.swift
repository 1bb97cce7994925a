internal import CLinux
import Glibc

/// Wakes a thread that waits in poll(2).
public final class WakeEvent: Sendable {
  /// What the thread polls.
  public let descriptor: Int32

  /// A bell that does not ring.
  public init() {
    descriptor = focuskey_eventfd()
  }

  /// Wakes the thread; it stays awake until the ringing is taken away.
  public func ring() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Takes the ringing away, so that the next wait waits.
  public func hush() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }

  deinit { close(descriptor) }
}
