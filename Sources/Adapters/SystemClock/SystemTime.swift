internal import CLinux
package import FocusSession
import Glibc
package import LinuxRuntime

/// Reads the computer's clocks, for those who wait for nothing.
package enum SystemTime {
  package static func wall() -> Timestamp { Timestamp(milliseconds: focuskey_wall_milliseconds()) }

  /// The clock of this boot. Ask once: neither the boot nor the time namespace of a process changes.
  package static func computerClock() throws(SystemError) -> ComputerClock {
    let id = try Files.read("/proc/sys/kernel/random/boot_id", limit: 64)
    var name = String(decoding: id.prefix { $0 != 0x0A }, as: UTF8.self)
    var offset: Int64 = 0
    let isKnown = unsafe focuskey_boot_offset(&offset) == 0
    if !isKnown {
      // A clock that is off by nobody knows how much cannot be compared with any other.
      name += "+\(Glibc.getpid()).\(focuskey_wall_milliseconds())"
      offset = 0
    }
    return ComputerClock(boot: BootID(name), isComputers: isKnown, offset: offset)
  }
}

/// The steady clock of this computer, also where this process sees another one: anybody can start a program in a time
/// namespace in which CLOCK_BOOTTIME is ahead by hours.
package struct ComputerClock: Sendable {
  package let boot: BootID
  /// Whether it is the computer's clock, as far as the kernel says how far this process's is ahead of it.
  package let isComputers: Bool
  /// How far this process's clock is ahead of the computer's, in milliseconds.
  let offset: Int64

  /// What the steady clock shows now, in milliseconds.
  package func steady() -> Int64 { focuskey_boot_milliseconds() - offset }

  package func now() -> Moment {
    Moment(
      wall: Timestamp(milliseconds: focuskey_wall_milliseconds()), steady: steady(),
      boot: boot, isSynchronized: focuskey_wall_is_synchronised() != 0)
  }
}
