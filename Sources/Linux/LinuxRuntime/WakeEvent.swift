internal import CLinux
import Glibc

/// Wakes a thread that waits in poll(2).
package final class WakeEvent: Sendable {
  package let descriptor: Int32

  package init() {
    descriptor = focuskey_eventfd()
  }

  /// Wakes the thread, which stays awake until ``hush()``.
  package func ring() { DescriptorCounter.add(descriptor) }

  /// Stops the ringing, so that the next wait waits.
  package func hush() { DescriptorCounter.read(descriptor) }

  deinit { close(descriptor) }
}
