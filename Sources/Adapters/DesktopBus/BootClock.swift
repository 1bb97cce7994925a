import Glibc
internal import LinuxRuntime

/// Converts moments of the wall clock to the clock that counts since boot.
enum BootClock {
  /// Milliseconds since boot; now if unknown, and never later than now.
  static func moment(ofWall microseconds: Int64?) -> Int64 {
    let now = SinceBoot.milliseconds
    guard let microseconds, microseconds > 0 else { return now }
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let wall = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    return now - max(0, wall - microseconds / 1000)
  }
}
