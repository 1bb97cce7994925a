internal import CLinux

/// The clock that counts through sleep and cannot be set.
public enum SinceBoot {
  /// Milliseconds since the computer came up.
  public static var milliseconds: Int64 { focuskey_boot_milliseconds() }
}
