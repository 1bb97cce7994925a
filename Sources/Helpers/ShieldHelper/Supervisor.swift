internal import CLinux
import Glibc
import LinuxRuntime

/// Who looks after the helper: a watchdog everywhere, and systemd too if it started the helper (sd_notify(3)).
final class Supervisor {
  /// The descriptor at which the watchdog listens, for as long as the helper lives.
  private let watchdog: Int32?
  private var toldWatchdog = (at: Int64(0), isHolding: false)
  /// How long the loop may rest, in milliseconds, so that systemd still hears of it; -1 if nobody waits.
  let pause: Int64

  /// How often the watchdog is told that the loop turns, in milliseconds.
  private static let interval: Int64 = 250

  /// Starts the watchdog; comes first, before there is anything that a child could hold open.
  init() {
    pause = Environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { max(100, $0 / 3000) } ?? -1
    do throws(SystemError) {
      watchdog = try Watchdog.start().release()
    } catch {
      watchdog = nil
      let text = "focuskey-shield: no watchdog: \(error.call): \(error.reason): a stopped helper is not noticed\n"
      try? Files.write(text.utf8, to: 2)
    }
  }

  /// The socket that systemd opened for the helper, if it did (sd_listen_fds(3)).
  static func inheritedListener() -> Descriptor? {
    guard Environment["LISTEN_PID"] == "\(getpid())", Environment["LISTEN_FDS"] == "1" else { return nil }
    // The first descriptor behind the standard ones.
    _ = focuskey_close_on_exec(3)
    return Descriptor(owning: 3)
  }

  func ready() {
    ServiceManager.tell("READY=1\nSTATUS=waiting for services")
  }

  /// Leaves where an upgrade brought another program and systemd starts that in this one's place.
  ///
  /// Only while nothing is ordered: what this process blocks ends with it, and a session outlives an upgrade without a
  /// gap.
  func leaveIfReplaced() {
    // Only what systemd watches over does it start again.
    guard pause > 0, Files.target(of: "/proc/self/exe")?.hasSuffix(" (deleted)") == true else { return }
    _ = kill(getpid(), SIGTERM)
  }

  /// Tells the watchdog and systemd that the loop turned.
  func alive(isHolding: Bool) {
    if pause > 0 { ServiceManager.tell("WATCHDOG=1") }
    let now = focuskey_boot_milliseconds()
    guard toldWatchdog.isHolding != isHolding || isHolding && now - toldWatchdog.at >= Self.interval else { return }
    toldWatchdog = (now, isHolding)
    guard let watchdog else { return }
    var word: UInt8 = isHolding ? 1 : 0
    _ = unsafe write(watchdog, &word, 1)
  }
}
