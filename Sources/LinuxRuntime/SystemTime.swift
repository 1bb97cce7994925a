internal import CLinux
public import FocusSession

/// The wall clock, for those who only want to know what day it is.
public enum SystemTime {
  /// What the wall clock shows.
  public static func wall() -> Timestamp { Timestamp(milliseconds: focuskey_wall_milliseconds()) }
}
