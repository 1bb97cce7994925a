import Glibc

/// A value that threads share, one at a time.
///
/// The standard library's mutex parks threads where ThreadSanitizer cannot see it, so this one stands on a pthread
/// mutex.
@safe public final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `value` is reached only between lock and unlock of `mutex`, whose address never changes.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Shares a first value.
  public init(_ value: Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    self.value = value
  }

  /// Runs `body` while no other thread is at the value.
  public func withLock<Result, Fault: Error>(_ body: (inout Value) throws(Fault) -> Result) throws(Fault) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }
}
