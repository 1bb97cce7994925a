internal import CLinux
import Glibc
import LinuxRuntime

/// What a guardian does: sleeps until the service it was started by is gone, and then for as long as the helper goes on
/// holding that one's order.
package enum ServiceWatch {
  /// Waits until a service has died without a word and no other came within its lease.
  ///
  /// - Parameters:
  ///   - service: the service's process, this one's parent; it says farewell on the standard input.
  ///   - lock: the file that a service locks while it lives.
  /// - Returns: whether what the service held is nobody's now; `false` where the service said farewell, or another one
  ///   has taken it up.
  package static func waitForTheEnd(of service: Int32, lock: String) -> Bool {
    guard !saysFarewell(service) else { return false }
    let end = focuskey_boot_milliseconds() + ShieldPlan.lease
    // A machine that slept meanwhile has a clock of its own for poll(2), so the other one is asked again.
    while case let left = end - focuskey_boot_milliseconds(), left > 0 {
      poll(nil, 0, Int32(left))
    }
    return !HomeLock.isHeld(path: lock)
  }

  private static func saysFarewell(_ service: Int32) -> Bool {
    let held = focuskey_process(service)
    guard held >= 0 else { return false }
    let process = Descriptor(owning: held)
    // The number may have been given to another process since.
    guard getppid() == service else { return false }
    var isHeard = true
    while true {
      var waiting = [
        pollfd(fd: isHeard ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process.number, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      if waiting[0].revents != 0 {
        var word: UInt8 = 0
        if unsafe read(STDIN_FILENO, &word, 1) == 1 { return true }
        // Closed without a word: what counts is the process.
        isHeard = false
      }
      if waiting[1].revents != 0 { return false }
    }
  }
}
