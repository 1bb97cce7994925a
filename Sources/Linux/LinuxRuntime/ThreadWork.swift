import Glibc

/// What a processor did for this thread: what runs beside it is not in that.
package enum ThreadWork {
  /// All of it until now.
  package static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
