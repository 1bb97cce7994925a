internal import CLinux
public import FocusSession
public import LinuxRuntime

/// What the computer's clocks show, for those who only want to know and wait for nothing.
public enum SystemTime {
  /// What the wall clock shows.
  public static func wall() -> Timestamp { Timestamp(milliseconds: focuskey_wall_milliseconds()) }

  /// Which boot of the computer this is, as the kernel names it.
  public static func boot() throws(SystemError) -> BootID {
    let id = try Files.read("/proc/sys/kernel/random/boot_id", limit: 64)
    return BootID(String(decoding: id.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  /// What all clocks show now, in that boot.
  public static func moment(in boot: BootID) -> Moment {
    Moment(
      wall: Timestamp(milliseconds: focuskey_wall_milliseconds()), steady: focuskey_boot_milliseconds(), boot: boot)
  }
}
