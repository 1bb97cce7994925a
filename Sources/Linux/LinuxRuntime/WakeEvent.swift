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
  public func ring() { DescriptorCounter.add(descriptor) }

  /// Takes the ringing away, so that the next wait waits.
  public func hush() { DescriptorCounter.read(descriptor) }

  deinit { close(descriptor) }
}
