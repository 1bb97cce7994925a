import Glibc
internal import LinuxRuntime

/// Moments of the wall clock on the clock that counts since the computer came up.
enum BootClock {
  /// When something was, in milliseconds since the computer came up; now where it is not known, never later than now.
  static func moment(ofWall microseconds: Int64?) -> Int64 {
    let now = SinceBoot.milliseconds
    guard let microseconds, microseconds > 0 else { return now }
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let wall = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    return now - max(0, wall - microseconds / 1000)
  }
}
