internal import CLinux
internal import CShield
import Glibc
import LinuxRuntime

/// Who looks after the helper: systemd, where it started it (sd_notify(3)), and a thread of its own everywhere.
final class Supervisor: Sendable {
  private struct Pulse: Sendable {
    var last: Int64 = 0
    var isHolding = false

    /// A loop that holds a shield and does not turn any more holds it for nobody: the helper ends itself, and the
    /// kernel lifts what it
    /// held.
    var isStuck: Bool { isHolding && focuskey_boot_milliseconds() - last > 5000 }
  }

  private let pulse = Locked(Pulse())
  /// How long the loop may rest, in milliseconds, so that systemd still hears of it; -1 where nobody waits.
  let pause: Int64

  init() {
    let watchdog = Environment["WATCHDOG_USEC"].flatMap { Int64($0) }
    pause = watchdog.map { max(100, $0 / 3000) } ?? -1
    let pulse = pulse
    startThread(named: "pulse") {
      while true {
        sleep(1)
        // A machine that slept was silent without being stuck: the loop has turned by the second look.
        let isStuck = pulse.withLock { $0.isStuck }
        sleep(1)
        if isStuck, pulse.withLock({ $0.isStuck }) { _exit(70) }
      }
    }
  }

  /// The socket that systemd opened for the helper, where it did (sd_listen_fds(3)).
  static func inheritedListener() -> Descriptor? {
    guard Environment["LISTEN_PID"] == "\(getpid())", Environment["LISTEN_FDS"] == "1" else { return nil }
    // The first descriptor behind the standard ones.
    _ = focuskey_close_on_exec(3)
    return Descriptor(owning: 3)
  }

  func ready() {
    ServiceManager.tell("READY=1\nSTATUS=waiting for services")
  }

  func alive(isHolding: Bool) {
    pulse.withLock { pulse in
      pulse.last = focuskey_boot_milliseconds()
      pulse.isHolding = isHolding
    }
    if pause > 0 { ServiceManager.tell("WATCHDOG=1") }
  }
}
