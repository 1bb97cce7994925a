import Glibc

/// A lock, and a place where threads wait until something that it guards has changed.
///
/// What it guards belongs to its owner, who reaches it only inside ``withLock(_:)``. The standard library's mutex parks
/// threads where ThreadSanitizer cannot see it, so this one is built on pthreads.
@safe package final class Condition: @unchecked Sendable {
  // Unchecked: the two are made here, never change their address, and are what threads meet at.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  /// When a wait is over, by the clock that only goes forward.
  package struct Deadline: Sendable {
    fileprivate var time: timespec

    package init(in milliseconds: Int) {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      let nanoseconds = time.tv_nsec + milliseconds % 1000 * 1_000_000
      time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
      time.tv_nsec = nanoseconds % 1_000_000_000
      self.time = time
    }
  }

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  @inline(__always)
  package func withLock<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Lets go of the lock until another thread signals, for use inside ``withLock(_:)``. It may come back without a
  /// signal, so what is waited for has to be looked at again.
  ///
  /// - Returns: `false` once the deadline has passed.
  @discardableResult
  package func wait(until deadline: Deadline? = nil) -> Bool {
    guard var time = deadline?.time else {
      unsafe pthread_cond_wait(changed, mutex)
      return true
    }
    return unsafe pthread_cond_timedwait(changed, mutex, &time) != ETIMEDOUT
  }

  /// Wakes one thread that waits. Outside of the lock, so that it does not wake only to wait for it.
  package func signal() { unsafe pthread_cond_signal(changed) }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }
}
