internal import CLinux
import Glibc

/// Wakes a thread that waits in poll(2).
package final class WakeEvent: Sendable {
  /// What the thread polls.
  package let descriptor: Int32

  /// A bell that does not ring.
  package init() {
    descriptor = focuskey_eventfd()
  }

  /// Wakes the thread; it stays awake until the ringing is taken away.
  package func ring() { DescriptorCounter.add(descriptor) }

  /// Takes the ringing away, so that the next wait waits.
  package func hush() { DescriptorCounter.read(descriptor) }

  deinit { close(descriptor) }
}
